//! What XBoard, Cutechess, python-chess and people really send.

use super::super::result::GameResult;
use super::*;

fn parse(line: &str) -> CecpCommand {
    CecpCommand::parse(line)
        .unwrap_or_else(|error| panic!("{line:?}: {error}"))
        .unwrap_or_else(|| panic!("{line:?}: nothing"))
}

fn message(line: &str) -> String {
    CecpCommand::parse(line).unwrap_err().to_string()
}

#[test]
fn every_command_alone_is_read_and_rendered() {
    for (name, command) in ALONE {
        assert_eq!(parse(name), command);
        assert_eq!(command.to_string(), name);
        assert_eq!(parse(&format!(" \t{} ", name.to_uppercase())), command);
        assert_eq!(parse(&format!("{name} and more")), command);
    }
}

#[test]
fn blank_lines_and_comments_say_nothing() {
    for line in ["", "  ", "# quit", "#"] {
        assert_eq!(CecpCommand::parse(line), Ok(None), "{line:?}");
    }
}

#[test]
fn a_gui_starting_a_game_is_understood() {
    // As XBoard 4.9 and Cutechess were seen to send it.
    for line in [
        "xboard",
        "protover 2",
        "accepted setboard",
        "rejected colors",
        "memory 68",
        "egtpath syzygy /EGT/Syzygy",
        "cores 1",
        "new",
        "random",
        "ics -",
        "level 40 0:30 0",
        "post",
        "hard",
        "easy",
        "ping 1",
        "force",
        "computer",
        "name X Y",
        "time 3000",
        "otim 3000",
        "go",
        "usermove d7c6",
        "b2b3",
        "result 1/2-1/2 {50-move rule}",
        "variant fischerandom",
        "rating 2000 0",
        "exclude all",
        "include e2e4",
        "nps -1",
        "option Style=Solid",
        "setscore 12 3",
        "lift e2",
        "put e4",
        "hover e4",
        "partner",
        "partner Bob",
        "ptell hi there",
        "holding [P] []",
    ] {
        assert_eq!(parse(line).to_string(), line);
    }
}

#[test]
fn clocks_may_be_negative_and_absurd() {
    assert_eq!(
        parse("time -5"),
        CecpCommand::EngineClock { centiseconds: -5 }
    );
    assert_eq!(
        parse("otim 99999999999999999999"),
        CecpCommand::OpponentClock {
            centiseconds: i64::MAX
        }
    );
    assert_eq!(
        message("time soon"),
        "time: expected a whole number of centiseconds, found 'soon'"
    );
}

#[test]
fn seconds_per_move_may_have_a_fraction_or_be_none() {
    let st = |time_ms| CecpCommand::SecondsPerMove { time_ms };
    assert_eq!(parse("st 0.25"), st(250));
    assert_eq!(parse("st 0"), st(0));
    assert_eq!(parse("st -1"), st(0));
    assert_eq!(parse("st 86400"), st(86_400_000));
    assert_eq!(st(250).to_string(), "st 0.25");
    assert_eq!(
        message("st"),
        "st: expected seconds, which may have a fraction, found the end of the line"
    );
}

#[test]
fn moves_come_with_and_without_their_word() {
    assert_eq!(
        parse("usermove e2e4"),
        CecpCommand::UserMove("e2e4".to_owned())
    );
    for text in [
        "e2e4", "e7e8q", "e7e8=Q", "O-O", "o-o-o", "0-0", "b2b3", "a7b8n", "Nf3", "Nbd7+", "R1xa3",
        "exd8=Q#", "e4", "P@e4", "@@@@", "Qh4e1", "e2-e4",
    ] {
        assert_eq!(parse(text), CecpCommand::BareMove(text.to_owned()));
    }
}

#[test]
fn other_words_are_no_moves() {
    for line in [
        "hello",
        "E2E4",
        "e9e4",
        "i2i4",
        "e2e4e5",
        "e2e4 e7e5",
        "bad1x",
        "q",
        "é4",
        "Zf3",
    ] {
        assert_eq!(message(line), format!("unknown command: {line}"));
    }
}

#[test]
fn informing_commands_never_fail() {
    for line in [
        "accepted",
        "rejected",
        "computer",
        "name",
        "random",
        "rating",
        "rating ? x",
        "result",
        "result nonsense",
        "ics",
        "holding",
    ] {
        assert!(matches!(CecpCommand::parse(line), Ok(Some(_))), "{line}");
    }
}

#[test]
fn results_keep_their_comment() {
    assert_eq!(
        parse("result 1-0 {White mates} "),
        CecpCommand::Result {
            result: GameResult::WhiteWins,
            comment: "White mates".to_owned()
        }
    );
}

#[test]
fn options_are_split_at_the_first_equals_sign() {
    let option = |name: &str, value: Option<&str>| CecpCommand::Option {
        name: name.to_owned(),
        value: value.map(str::to_owned),
    };
    assert_eq!(parse("option Hash=64"), option("Hash", Some("64")));
    assert_eq!(
        parse("option Move Overhead = 9"),
        option("Move Overhead", Some("9"))
    );
    assert_eq!(parse("option File=/a b=c"), option("File", Some("/a b=c")));
    assert_eq!(parse("option File="), option("File", Some("")));
    assert_eq!(parse("option ClearHash"), option("ClearHash", None));
    assert!(CecpCommand::parse("option =3").is_err());
}

#[test]
fn missing_arguments_are_named() {
    for (line, start) in [
        ("usermove", "usermove: expected a move"),
        ("setboard", "setboard: expected a FEN"),
        ("variant", "variant: expected a variant's name"),
        ("ping", "ping: expected a whole number"),
        ("sd", "sd: expected a depth in plies, from 0"),
        ("exclude", "exclude: expected a move or all"),
        ("egtpath", "egtpath: expected a kind of tables and a path"),
    ] {
        assert_eq!(message(line), format!("{start}, found the end of the line"));
    }
    assert!(CecpCommand::parse("sd -3").is_err());
}

#[test]
fn human_commands_work_here_too() {
    assert_eq!(parse("d"), CecpCommand::Human(HumanCommand::Display));
    assert_eq!(
        parse("perft 3"),
        CecpCommand::Human(HumanCommand::Perft { depth: 3 })
    );
}

#[test]
fn a_setboard_is_tidied() {
    assert_eq!(
        parse("setboard  8/8/8/8/8/8/8/K1k5  w - -"),
        CecpCommand::SetBoard("8/8/8/8/8/8/8/K1k5 w - -".to_owned())
    );
}

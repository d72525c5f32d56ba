//! What GUIs and people really send, and what comes of it.

use super::*;

fn parse(line: &str) -> UciCommand {
    UciCommand::parse(line)
        .unwrap_or_else(|error| panic!("{line:?}: {error}"))
        .unwrap_or_else(|| panic!("{line:?}: nothing"))
}

fn message(line: &str) -> String {
    UciCommand::parse(line).unwrap_err().to_string()
}

fn position(line: &str) -> (Option<String>, Vec<String>) {
    match parse(line) {
        UciCommand::Position { start, moves } => match start {
            StartPosition::Startpos => (None, moves),
            StartPosition::Fen(fen) => (Some(fen), moves),
        },
        other => panic!("{line:?}: {other:?}"),
    }
}

fn option(line: &str) -> (String, Option<String>) {
    match parse(line) {
        UciCommand::SetOption { name, value } => (name, value),
        other => panic!("{line:?}: {other:?}"),
    }
}

const FEN: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const SHORT_FEN: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";

#[test]
fn case_and_blanks_do_not_matter() {
    assert_eq!(parse("\t UCI "), UciCommand::Uci);
    assert_eq!(parse("IsReady"), UciCommand::IsReady);
    assert_eq!(parse("ucinewgame\r"), UciCommand::NewGame);
    let go = GoParameters {
        depth: Some(3),
        ..GoParameters::default()
    };
    assert_eq!(parse("Go   Depth\t3"), UciCommand::Go(go));
}

#[test]
fn blank_lines_and_comments_say_nothing() {
    for line in ["", "  \t", "# go", "#quit", "  # uci"] {
        assert_eq!(UciCommand::parse(line), Ok(None), "{line:?}");
    }
}

#[test]
fn positions_with_and_without_their_optional_words() {
    let moves = ["e1g1".to_owned(), "e8c8".to_owned()];
    for fen in [FEN, SHORT_FEN] {
        let spaced = fen.replace(' ', "   ");
        for (line, moves) in [
            (format!("position fen {fen}"), &moves[..0]),
            (format!("position FEN {spaced} MOVES"), &moves[..0]),
            (format!("position fen {spaced} moves e1g1  e8c8"), &moves),
            (format!("position fen {fen} e1g1 e8c8"), &moves),
            (format!("position {fen} moves e1g1 e8c8"), &moves),
        ] {
            let expected = (Some(fen.to_owned()), moves.to_vec());
            assert_eq!(position(&line), expected, "{line}");
        }
    }
    assert_eq!(position("position startpos"), (None, vec![]));
    assert_eq!(
        position("position startpos e1g1 e8c8"),
        (None, moves.to_vec())
    );
    assert_eq!(
        position("position StartPos moves e1g1 e8c8"),
        (None, moves.to_vec())
    );
}

#[test]
fn a_bad_fen_stays_whole_up_to_the_moves() {
    assert_eq!(
        position("position fen one two three four five six seven moves e2e4").0,
        Some("one two three four five six seven".to_owned())
    );
    assert_eq!(
        position("position fen nonsense").0,
        Some("nonsense".to_owned())
    );
}

#[test]
fn a_position_needs_a_start() {
    assert_eq!(
        message("position"),
        "position: expected startpos or fen, found the end of the line"
    );
    assert_eq!(
        message("position moves e2e4"),
        "position: expected startpos or fen, found 'moves'"
    );
    for line in ["position fen", "position fen moves e2e4"] {
        assert_eq!(
            message(line),
            "position fen: expected a FEN, found the end of the line"
        );
    }
}

#[test]
fn options_with_blanks_and_without_values() {
    let pair = |name: &str, value: Option<&str>| (name.to_owned(), value.map(str::to_owned));
    for (line, expected) in [
        ("setoption name Hash value 64", pair("Hash", Some("64"))),
        ("SetOption NAME hash VALUE 64", pair("hash", Some("64"))),
        ("setoption name Clear Hash", pair("Clear Hash", None)),
        (
            "setoption name  Move   Overhead value 9",
            pair("Move Overhead", Some("9")),
        ),
        (
            "setoption name SyzygyPath value",
            pair("SyzygyPath", Some("")),
        ),
        (
            "setoption name SyzygyPath value   ",
            pair("SyzygyPath", Some("")),
        ),
        (
            "setoption name BookFile value /a  b/value c ",
            pair("BookFile", Some("/a  b/value c")),
        ),
        ("setoption Hash value 64", pair("Hash", Some("64"))),
    ] {
        assert_eq!(option(line), expected, "{line}");
    }
    for line in ["setoption", "setoption name", "setoption name value 3"] {
        assert_eq!(
            message(line),
            "setoption name: expected an option's name, found the end of the line"
        );
    }
}

#[test]
fn debug_is_on_or_off() {
    assert_eq!(parse("debug ON"), UciCommand::Debug(true));
    assert_eq!(parse("debug off"), UciCommand::Debug(false));
    assert_eq!(
        message("debug maybe"),
        "debug: expected on or off, found 'maybe'"
    );
}

#[test]
fn unknown_words_before_a_command_are_skipped() {
    assert_eq!(parse("joho debug on"), UciCommand::Debug(true));
    assert_eq!(parse("\u{fffd}\u{fffd} isready"), UciCommand::IsReady);
    assert!(matches!(parse("xyz go depth 3"), UciCommand::Go(_)));
}

#[test]
fn prose_is_no_command() {
    for line in [
        "let us go now",
        "which position is this",
        "never stop trying",
        "I shall go to depth 5",
        "now go depth",
        "please d",
        "show eval",
        "xboard",
    ] {
        assert_eq!(message(line), format!("unknown command: {line}"));
    }
}

#[test]
fn human_commands_come_first_in_the_line() {
    assert_eq!(parse("d"), UciCommand::Human(HumanCommand::Display));
    assert_eq!(
        parse("perft 4"),
        UciCommand::Human(HumanCommand::Perft { depth: 4 })
    );
}

#[test]
fn register_keeps_its_text() {
    assert_eq!(
        parse("register later"),
        UciCommand::Register("later".to_owned())
    );
    assert_eq!(parse("register"), UciCommand::Register(String::new()));
}

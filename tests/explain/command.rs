//! `plumb explain` as users meet it: what it prints, what it refuses, and sessions.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use plumb_testing::program::{json, plumb, printed, refused, validator};
use plumb_testing::scratch::Scratch;

const ITALIAN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 0 1";
const SKEWER: &str = "8/8/6k1/p7/4rq2/1P6/P4R1P/6K1 w - - 0 41";
const FAST: [&str; 2] = ["--nodes", "20000"];

fn explained(arguments: &[&str]) -> String {
    printed(&[&["explain"], arguments, &FAST].concat())
}

#[test]
fn a_move_stands_beside_the_best_one() {
    let text = explained(&[ITALIAN, "h6"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "1...h6 allows mate in 1: 2.Qxf7#.");
    assert!(lines[1].starts_with("White threatens 2.Qxf7#"), "{text}");
    assert!(lines[1].ends_with("1...h6 does not meet it."), "{text}");
    assert!(lines[2].starts_with("The best move is 1...N"), "{text}");
    for part in [
        "White mates in 1",
        "\nMaterial ",
        "\nKing danger ",
        "\nTogether ",
        "1.0 = a pawn",
        "│",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let widest = text.lines().skip(8).map(|line| line.chars().count()).max();
    assert!(widest <= Some(100), "{widest:?} columns");
    assert!(explained(&[ITALIAN, "h6", "--ascii"]).is_ascii());
}

#[test]
fn rows_are_the_same_whatever_is_explained() {
    let names = |arguments: &[&str]| -> Vec<String> {
        let text = explained(arguments);
        let rows = text
            .lines()
            .skip_while(|line| !line.starts_with("Material"));
        rows.map(|row| row.chars().take(18).collect()).collect()
    };
    let one = names(&[ITALIAN, "h6"]);
    assert_eq!(one.len(), 15, "{one:?}");
    for other in [&["startpos"][..], &[SKEWER], &[ITALIAN, "Nf6"]] {
        assert_eq!(names(other), one);
    }
}

#[test]
fn json_is_what_the_schema_says_and_always_the_same() {
    for arguments in [
        &[ITALIAN, "h6"][..],
        &["startpos"],
        &[SKEWER],
        &["startpos", "a4"],
    ] {
        let arguments = [arguments, &["--json"]].concat();
        let text = explained(&arguments);
        assert_eq!(text.trim_end().lines().count(), 1);
        assert_eq!(validator("explain").errors(&json(&text)), [""; 0]);
        assert_eq!(explained(&arguments), text);
    }
    let value = json(&explained(&[ITALIAN, "h6", "--json"]));
    assert_eq!(value["relation"], "worse");
    let features = value["best"]["end"]["features"].as_array().unwrap();
    let sum: i64 = features
        .iter()
        .filter_map(|one| one["white_cp"].as_i64())
        .sum();
    assert_eq!(value["best"]["end"]["white_cp"], sum);
    assert!(value["nodes"].as_u64() < Some(25_000), "{}", value["nodes"]);
}

#[test]
fn the_best_move_stands_beside_the_second() {
    let head = |text: &str| -> Vec<String> {
        let first_row = text.lines().position(|line| line.starts_with("Material"));
        let caption = text.lines().nth(first_row.unwrap() - 1).unwrap();
        let moves = caption.split_whitespace().filter(|word| word.contains('.'));
        let moves = moves.filter(|word| !word.starts_with(['+', '-']));
        moves.map(str::to_owned).collect()
    };
    let value = json(&explained(&[ITALIAN, "--json"]));
    let best = value["best"]["move"].as_str().unwrap();
    for asked in [&[ITALIAN][..], &[ITALIAN, best]] {
        let value = json(&explained(&[asked, &["--json"]].concat()));
        assert_eq!(value["relation"], "best");
        assert_eq!(value["explained"], value["best"]);
        let text = explained(asked);
        let [best, second] = ["best", "second"].map(|one| value[one]["san"].as_str().unwrap());
        assert_ne!(best, second);
        assert_eq!(head(&text), [best, second]);
        let line = value["second"]["line"]["san"].as_str().unwrap();
        let shown: Vec<&str> = line.split(' ').take(6).collect();
        let shown = shown.join(" ");
        assert!(text.lines().any(|line| line.starts_with(&shown)), "{text}");
    }
    // An only move stands alone.
    let only = ["k7/8/1K6/8/8/8/8/7R b - - 0 1"];
    assert_eq!(head(&explained(&only)), ["1...Kb8"]);
    let value = json(&explained(&[only[0], "--json"]));
    assert!(value["second"].is_null());
    // What is worse, or as good, stands beside the first choice.
    let value = json(&explained(&[ITALIAN, "h6", "--json"]));
    assert!(value["second"].is_null());
}

#[test]
fn a_large_lead_is_no_smaller_for_a_slower_win() {
    let won = "6k1/5ppp/8/8/8/8/QQ3PPP/6K1 w - - 0 1";
    for mv in ["h3", "Qa8"] {
        let value = json(&explained(&[won, mv, "--json"]));
        assert_ne!(value["relation"], "worse", "{value}");
        let sentences = value["sentences"].to_string();
        assert!(
            !sentences.contains("misses") && !sentences.contains("worse"),
            "{sentences}"
        );
    }
}

#[test]
fn people_of_a_rating_play_something_else() {
    let text = explained(&[ITALIAN, "Nf6", "--elo", "1000"]);
    assert!(!text.contains("depths 1"), "{text}");
    let output = plumb(&["explain", ITALIAN, "--elo", "90"], "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn what_is_wrong_gets_one_clear_line() {
    for (arguments, expected) in [
        (vec!["not a fen"], "put the whole FEN in quotation marks"),
        (vec!["8/8/8/8/8/8/8/8 w - - 0 1"], "king"),
        (
            vec!["startpos", "Nd4"],
            "legal knight moves: Na3, Nc3, Nf3, Nh3",
        ),
        (vec!["startpos", "e2e5"], "legal for the pawn on e2: e3, e4"),
        (vec!["startpos", "frog"], "is not a move"),
        (vec!["8/8/8/8/k7/8/8/K1N3N1 w - - 0 1", "Ne2"], "Nce2, Nge2"),
        (vec!["--pgn", "no/such.pgn"], "no/such.pgn"),
    ] {
        let error = refused(&[&["explain"], &arguments[..]].concat());
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_finished_game_says_so() {
    let over = |fen: &str| printed(&["explain", fen]);
    assert_eq!(
        over("7k/5QQ1/8/8/8/8/8/K7 b - - 0 1").trim_end(),
        "The game is over: Black is mated, White has won."
    );
    assert!(over("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").contains("Black is stalemated"));
    assert!(over("7k/8/6K1/8/8/8/8/8 b - - 0 1").contains("nobody can mate"));
    let value = json(&printed(&[
        "explain",
        "7k/5QQ1/8/8/8/8/8/K7 b - - 0 1",
        "Kh7",
        "--json",
    ]));
    assert_eq!(validator("explain").errors(&value), [""; 0]);
    assert_eq!(value["outcome"], "checkmate");
}

#[test]
fn a_game_gives_position_and_move() {
    let folder = Scratch::new("explain-pgn");
    let path = folder.path("games.pgn");
    let pgn = "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 -- 4. a3 Nf6 *\n\n\
        [White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n*\n";
    fs::write(&path, pgn).unwrap();
    let name = path.as_str();
    let at = |words: &[&str]| explained(&[&["--pgn", name], words].concat());
    // The last move, or the move after so many plies; a null move is passed over.
    assert!(at(&[]).contains("4...Nf6 "), "{}", at(&[]));
    assert!(at(&["--ply", "3"]).contains("2...Nc6"));
    assert!(at(&["--ply", "5"]).contains("4.a3"));
    assert!(at(&["--ply", "3", "g6"]).contains("2...g6"));
    let error = refused(&["explain", "--pgn", name, "--ply", "9"]);
    assert!(error.contains("has 8 plies, not 9"), "{error}");
    let error = refused(&["explain", "--pgn", name, "--game", "2"]);
    assert!(
        error.contains("no moves") || error.contains("game 2"),
        "{error}"
    );
    let error = refused(&["explain", "--pgn", name, "--game", "3"]);
    assert!(error.contains("no game 3"), "{error}");
}

/// What a session says up to the first line with this in it: the end of input would stop
/// what is under way.
fn said(input: &str, last: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plumb"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    stdin.flush().unwrap();
    let mut text = String::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        text.push_str(&line.unwrap());
        text.push('\n');
        if text.contains(last) {
            break;
        }
    }
    drop(stdin);
    child.wait().unwrap();
    text
}

#[test]
fn sessions_explain_in_both_protocols() {
    let expected = explained(&[ITALIAN, "h6"]);
    for setup in [
        format!("uci\nposition fen {ITALIAN}\n"),
        format!("xboard\nprotover 2\nforce\nsetboard {ITALIAN}\n"),
    ] {
        let text = said(&format!("{setup}explain h6 nodes 20000\n"), "1.0 = a pawn");
        for line in expected.lines().filter(|line| !line.is_empty()) {
            assert!(text.contains(line), "{line} is missing in\n{text}");
        }
        for (words, error) in [
            ("explain Ke7 Kd8", "unknown word 'Kd8'"),
            ("explain Nd4 nodes", "nodes: expected 1 to"),
            ("explain Bh8", "legal bishop moves"),
        ] {
            let output = plumb(&[], &format!("{setup}{words}\n"));
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(text.contains(error), "{words}: {text}");
        }
    }
}

#[test]
fn the_end_of_input_ends_it_with_what_is_known() {
    let output = plumb(
        &[],
        &format!("uci\nposition fen {ITALIAN}\nexplain h6 nodes 5000000000\n"),
    );
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Stopped"), "{text}");
}

#[test]
fn zugzwang_is_told_and_counted() {
    // Both kings attack both pawns: who has to move gives up his own.
    let fen = "8/8/8/2k1p3/4P1K1/8/8/8 w - - 0 1";
    let text = explained(&[fen, "Kf5"]);
    assert!(
        text.contains("(zugzwang: after 1...Kd4 White would rather pass)"),
        "{text}"
    );
    // The same with a spare move is none.
    let text = explained(&["8/7p/7p/2k1p3/4P1K1/8/7P/8 w - - 0 1", "Kf5"]);
    assert!(!text.contains("zugzwang"), "{text}");
}

#[test]
fn a_move_that_is_worse_is_not_about_as_good() {
    // Among the other moves 1...f6 looks as good as the first choice; by itself it does not.
    let fen = "r1bqk2r/pppnbp1p/6pQ/8/2pP2N1/8/PPP2KPP/RNB1R3 b kq - 0 1";
    let text = printed(&["explain", fen, "f6"]);
    assert!(
        text.contains("that 1...f6 is worse shows only from depth"),
        "{text}"
    );
    assert!(!text.contains("1...f6, is about as good"), "{text}");
    assert!(printed(&["explain", fen]).contains("1...f6, is about as good"));
}

#[test]
fn a_page_has_the_sentences_and_both_lines() {
    let scratch = Scratch::new("explain_page");
    let path = scratch.path("page.html");
    explained(&[ITALIAN, "h6", "--html", &path]);
    let page = fs::read_to_string(&path).expect("a page");
    assert!(page.contains("1...h6 allows mate in 1: 2.Qxf7#."));
    assert!(page.contains("Content-Security-Policy") && !page.contains("src="));
    // Both moves are there from the position on, to be played through.
    let board = ITALIAN.split(' ').next().expect("a board");
    let line = format!("\"line\":{{\"board\":\"{board}\",\"moves\":\"");
    assert_eq!(page.matches(&line).count(), 2);
    assert!(page.contains(&format!("{line}h7h6 f3Qxf7#\"")));
    let nowhere = scratch.path("nowhere/page.html");
    let line = refused(&["explain", ITALIAN, "h6", "--html", &nowhere]);
    assert!(line.contains("page.html"), "{line}");
    // A finished game has a page, too.
    explained(&["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--html", &path]);
    assert!(
        fs::read_to_string(&path)
            .expect("a page")
            .contains("stalemated, a draw")
    );
}

/// Faults that were found when explanations of puzzles were read one by one.
#[test]
fn what_was_misread_once_is_told_better() {
    let first = |fen: &str, mv: &str| {
        let text = printed(&["explain", fen, mv]);
        text.lines().next().unwrap_or_default().to_owned()
    };
    // A fork that only makes up for a lost game is a fork.
    let fork = first("8/2k5/8/1p4n1/1P6/6r1/KBP5/8 w - - 8 58", "Be5+");
    assert!(fork.starts_with("58.Be5+ wins the rook"), "{fork}");
    assert!(fork.contains("(fork: the bishop on e5 attacks"), "{fork}");
    // A king who steps out of check between his own men does not interfere.
    let check = first("8/8/2r4p/4k3/4p2R/4P3/5PK1/8 w - - 5 52", "Rh5+");
    assert!(check.starts_with("52.Rh5+ wins a pawn"), "{check}");
    assert!(!check.contains("interference"), "{check}");
    // A man that is new is not won.
    let pawn = first("8/8/8/p5K1/6PP/1k6/8/8 b - - 0 62", "a4");
    assert!(pawn.starts_with("62...a4 gets a new queen"), "{pawn}");
}

//! Games as people and programs send them: what a report has of each, and what commands say
//! and end with. docs/field_cases.md lists the kinds, with where they were met.

use plumb_testing::program::{json, plumb};
use serde_json::Value;

use plumb_testing::scratch::Scratch;

/// The lines of a report of one kind.
fn report(scratch: &Scratch, name: &str, games: &str, kind: &str) -> Vec<Value> {
    let file = scratch.file(name, games);
    let run = plumb(
        &[
            "fairplay",
            &file,
            "--nodes",
            "100",
            "--no-second-pass",
            "--format",
            "jsonl",
        ],
        "",
    );
    let text = String::from_utf8(run.stdout).unwrap();
    let lines = text.lines().map(json);
    lines.filter(|line| line["kind"] == kind).collect()
}

fn tag<'g>(game: &'g Value, name: &str) -> Option<&'g str> {
    let tags = game["tags"].as_array().unwrap();
    let found = tags.iter().find(|tag| tag[0] == name)?;
    found[1].as_str()
}

const FEN: &str = "7k/5ppp/8/8/8/8/8/R5K1 w - - 0 1";

#[test]
fn a_report_has_no_game_from_the_usual_position_where_a_fen_stood() {
    let scratch = Scratch::new("fen");
    let spellings = [
        "[FEN @]",
        "[FEN '@']",
        "[FEN \u{201c}@\u{201d}]",
        "[FEN: \"@\"]",
        "[FEN = \"@\"]",
        "[FEN \"@\"",
        "[FEN \"@\r\"]",
        "[FEN \"\"@\"\"]",
        "[fen \"@\"]",
    ];
    let games: String = spellings
        .iter()
        .enumerate()
        .map(|(at, tag)| {
            let tag = tag.replace('@', FEN);
            format!("[White \"A{at}\"]\n[Black \"B\"]\n{tag}\n\n1. Ra8# 1-0\n\n")
        })
        .collect();
    let found = report(&scratch, "spellings.pgn", &games, "game");
    assert_eq!(found.len(), spellings.len());
    assert!(
        found.iter().all(|game| game["start_fen"] == FEN),
        "{found:?}"
    );

    // What cannot be read costs its game, and that alone.
    let broken = "[White \"A\"]\n[FEN \"7k/5ppp\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. e4 e5 *\n";
    let file = scratch.file("broken.pgn", broken);
    let problems = report(&scratch, "broken.pgn", broken, "problem");
    assert_eq!(problems.len(), 1);
    assert_eq!(
        problems[0]["reason"],
        "line 2: '[FEN \\\"7k/5ppp' is not a tag: expected [Name \"value\"]"
    );
    let alone = scratch.file("alone.pgn", "[FEN [x]]\n\n1. e4 e5 *\n");
    for (command, line) in [
        (
            &["analyse", "--pgn", &file, "--nodes", "100"][..],
            "line 2: '[FEN",
        ),
        (
            &["fairplay", &alone, "--format", "jsonl"],
            "line 1: '[FEN [x]]' is not a tag",
        ),
    ] {
        let run = plumb(command, "");
        let error = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(2), "{error}");
        assert!(error.contains(line), "{error}");
    }
}

#[test]
fn a_report_has_every_game_once_and_under_its_number() {
    let scratch = Scratch::new("ghosts");
    let games = "[Event \"5th \"Old Oak\" Open 2026\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. d4 1-0\
        [Event \"of two\nlines\"]\n[White \"C\"]\n[Black \"D\"]\n[Event \"again\"]\n\n1. d4 d5 2. e3 *\n\
        -------- next --------\n\n{a comment}\n\n\
        [Event \"x\"]\n[White \"E\"]\n[Black \"F\"]\n\n1. c4 e5 2. d3 *\n";
    let found = report(&scratch, "games.pgn", games, "game");
    let seen: Vec<_> = found
        .iter()
        .map(|game| {
            (
                game["number"].as_u64(),
                game["line"].as_u64(),
                tag(game, "Event"),
            )
        })
        .collect();
    assert_eq!(
        seen,
        [
            (Some(1), Some(1), Some("5th \"Old Oak\" Open 2026")),
            (Some(2), Some(5), Some("of two lines")),
            (Some(3), Some(16), Some("x")),
        ]
    );
    let third = [
        "--pgn",
        &scratch.path("games.pgn"),
        "--game",
        "3",
        "--ply",
        "1",
    ];
    let run = plumb(
        &[&["analyse", "--nodes", "100", "--json"], &third[..]].concat(),
        "",
    );
    let answer = json(&String::from_utf8(run.stdout).unwrap());
    assert!(answer.to_string().contains("2P5"), "{answer}");
}

#[test]
fn a_report_names_the_language_of_moves_and_words_that_are_none() {
    let scratch = Scratch::new("language");
    let games = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 *\n\n\
        [White \"C\"]\n[Black \"D\"]\n\n1. e4 xyzzy e5 *\n\n\
        [White \"E\"]\n[Black \"F\"]\n\n1.\u{a0}e4 <> 2. \u{2658}f3 <> 3. e5 d5 4. exd6e.p. *\n";
    let found = report(&scratch, "moves.pgn", games, "game");
    assert_eq!(
        found[0]["notes"],
        json("[\"the moves are in German or Scandinavian\"]")
    );
    assert_eq!(found[0]["moves"][2]["san"], "Nf3");
    assert_eq!(found[1]["notes"], json("[\"the pieces are figurines\"]"));
    assert_eq!(
        (found.len(), found[1]["moves"].as_array().map(Vec::len)),
        (2, Some(7))
    );
    let problems = report(&scratch, "moves.pgn", games, "problem");
    assert_eq!(
        problems[0]["reason"],
        "line 9: 'xyzzy' is not a move: expected SAN such as Nf3"
    );
    let run = plumb(
        &[
            "analyse",
            "--pgn",
            &scratch.path("moves.pgn"),
            "--nodes",
            "100",
        ],
        "",
    );
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(
        said.contains("game 1 (line 1): the moves are in German or Scandinavian"),
        "{said}"
    );
}

#[test]
fn commands_say_what_they_cannot_read() {
    let scratch = Scratch::new("words");
    let zip = scratch.file("games.zip", b"PK\x03\x04\x14\0\0\0");
    let suite = scratch.file(
        "suite.epd",
        "7k/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#;\n7k/5ppp/8/8/8/8/8/R5K1 w - - bm Zz9;\n",
    );
    for (command, code, said) in [
        (
            &["fairplay", &zip, "--format", "jsonl"][..],
            2,
            "it is a ZIP archive: expected the PGN file in it",
        ),
        (&["review", &zip], 2, "it is a ZIP archive"),
        (&["rate", &zip], 2, "it is a ZIP archive"),
        (
            &["epd", &suite, "--nodes", "500"],
            1,
            "1 of 2 solved (50.0 %), 1 line unreadable",
        ),
        (
            &[
                "explain",
                "--nodes",
                "100",
                plumb::notation::START_FEN,
                "1.e4",
            ],
            0,
            "1.e4",
        ),
        (
            &[
                "explain",
                "--nodes",
                "100",
                plumb::notation::START_FEN,
                "nf3",
            ],
            0,
            "1.Nf3",
        ),
    ] {
        let run = plumb(command, "");
        let text = [run.stdout, run.stderr].concat();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(run.status.code(), Some(code), "{command:?}: {text}");
        assert!(text.contains(said), "{command:?}: {text}");
    }
}

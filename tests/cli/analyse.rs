//! `analyse` as users meet it: facts, one a line, in both protocols and on the
//! command line; JSON that its schema describes; the same bytes every time; and
//! levels that anybody can compute from the search's own reports.

use plumb_testing::scratch::Scratch;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

use plumb_testing::program::{json, plumb, printed, validator};

const ITALIAN: &str = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
const SMOTHERED: &str = "6rk/6pp/8/6N1/8/8/5PPP/6K1 w - - 0 1";

/// Times apart, the same run is the same text.
fn without_times(text: &str) -> String {
    let mut value = json(text);
    fn walk(value: &mut Value) {
        match value {
            Value::Object(map) => {
                map.remove("time_ms");
                map.values_mut().for_each(walk);
            }
            Value::Array(list) => list.iter_mut().for_each(walk),
            _ => {}
        }
    }
    walk(&mut value);
    value.to_string()
}

fn facts_of(text: &str) -> Vec<String> {
    let timeless = |line: &str| {
        let mut words: Vec<&str> = line.split(' ').collect();
        if let Some(at) = words.iter().position(|&word| word == "time") {
            words.drain(at..at + 2);
        }
        words.join(" ")
    };
    text.lines().map(timeless).collect()
}

const POSITIONS: [(&str, Option<&str>); 8] = [
    (ITALIAN, Some("f3g5")),
    // The played move is far outside the listed ones.
    (ITALIAN, Some("c4a6")),
    (SMOTHERED, Some("g5f7")),
    // One legal move.
    ("7k/8/8/8/8/8/6q1/K7 w - - 0 1", Some("a1b1")),
    // Mated, stalemate, a dead draw.
    ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", None),
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", None),
    ("7k/8/6K1/8/8/8/8/8 b - - 0 1", None),
    // A promotion, and a move that stalemates.
    ("8/P7/8/8/8/1k6/8/K7 w - - 0 1", Some("a7a8q")),
];

fn arguments<'a>(fen: &'a str, played: Option<&'a str>, more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["analyse", fen];
    if let Some(played) = played {
        arguments.extend(["--played", played]);
    }
    arguments.extend(more);
    arguments
}

#[test]
fn json_fits_its_schema_and_is_the_same_every_time() {
    let whole = validator("analysis");
    let account = validator("eval");
    for (fen, played) in POSITIONS {
        let arguments = arguments(fen, played, &["--nodes", "20000", "--json"]);
        let text = printed(&arguments);
        assert_eq!(text.lines().count(), 1);
        let value = json(&text);
        assert_eq!(whole.errors(&value), [""; 0], "{fen}");
        for part in ["root", "leaf"] {
            if !value["account"].is_null() {
                assert!(account.is_valid(&value["account"][part]), "{fen} {part}");
            }
        }
        assert_eq!(
            without_times(&text),
            without_times(&printed(&arguments)),
            "{fen}"
        );
    }
    assert!(!whole.is_valid(&json("{}")));
}

#[test]
fn budgets_hold_and_figures_agree_with_each_other() {
    for (fen, played) in POSITIONS {
        let value = json(&printed(&arguments(
            fen,
            played,
            &["--nodes", "20000", "--json"],
        )));
        // The first root move of a search is always finished, whatever the limit.
        assert!(
            value["nodes"].as_u64().unwrap() <= 4 * 20_000 + 200_000,
            "{fen}"
        );
        let Some(all) = value["alternatives"].as_object() else {
            assert!(
                !value["outcome"].is_null() || value["best"].is_null(),
                "{fen}"
            );
            continue;
        };
        let moves = all["moves"].as_array().unwrap();
        let legal = all["legal"].as_u64().unwrap() as f64;
        let listed: f64 = moves
            .iter()
            .map(|one| one["credit"].as_f64().unwrap())
            .sum();
        let worst = moves.last().unwrap()["credit"].as_f64().unwrap();
        let total = listed + (legal - moves.len() as f64) * worst;
        assert!((total - 1.0).abs() < 1e-9, "{fen}: credits sum to {total}");
        assert_eq!(moves[0]["loss_cp"], 0);
        for pair in moves.windows(2) {
            let loss = |value: &Value| value["loss_cp"].as_i64().unwrap();
            assert!(loss(&pair[0]) <= loss(&pair[1]), "{fen}");
        }
        if let Some(played) = played {
            assert!(
                moves.iter().any(|one| one["move"] == played),
                "{fen}: {played}"
            );
        }
        let account = &value["account"];
        if let (Some(search), Some(cp)) = (
            account["search_cp"].as_i64(),
            value["best"]["score"]["cp"].as_i64(),
        ) {
            let white = if fen.contains(" w ") { cp } else { -cp };
            let leaf = account["leaf"]["white_cp"].as_i64().unwrap();
            let correction = account["correction"].as_object().unwrap();
            let total = correction["total_cp"].as_i64().unwrap();
            let parts: i64 = correction.values().map(|cp| cp.as_i64().unwrap()).sum();
            assert_eq!(parts, 2 * total, "{fen}");
            assert_eq!(leaf + total + search, white, "{fen}");
        }
    }
}

/// L[d] is the last exact score whose selective depth is d; skipped depths
/// take the next deeper one, and depths past the deepest repeat its score.
fn levels_from(search: &Value, length: usize) -> Vec<i64> {
    let value = |score: &Value| match (score["cp"].as_i64(), score["mate"].as_i64()) {
        (Some(cp), _) => cp,
        (_, Some(mate)) => mate.signum() * (10_000 - mate.abs()),
        _ => panic!("{score}"),
    };
    let exact: Vec<(usize, i64)> = search["iterations"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|report| report["bound"] == "exact")
        .map(|report| {
            (
                report["seldepth"].as_u64().unwrap() as usize,
                value(&report["score"]),
            )
        })
        .collect();
    let deepest = exact.iter().map(|&(depth, _)| depth).max().unwrap();
    let at = |wanted: usize| {
        exact
            .iter()
            .rfind(|&&(depth, _)| depth == wanted)
            .map(|&(_, cp)| cp)
    };
    (1..=length)
        .map(|depth| {
            (depth..=deepest)
                .find_map(at)
                .or_else(|| at(deepest))
                .unwrap()
        })
        .collect()
}

#[test]
fn levels_can_be_computed_from_the_reports() {
    let text = printed(&arguments(
        ITALIAN,
        Some("f3g5"),
        &["--nodes", "60000", "--json"],
    ));
    let value = json(&text);
    for search in [&value["best"], &value["played"]["search"]] {
        let levels: Vec<i64> = search["levels"]["values"]
            .as_array()
            .unwrap()
            .iter()
            .map(|level| level.as_i64().unwrap())
            .collect();
        assert_eq!(levels, levels_from(search, 20));
    }
}

#[test]
fn both_protocols_say_what_the_command_line_says() {
    let expected = facts_of(&printed(&arguments(
        ITALIAN,
        Some("f3g5"),
        &["--nodes", "15000", "--lines"],
    )));
    assert!(expected.len() > 30);
    let known = ["level", "line", "played", "forced", "mate", "summary"];
    for fact in &expected {
        let keyword = fact.split(' ').next().unwrap();
        assert!(known.contains(&keyword), "{fact}");
    }
    let words = "analyse played f3g5 nodes 15000";
    for (setup, end) in [
        (format!("uci\nposition fen {ITALIAN}\n"), "isready\n"),
        (
            format!("xboard\nprotover 2\nforce\nsetboard {ITALIAN}\n"),
            "ping 1\n",
        ),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_plumb"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        writeln!(stdin, "{setup}{words}\n{end}").unwrap();
        stdin.flush().unwrap();
        let mut lines =
            std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
        let mut facts = Vec::new();
        for line in &mut lines {
            let line = line.unwrap();
            let keyword = line.split(' ').next().unwrap_or_default().to_owned();
            if known.contains(&keyword.as_str()) {
                facts.push(line.clone());
            }
            if line.starts_with("summary best") {
                break;
            }
        }
        // The session goes on, and nothing has changed when it is asked again.
        writeln!(stdin, "{words}").unwrap();
        stdin.flush().unwrap();
        let again: Vec<String> = lines
            .map(Result::unwrap)
            .filter(|line| known.contains(&line.split(' ').next().unwrap_or_default()))
            .take(facts.len())
            .collect();
        assert_eq!(facts_of(&facts.join("\n")), expected, "{setup}");
        assert_eq!(facts_of(&again.join("\n")), expected, "{setup}");
        writeln!(stdin, "quit").unwrap();
        drop(stdin);
        child.wait().unwrap();
    }
}

#[test]
fn the_end_of_input_ends_it_with_what_it_has() {
    let output = plumb(&[], "analyse nodes 500000000 played e2e4\n");
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("summary best") && last.ends_with("stopped yes"),
        "{text}"
    );
}

#[test]
fn wrong_words_get_one_clear_line() {
    for (arguments, expected) in [
        (
            vec!["analyse", "not a fen"],
            "put the whole FEN in quotation marks",
        ),
        (vec!["analyse", ITALIAN, "--played", "e1e3"], "played"),
        (
            vec!["analyse", ITALIAN, "--depth", "300"],
            "plumb: --depth 300: expected 1 to 200 plies",
        ),
        (
            vec!["analyse", ITALIAN, "--multipv", "1"],
            "plumb: --multipv 1: expected 2 to 256 lines",
        ),
        (vec!["analyse", "--pgn", "no/such.pgn"], "no/such.pgn"),
    ] {
        let output = plumb(&arguments, "");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains(expected), "{error}");
    }
    let output = plumb(&[], "uci\nanalyse deph 3\nanalyse moves e2e5\n");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("info string error: analyse: unknown word 'deph'"),
        "{text}"
    );
    assert!(
        text.contains("info string error: analyse: move 1"),
        "{text}"
    );
}

#[test]
fn a_position_of_a_game_knows_what_was_played() {
    let folder = Scratch::new("analyse");
    let path = folder.join("games.pgn");
    let pgn = "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";
    std::fs::write(&path, pgn).unwrap();
    let name = path.to_str().unwrap();
    let text = printed(&["analyse", "--lines", "--pgn", name, "--nodes", "5000"]);
    assert!(
        text.contains("\nplayed h5f7 score mate 1 drop 0 first-choice yes"),
        "{text}"
    );
    let fifth = ["--ply", "5", "--nodes", "5000"];
    let text = printed(&[&["analyse", "--lines", "--pgn", name], &fifth[..]].concat());
    assert!(text.contains("\nplayed g8f6 score mate -1"), "{text}");
    let output = plumb(&["analyse", "--pgn", name, "--ply", "9"], "");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("has 7 plies, not 9"), "{error}");
}

#[test]
fn by_default_it_speaks_to_people() {
    let text = printed(&arguments(ITALIAN, Some("c4a6"), &["--nodes", "20000"]));
    for part in [
        "\n | R | N | B | Q | K |   |   | R | 1\n",
        "\nWhite to move. ",
        "\nFirst choice: ",
        "\n  White wins ",
        "\nPlayed: Ba6  -",
        "\n  Worse than the first choice by ",
        "\nHow sure: ",
        "\nForced: nothing; ",
        "\nMate: none was seen within 3 moves",
        "█│\n",
        "│█",
    ] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
    assert!(text.contains("\n  4. "), "{text}");
    let longest = text.lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(120), "{longest:?} columns");
}

#[test]
fn scores_for_people_are_from_whites_side() {
    // Black is a queen ahead and to move.
    let text = printed(&[
        "analyse",
        "3qk3/8/8/8/8/8/4P3/4K3 b - - 0 1",
        "--nodes",
        "5000",
    ]);
    let first = text
        .lines()
        .find(|line| line.starts_with("First choice"))
        .unwrap();
    assert!(first.contains("  -"), "{text}");
    let mated = printed(&[
        "analyse",
        "6rk/6pp/8/6N1/8/8/5PPP/6K1 b - - 0 1",
        "--nodes",
        "5000",
    ]);
    assert!(
        mated.contains("Mate: White mates in 1, if the other passes (no shorter mate exists)."),
        "{mated}"
    );
}

#[test]
fn a_settled_mate_ends_the_search() {
    for (fen, depth) in [
        (SMOTHERED, 4),
        ("2r3k1/5ppp/8/Q7/8/8/5PPP/3R2K1 w - - 0 1", 8),
    ] {
        let value = json(&printed(&arguments(fen, None, &["--json"])));
        let iterations = value["best"]["iterations"].as_array().unwrap();
        let last = iterations.last().unwrap();
        assert!(last["score"]["mate"].is_i64(), "{last}");
        assert_eq!(last["depth"], depth, "{fen}");
    }
}

#[test]
fn a_fen_without_quotation_marks_is_known_for_what_it_is() {
    for command in ["analyse", "eval"] {
        let arguments: Vec<&str> = std::iter::once(command).chain(ITALIAN.split(' ')).collect();
        let output = plumb(&arguments, "");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(
            error.contains(&format!("in quotation marks: \"{ITALIAN}\"")),
            "{error}"
        );
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn a_move_is_called_the_only_one_only_where_it_is() {
    // So few nodes that the others are not compared.
    let said = printed(&["analyse", "startpos", "--nodes", "100"]);
    assert!(
        said.contains("; the others were not compared with it.") && !said.contains("only legal"),
        "{said}"
    );
    let one = "7k/8/8/8/8/8/6q1/K7 w - - 0 1";
    let said = printed(&["analyse", one, "--nodes", "100"]);
    assert!(said.contains("is the only legal move."), "{said}");
}

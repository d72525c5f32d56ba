//! `plumb rate` as a user meets it.

use plumb_testing::scratch::ScratchFile;
use std::process::{Command, Output, Stdio};

fn rate(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plumb"))
        .arg("rate")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the binary starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn game(white: &str, black: &str, round: usize, result: &str) -> String {
    format!(
        "[White \"{white}\"]\n[Black \"{black}\"]\n[Round \"{round}\"]\n[Result \"{result}\"]\n\n1. e4 e5 {result}\n\n"
    )
}

/// Alpha beats Beta by three to one, Beta and Gamma are equal.
fn tournament() -> String {
    let mut text = String::new();
    for round in 0..60 {
        let (one, other) = [
            ("1-0", "0-1"),
            ("1/2-1/2", "1/2-1/2"),
            ("1-0", "1/2-1/2"),
            ("0-1", "0-1"),
        ][round % 4];
        text += &game("Alpha", "Beta", round, one);
        text += &game("Beta", "Alpha", round, other);
        let level = ["1-0", "1/2-1/2"][round % 2];
        text += &game("Beta", "Gamma", 100 + round, level);
        text += &game("Gamma", "Beta", 100 + round, level);
    }
    text
}

#[test]
fn a_table_of_players() {
    let file = ScratchFile::new("games.pgn", tournament());
    let output = rate(&[file.path(), "--anchor", "Beta=2000", "--los"]);
    let text = stdout(&output);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(
        text.starts_with("3 players, 240 games (120 pairs, 0 single)\nWhite's advantage "),
        "{text}"
    );
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[3], "rank  name   rating   95 %  games  score  draws");
    assert!(lines[4].starts_with("   1  Alpha    21"), "{text}");
    assert!(lines[4].ends_with("120  68.8%  37.5%"), "{text}");
    assert!(text.contains("Beta     2000  known    240"), "{text}");
    assert!(text.contains("Chance, in %, that the player of the row"));
    // The same seed gives the same text; another seed other intervals only.
    let again = rate(&[file.path(), "--anchor", "Beta=2000", "--los"]);
    assert_eq!(stdout(&again), text);
}

#[test]
fn json_carries_the_same() {
    let file = ScratchFile::new("json.pgn", tournament());
    let output = rate(&[
        file.path(),
        "--json",
        "--los",
        "--bootstrap",
        "100",
        "--average",
        "1500",
    ]);
    let value: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(value["games"], 240);
    assert_eq!(value["pairs"], 120);
    let players = value["players"].as_array().unwrap();
    assert_eq!(players[0]["name"], "Alpha");
    let sum: f64 = players.iter().map(|p| p["rating"].as_f64().unwrap()).sum();
    assert!((sum - 4500.0).abs() < 0.05);
    let bounds = &players[0]["interval_95"];
    let rating = players[0]["rating"].as_f64().unwrap();
    assert!(bounds[0].as_f64().unwrap() < rating && rating < bounds[1].as_f64().unwrap());
    assert!(value["los"][0][1].as_f64().unwrap() > 0.95);
    assert!(value["los"][0][0].is_null());
}

#[test]
fn bad_games_are_named_and_skipped() {
    let mut text = game("A", "B", 1, "1-0");
    text += &game("A", "A", 2, "1-0");
    text += &game("A", "B", 3, "*");
    text += &game("B", "A", 4, "1/2-1/2");
    let file = ScratchFile::new("bad.pgn", &text);
    let output = rate(&[file.path()]);
    assert!(output.status.success());
    assert_eq!(
        stderr(&output),
        format!(
            "plumb: {}, game 2 (line 8): 'A' plays both sides; skipped\n",
            file.path()
        )
    );
    assert!(
        stdout(&output)
            .starts_with("2 players, 2 games (1 pair, 0 single), 1 unfinished, 1 skipped\n")
    );
}

#[test]
fn groups_that_never_met_are_reported() {
    let text = [
        game("A", "B", 1, "1-0"),
        game("C", "D", 1, "1-0"),
        game("D", "E", 1, "1-0"),
    ]
    .concat();
    let file = ScratchFile::new("groups.pgn", &text);
    let text = stdout(&rate(&[file.path(), "--los"]));
    assert!(text.contains("The players fall into 2 groups"), "{text}");
    assert!(text.contains("-- group 2\n"), "{text}");
    assert!(
        !text.to_lowercase().contains("nan") && !text.contains("inf"),
        "{text}"
    );
}

#[test]
fn the_published_results_table() {
    let file = ScratchFile::new(
        "results.toml",
        "[[result]]\nopponent = \"weak\"\nrating = 1500\nscore = 9\ngames = 10\n\n\
         [[result]]\nopponent = \"level\"\nrating = 1700\nscore = 5\ngames = 10\n\n\
         [[result]]\nopponent = \"strong\"\nrating = 1900\nscore = 0\ngames = 10\n",
    );
    let text = stdout(&rate(&["--table", file.path()]));
    assert!(text.starts_with("14 points of 30\n"), "{text}");
    assert!(
        text.contains("normal     1669.4   1586 to 1752\n"),
        "{text}"
    );
    assert!(text.contains("logistic   16"), "{text}");
    let json = stdout(&rate(&["--table", file.path(), "--json"]));
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["normal"]["rating"], 1669.42);
}

#[test]
fn mistakes_end_with_2_and_say_what_to_do() {
    let games = ScratchFile::new("few.pgn", game("A", "B", 1, "1-0"));
    let empty = ScratchFile::new("empty.pgn", "");
    let table = ScratchFile::new("bad.toml", "[[result]]\nopponent = 1\n");
    for (arguments, expected) in [
        (vec!["/no/such/file.pgn"], "cannot read /no/such/file.pgn"),
        (
            vec![empty.path()],
            "no finished game with two named players in ",
        ),
        (vec![games.path(), "--anchor", "A"], "expected NAME=ELO"),
        (
            vec![games.path(), "--anchor", "Z=5"],
            "the players are A, B",
        ),
        (
            vec![games.path(), "--anchor", "A=nan"],
            "expected -10000 to 10000",
        ),
        (
            vec![games.path(), "--anchor", "A=1", "--anchor", "A=2"],
            "'A' has two known ratings",
        ),
        (
            vec![games.path(), "--no-prior"],
            "without a prior 'B' cannot be rated",
        ),
        (
            vec![games.path(), "--prior", "-1"],
            "a prior of -1 games: expected 0 to 1000",
        ),
        (vec!["--table", table.path()], "line 2: "),
        (vec![], "required"),
    ] {
        let output = rate(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
        assert!(stdout(&output).is_empty());
    }
}

#[test]
fn games_that_a_failure_ended_count_only_when_asked_for() {
    let game = |result: &str, termination: &str| {
        format!(
            "[White \"A\"]\n[Black \"B\"]\n[Result \"{result}\"]\n\
             [Termination \"{termination}\"]\n\n1. e4 e5 {result}\n\n"
        )
    };
    let games = [
        game("1-0", "abandoned"),
        game("1-0", "rules infraction"),
        game("1/2-1/2", "normal"),
        game("0-1", "time forfeit"),
    ];
    let file = ScratchFile::new("crashes.pgn", games.concat());
    let text = stdout(&rate(&[file.path()]));
    assert!(
        text.starts_with("2 players, 2 games") && text.contains(", 2 ended by an engine's failure"),
        "{text}"
    );
    let all = ScratchFile::new("all_crashes.pgn", game("1-0", "abandoned"));
    let output = rate(&[all.path()]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        error.contains("(1 ended by an engine's failure: --count-failures counts them)"),
        "{error}"
    );
    for option in ["--count-failures", "--count-crashes"] {
        let text = stdout(&rate(&[file.path(), option]));
        assert!(
            text.starts_with("2 players, 4 games") && !text.contains("failure"),
            "{text}"
        );
    }
}

#[test]
fn games_of_two_variants_have_no_common_rating() {
    let game = |variant: &str, result: &str| {
        format!(
            "[White \"A\"]\n[Black \"B\"]\n[Result \"{result}\"]\n[Variant \"{variant}\"]\n\n\
             1. e4 e5 {result}\n\n"
        )
    };
    let games = [
        game("Standard", "1-0"),
        game("", "0-1"),
        game("Chess960", "1/2-1/2"),
        game("fischerandom", "1-0"),
        game("Chess 960", "0-1"),
    ];
    let file = ScratchFile::new("variants.pgn", games.concat());
    let output = rate(&[file.path()]);
    assert_eq!(output.status.code(), Some(2));
    let error = stderr(&output);
    assert!(
        error.contains("variants (chess 2, chess960 3)") && error.contains("expected --variant"),
        "{error}"
    );
    let games = |variant| stdout(&rate(&[file.path(), "--variant", variant]));
    assert!(games("chess").starts_with("2 players, 2 games"));
    assert!(games("Chess960").starts_with("2 players, 3 games"));
    let output = rate(&[file.path(), "--variant", "atomic"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("(chess 2, chess960 3)"));
    // Of one kind nothing has to be said.
    let one = ScratchFile::new("one_variant.pgn", game("Chess960", "1-0"));
    assert!(stdout(&rate(&[one.path()])).starts_with("2 players, 1 game"));
}

#[test]
fn games_that_repeat_another_one_count_only_when_asked_for() {
    // Knights go out and back: 32 plies from the start position, or 28.
    let game = |white: &str, black: &str, tags: &str, rounds: usize| {
        let moves = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(rounds);
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"1-0\"]\n{tags}\n{moves} 1-0\n\n"
        )
    };
    let chess960 =
        "[FEN \"nrbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBNR w KQkq - 0 1\"]\n[SetUp \"1\"]\n";
    let first = game("A", "B", "", 8);
    let same = game("A", "B", "[Round \"7\"]\n", 8);
    let others = [
        game("B", "A", "", 8),
        game("A", "C", "", 8),
        game("A", "B", chess960, 8),
        game("A", "B", "", 9),
        game("A", "B", "", 7),
        game("A", "B", "", 7),
    ];
    let one = ScratchFile::new("repeats_1.pgn", &(first.clone() + &others.concat() + &same));
    let two = ScratchFile::new("repeats_2.pgn", &first);
    let text = stdout(&rate(&[one.path(), two.path()]));
    let told = "2 left out that repeat another one move for move (--count-repeats counts them)\n";
    assert!(text.starts_with("3 players, 7 games ("), "{text}");
    assert!(text.contains(told), "{text}");
    let json = stdout(&rate(&[one.path(), two.path(), "--json"]));
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&value["games"], &value["repeats"]), (&7.into(), &2.into()));
    let text = stdout(&rate(&[one.path(), two.path(), "--count-repeats"]));
    assert!(
        text.starts_with("3 players, 9 games (") && !text.contains("repeat"),
        "{text}"
    );
}

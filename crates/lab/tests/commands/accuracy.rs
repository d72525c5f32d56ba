//! `plumb-lab accuracy` as a user meets it.

use plumb_testing::scratch::Scratch;
use std::process::{Command, Output, Stdio};

use plumb_chess::board::{Color, Game, PieceKind, Position};
use plumb_chess::notation::to_san;

/// A folder that is gone when the test is over.
fn accuracy(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plumb-lab"))
        .arg("accuracy")
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

/// Twenty games of three positions that are White's, level and Black's beyond
/// doubt; games 9 and 19 are for validation.
fn clear_positions() -> String {
    let mut text = String::new();
    for game in 0..20 {
        let number = game + 10;
        let turn = if game % 2 == 0 { 'w' } else { 'b' };
        for (pieces, cp) in [
            ("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R2QK2R", "+900"),
            ("r3k2r/pppppppp/2n5/8/8/2N5/PPPPPPPP/R3K2R", "0"),
            ("r2qk2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R", "-900"),
        ] {
            text += &format!("{pieces} {turn} KQkq - 0 {number};1/2-1/2;{cp};1;{game}\n");
        }
    }
    text
}

#[test]
fn clear_positions_are_told_apart() {
    let folder = Scratch::new("clear");
    let data = folder.file("clear.txt", clear_positions());
    let jsonl = folder.file("out.jsonl", "");
    let output = accuracy(&[&data, "--measure", "tune", "--jsonl", &jsonl]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(
        text.contains("54 positions from 18 games (tune), depth 1"),
        "{text}"
    );
    assert!(
        text.contains("6 positions from 2 games (validation)"),
        "{text}"
    );
    assert!(text.contains("100.0 (100.0 to 100.0)"), "{text}");
    for row in ["White wins  ", "level  ", "Black wins  "] {
        let line = text.lines().find(|line| line.starts_with(row)).unwrap();
        assert!(line.contains("18") && line.ends_with("100.0 %"), "{text}");
    }
    let written = std::fs::read_to_string(&jsonl).unwrap();
    let lines: Vec<serde_json::Value> = written
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 60);
    assert_eq!(lines[0]["use"], "fit");
    assert_eq!(lines[0]["line"], 28);
    assert_eq!(lines[0]["label"]["cp"], 900);
    // From White's side, whoever is to move.
    assert!(lines[3]["scores"]["Plumb (this build)"]["cp"].as_i64() > Some(300));

    // The same again, on two threads.
    let again = accuracy(&[&data, "--measure", "tune", "--concurrency", "2"]);
    assert_eq!(stdout(&again), text);
}

#[test]
fn a_label_on_the_wrong_side_is_an_error_and_a_cut_is_taken() {
    let folder = Scratch::new("wrong");
    let text = clear_positions().replacen("+900", "-900", 1);
    let data = folder.file("wrong.txt", format!("{text}not a position\n"));
    let output = accuracy(&[&data, "--measure", "all", "--cut", "100", "--nodes", "500"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let report = stdout(&output);
    assert!(
        report.contains("60 positions from 20 games (all), 500 nodes"),
        "{report}"
    );
    assert!(report.contains("above 100 centipawns"), "{report}");
    assert!(report.contains("98.3 ("), "{report}");
    assert!(stderr(&output).contains(":61: "), "{}", stderr(&output));
    // A cut beyond every score makes everything level: a third is right.
    let output = accuracy(&[
        &data,
        "--measure",
        "all",
        "--cut",
        "31000",
        "--resamples",
        "0",
    ]);
    assert!(stdout(&output).contains("33.3"), "{}", stdout(&output));
    assert!(!stdout(&output).contains(" to "), "{}", stdout(&output));
}

#[test]
fn samples_repeat() {
    let folder = Scratch::new("sample");
    let data = folder.file("clear.txt", clear_positions());
    let run = |seed| {
        let jsonl = folder.file(&format!("{seed}.jsonl"), "");
        let arguments = ["--measure", "all", "--cut", "100", "--sample", "7"];
        let output =
            accuracy(&[&[&data, "--seed", seed, "--jsonl", &jsonl], &arguments[..]].concat());
        assert!(
            stdout(&output).starts_with("7 positions"),
            "{}",
            stdout(&output)
        );
        std::fs::read_to_string(&jsonl).unwrap()
    };
    assert_eq!(run("5"), run("5"));
    assert_ne!(run("5"), run("6"));
}

#[cfg(unix)]
#[test]
fn an_engine_that_dies_costs_its_remaining_positions() {
    let folder = Scratch::new("dies");
    let data = folder.file("clear.txt", clear_positions());
    let config = folder.file(
        "engines.toml",
        r#"
[[engine]]
name = "Dies"
command = "sh"
protocol = "uci"
args = ["-c", '''
n=0
while read -r word rest; do
  case $word in
    uci) echo "id name Dies"; echo uciok;;
    isready) echo readyok;;
    go) n=$((n+1)); [ $n -gt 20 ] && exit 3
        echo "info depth 1 score cp 7"; echo "bestmove a1a1";;
    quit) exit 0;;
  esac
done''']
"#,
    );
    let arguments = ["--measure", "tune", "--engine", "dies", "--config", &config];
    let output = accuracy(&[&[data.as_str()], &arguments[..]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let message = stderr(&output);
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(message.contains("20 of 60 positions"), "{message}");
    let text = stdout(&output);
    let row = text.lines().find(|line| line.starts_with("Dies")).unwrap();
    // Six of the twenty were for fitting.
    assert_eq!(row.split_whitespace().nth(1), Some("14"), "{text}");
    assert!(row.contains("-64.3 ("), "9 of 14 are not level: {text}");
    // The other way round.
    let against = [&[data.as_str(), "--against", "Dies"], &arguments[..]].concat();
    let text = stdout(&accuracy(&against));
    assert!(text.contains("plain minus Dies"), "{text}");
    assert!(text.contains("+64.3 ("), "{text}");
}

/// Random games that are won by whoever has more at the end.
fn games(count: u64) -> String {
    let mut text = String::new();
    for seed in 0..count {
        let mut random = plumb_testing::Random(seed);
        let mut game = Game::new(Position::start());
        let mut moves = String::new();
        while game.ply() < 60 && game.outcome().is_none() {
            let position = game.position();
            let mv = random.pick(&position.legal_moves());
            moves += &format!("{} ", to_san(position, mv));
            game.play(mv);
        }
        let position = game.position();
        let material = |side: Color| -> u32 {
            PieceKind::ALL
                .iter()
                .zip([1, 3, 3, 5, 9, 0])
                .map(|(&kind, worth)| worth * position.pieces(side, kind).count())
                .sum()
        };
        let result = match material(Color::White).cmp(&material(Color::Black)) {
            std::cmp::Ordering::Greater => "1-0",
            std::cmp::Ordering::Less => "0-1",
            std::cmp::Ordering::Equal => "1/2-1/2",
        };
        text += &format!("[Result \"{result}\"]\n\n{moves}{result}\n\n");
    }
    text
}

#[test]
fn scores_go_with_results() {
    let folder = Scratch::new("results");
    let data = folder.file("games.pgn", games(80));
    let arguments = [
        data.as_str(),
        "--correlation",
        "--fit",
        "tune",
        "--every",
        "6",
    ];
    let output = accuracy(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    let row = text.lines().find(|line| line.starts_with("Plumb")).unwrap();
    let words: Vec<&str> = row.split_whitespace().collect();
    let positions: usize = words[3].parse().unwrap();
    let correlation: f64 = words[5].parse().unwrap();
    assert!((150..400).contains(&positions), "{text}");
    assert!((0.4..1.0).contains(&correlation), "{text}");
    // Games say nothing about classes.
    let output = accuracy(&[&data]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--correlation"));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = Scratch::new("refused");
    let data = folder.file("clear.txt", clear_positions());
    let config = folder.file("engines.toml", "");
    for (arguments, expected) in [
        (vec!["--measure", "validation"], "overlap"),
        (vec!["--measure", "all"], "overlap"),
        (vec![], "no position to use in the part 'measure'"),
        (
            vec!["--cut", "50", "--against", "Nobody"],
            "Plumb (this build)",
        ),
        (
            vec!["--engine", "Nobody", "--config", config.as_str()],
            "no engine is called 'Nobody'",
        ),
        (
            vec!["--measure", "tune", "--fit-data", data.as_str()],
            "both DATA and --fit-data",
        ),
    ] {
        let output = accuracy(&[&[data.as_str()], &arguments[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = stderr(&output);
        assert!(message.contains(expected), "{arguments:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    let output = accuracy(&["no-such-file.csv"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("no-such-file.csv"));
}

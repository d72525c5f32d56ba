//! Labels: what an engine says of positions, in the order of the file, the
//! same however many engines share the work and whatever interrupts it.

use plumb_testing::program;
use plumb_testing::scratch::Scratch;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use plumb_engine::search::ScoreValue;
use plumb_lab::label::{Judge, Unit, line_units};
use plumb_lab::selfplay::Sample;
use plumb_protocol::peer::{Protocol, SearchBudget, start};
use plumb_testing::pretend;

struct Folder(Scratch);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Scratch::new(name);
        // The engine that judges is this one.
        let engines = format!(
            "[[engine]]\nname = \"Plumb\"\ncommand = {:?}\nprotocol = \"uci\"\n\
             [[engine]]\nname = \"Broken\"\ncommand = \"/bin/true\"\nprotocol = \"uci\"\n",
            program::path("plumb")
        );
        std::fs::write(path.join("engines.toml"), engines).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn label(&self, input: &Path, out: &Path, more: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_plumb-lab"))
            .arg("label")
            .arg(input)
            .arg("--config")
            .arg(self.file("engines.toml"))
            .arg("--out")
            .arg(out)
            .args(["--engine", "plumb", "--hash", "1"])
            .args(more)
            .stdin(Stdio::null())
            .output()
            .expect("the binary starts")
    }
}

/// Positions of a few games, some lines wrong, one position mated.
fn input() -> String {
    let mut text = String::new();
    let openings = include_str!("../../../../epd/openings.epd");
    for (index, line) in openings.lines().take(40).enumerate() {
        let board: Vec<&str> = line.split(' ').take(4).collect();
        text.push_str(&format!(
            "{} 0 1;1/2-1/2;0;1;{}\n",
            board.join(" "),
            index / 5
        ));
        if index % 11 == 3 {
            text.push_str("rubbish\n");
        }
    }
    text.push_str("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1;1-0;;;99\n");
    text.push_str("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1;1-0;;;99\n");
    text.push_str("k7/8/1K6/8/8/8/8/7R w - - 0 1;1-0;;;99\n");
    text.push_str("K7/8/1k6/8/8/8/8/7r b - - 0 1\n");
    text
}

#[test]
fn labels_keep_order_results_and_games() {
    let folder = Folder::new("label-order");
    let positions = folder.file("in.txt");
    std::fs::write(&positions, input()).unwrap();
    let (one, two) = (folder.file("one"), folder.file("two"));
    let output = folder.label(&positions, &one, &["--nodes", "300"]);
    // Four lines are wrong and two games are over.
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("line 5: FEN: "), "{told}");
    assert!(told.contains("the game is over"), "{told}");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("42 positions labelled"), "{said}");
    assert!(said.contains(", 6 left out."), "{said}");
    let text = std::fs::read_to_string(&one).unwrap();
    let labels: Vec<Sample> = text.lines().map(|l| Sample::parse(l).unwrap()).collect();
    let wanted: Vec<Sample> = line_units(input().as_bytes())
        .flat_map(|unit| unit.samples)
        .filter(|sample| !sample.position.has_no_moves())
        .collect();
    assert_eq!(labels.len(), wanted.len());
    for (label, wanted) in labels.iter().zip(&wanted) {
        assert!(label.is_about_the_same(wanted), "{label} {wanted}");
        assert!(label.score.is_some() && label.depth.is_some());
    }
    let last: Vec<&str> = text.lines().rev().take(2).collect();
    assert!(
        last[1].contains(";1-0;#1;") && last[1].ends_with(";99"),
        "{last:?}"
    );
    // Mate for Black, the game unknown.
    assert!(last[0].contains(";*;#-"), "{last:?}");
    folder.label(&positions, &two, &["--nodes", "300", "--concurrency", "2"]);
    assert_eq!(std::fs::read_to_string(&two).unwrap(), text);

    // Cut anywhere, it goes on to the same end.
    for length in (0..text.len()).step_by(211) {
        std::fs::write(&two, &text[..length]).unwrap();
        let more = ["--nodes", "300", "--concurrency", "2", "--resume"];
        let output = folder.label(&positions, &two, &more);
        assert_eq!(
            std::fs::read_to_string(&two).unwrap(),
            text,
            "{length} {output:?}"
        );
    }
    let other = folder.label(&positions, &two, &["--nodes", "301", "--resume"]);
    let told = String::from_utf8(other.stderr).unwrap();
    assert!(told.contains("another nodes (300, now 301)"), "{told}");
}

#[test]
fn games_are_labelled_every_few_plies() {
    let folder = Folder::new("label-pgn");
    let games = folder.file("in.pgn");
    let pgn = "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n";
    std::fs::write(&games, pgn).unwrap();
    let out = folder.file("out");
    let output = folder.label(&games, &out, &["--depth", "3", "--every", "3"]);
    assert!(output.status.success(), "{output:?}");
    let text = std::fs::read_to_string(&out).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    // Black is about to mate.
    assert!(lines[0].contains(" b KQkq - 0 2;0-1;#-1;"), "{text}");
    assert!(
        lines[1].contains(";*;") && lines[1].ends_with(";2"),
        "{text}"
    );
}

#[test]
fn what_cannot_be_used_is_said() {
    let folder = Folder::new("label-wrong");
    let positions = folder.file("in.txt");
    std::fs::write(&positions, input()).unwrap();
    let out = folder.file("out");
    for (more, message) in [
        (["--engine", "Nobody"], "no engine is called 'Nobody'"),
        (["--engine", "Broken"], "Broken"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_plumb-lab"))
            .arg("label")
            .arg(&positions)
            .arg("--config")
            .arg(folder.file("engines.toml"))
            .arg("--out")
            .arg(&out)
            .args(more)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(
            told.contains(message) && told.lines().count() == 1,
            "{told}"
        );
        assert!(!out.exists());
    }
}

fn unit() -> Unit {
    let text = "k7/8/8/8/8/8/7P/K7 w - - 0 1;1-0;;;1\nk7/8/8/8/8/8/7P/K7 b - - 0 1;1-0;;;1\n";
    line_units(text.as_bytes()).next().unwrap()
}

#[test]
fn a_dead_engine_is_started_again_and_a_hopeless_one_given_up() {
    let launch = pretend::launch(Protocol::Uci, "crash-in-go");
    let starts = std::sync::atomic::AtomicU32::new(0);
    let engine = || {
        starts.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        start(&launch)
    };
    let patience = Duration::from_secs(10);
    let mut judge = Judge::new(engine, SearchBudget::depth(1), patience, false).unwrap();
    let labelled = judge.label(unit()).unwrap();
    assert!(labelled.samples.is_empty() && !labelled.hopeless);
    assert_eq!(labelled.problems.len(), 2, "{labelled:?}");
    // Two positions, two tries each.
    assert_eq!(starts.load(std::sync::atomic::Ordering::Relaxed), 4);
    assert!(judge.label(unit()).unwrap().hopeless);
}

#[test]
fn mates_and_scores_are_from_whites_side() {
    let program = program::path("plumb");
    for (protocol, name) in [(Protocol::Uci, "uci"), (Protocol::Cecp, "cecp")] {
        let launch = plumb_protocol::peer::Launch::new(name, protocol, program.clone());
        let patience = Duration::from_secs(60);
        let limits = SearchBudget::depth(4);
        let mut judge = Judge::new(|| start(&launch), limits, patience, true).unwrap();
        assert!(judge.engine_name().starts_with("Plumb"));
        let text = "k7/8/1K6/8/8/8/8/7R w - - 0 1\nK7/8/1k6/8/8/8/8/7r b - - 0 1\n\
            4k3/8/8/8/8/8/8/RR2K3 b - - 0 1\n4K3/8/8/8/8/8/8/rr2k3 w - - 0 1\n";
        let unit = line_units(text.as_bytes()).next().unwrap();
        let scores: Vec<ScoreValue> = judge
            .label(unit)
            .unwrap()
            .samples
            .iter()
            .filter_map(|sample| sample.score)
            .collect();
        assert_eq!(
            scores[..2],
            [ScoreValue::Mate(1), ScoreValue::Mate(-1)],
            "{name}"
        );
        let is_good = |score: ScoreValue| match score {
            ScoreValue::Cp(cp) => cp > 500,
            ScoreValue::Mate(moves) => moves > 0,
        };
        assert!(
            is_good(scores[2]) && !is_good(scores[3]),
            "{name} {scores:?}"
        );
    }
}

#[test]
fn where_nothing_is_labelled_nothing_is_left() {
    let folder = Folder::new("label-nothing");
    for (name, text) in [
        ("empty.txt", ""),
        ("README.md", include_str!("../../../../README.md")),
    ] {
        let (input, out) = (folder.file(name), folder.file("labels.txt"));
        std::fs::write(&input, text).unwrap();
        let output = folder.label(&input, &out, &["--nodes", "20"]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(
            error.contains("no position in it could be labelled"),
            "{error}"
        );
        let left = std::fs::read_dir(&folder.0).unwrap();
        let left: Vec<_> = left.map(|file| file.unwrap().file_name()).collect();
        assert!(
            !left
                .iter()
                .any(|file| file.to_string_lossy().starts_with("labels")),
            "{left:?}"
        );
    }
}

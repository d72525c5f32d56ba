//! Self-play: the same bytes whatever happens, and only positions worth having.

use plumb_testing::scratch::Scratch;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plumb_engine::eval::Weights;
use plumb_engine::search::ScoreValue;
use plumb_lab::selfplay::{EndRules, Sample, SampleFile, Settings, Starts, play_games, resume};
use plumb_testing::packed::gzip;

/// A folder that is gone when the test is over.
fn command(out: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plumb-lab"));
    command
        .arg("selfplay")
        .arg("--out")
        .arg(out)
        .args(["--nodes", "100", "--seed", "7"])
        .args(more)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn selfplay(out: &Path, more: &[&str]) -> Output {
    command(out, more).output().expect("the binary starts")
}

fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

/// Games of a few plies.
fn tiny() -> Settings {
    Settings {
        seed: 11,
        nodes: 40,
        hash_mb: 1,
        starts: Starts {
            random_plies: 4,
            ..Starts::default()
        },
        max_start_cp: 300,
        rules: EndRules {
            max_plies: 9,
            ..EndRules::default()
        },
    }
}

fn play_on(path: &Path, settings: &Settings, weights: &Arc<Weights>, threads: usize, games: u64) {
    let list = vec![("seed".to_owned(), settings.seed.to_string())];
    let mut file = SampleFile::open(path, &list, true).unwrap();
    let (first, positions) = resume(&mut file, games).unwrap();
    let kept = bytes(path).split(|&byte| byte == b'\n').count() - 1;
    assert_eq!(kept as u64, positions);
    let never = AtomicBool::new(false);
    let each = |_: &_| true;
    play_games(
        settings,
        weights,
        threads,
        first..games,
        &mut file,
        &never,
        each,
    )
    .unwrap();
}

#[test]
fn the_same_bytes_with_any_number_of_threads() {
    let folder = Scratch::new("selfplay-threads");
    let run = |threads: &str| {
        let out = folder.join(threads);
        let output = selfplay(&out, &["--games", "4", "--threads", threads]);
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.starts_with("4 games, "), "{text}");
        bytes(&out)
    };
    let one = run("1");
    assert!(one.len() > 4_000);
    assert_eq!(one, run("2"));
}

#[test]
fn the_same_bytes_after_an_interruption_at_any_byte() {
    let folder = Scratch::new("selfplay-cut");
    let whole = folder.join("whole");
    let weights = Arc::new(Weights::embedded());
    play_on(&whole, &tiny(), &weights, 2, 4);
    let whole = bytes(&whole);
    assert!(whole.len() > 500);
    let path = folder.join("cut");
    // Every byte near a line's end, and every 17th elsewhere.
    let ends: Vec<usize> = (0..whole.len()).filter(|&at| whole[at] == b'\n').collect();
    let near = |length: usize| ends.iter().any(|end| end.abs_diff(length) <= 2);
    for length in (0..=whole.len()).filter(|&n| n.is_multiple_of(17) || near(n)) {
        let _ = std::fs::remove_file(&path);
        play_on(&path, &tiny(), &weights, 1, 0);
        std::fs::write(&path, &whole[..length]).unwrap();
        play_on(&path, &tiny(), &weights, 1 + length % 2, 4);
        assert!(bytes(&path) == whole, "cut after {length} bytes");
    }
    // A longer run begins with a shorter one.
    play_on(&path, &tiny(), &weights, 2, 6);
    assert!(bytes(&path).starts_with(&whole) && bytes(&path).len() > whole.len());
    // Fewer games than are there take none away.
    let longer = bytes(&path);
    play_on(&path, &tiny(), &weights, 1, 3);
    assert!(bytes(&path) == longer);
}

#[test]
fn killed_and_resumed_gives_the_same_bytes() {
    let folder = Scratch::new("selfplay-kill");
    let whole = folder.join("whole");
    let arguments = ["--games", "24", "--threads", "2"];
    assert!(selfplay(&whole, &arguments).status.success());
    let killed = folder.join("killed");
    let resumed = [arguments.as_slice(), &["--resume"]].concat();
    for wait_ms in [60, 90, 120] {
        let mut child = command(&killed, &resumed).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait_ms));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let output = selfplay(&killed, &resumed);
    assert!(output.status.success(), "{output:?}");
    assert!(bytes(&killed) == bytes(&whole));
}

#[test]
fn positions_are_quiet_new_and_complete() {
    let folder = Scratch::new("selfplay-quiet");
    let out = folder.join("games");
    let more = ["--games", "12", "--chess960", "30", "--endgames", "30"];
    assert!(selfplay(&out, &more).status.success());
    let text = String::from_utf8(bytes(&out)).unwrap();
    let mut seen = HashSet::new();
    let mut results = std::collections::HashMap::new();
    for line in text.lines() {
        assert_eq!(line.matches(';').count(), 4, "{line}");
        let sample = Sample::parse(line).unwrap();
        assert_eq!(sample.to_string(), line);
        assert!(!sample.position.in_check(), "{line}");
        assert!(matches!(sample.score, Some(ScoreValue::Cp(_))), "{line}");
        assert!(sample.depth.is_some_and(|depth| depth > 0));
        let game: u64 = sample.game.as_ref().unwrap().parse().unwrap();
        assert!(game < 12);
        assert!(sample.result.is_some());
        let result = results.entry(game).or_insert(sample.result);
        assert_eq!(*result, sample.result, "{line}");
        assert!(seen.insert((game, sample.position.key())), "{line}");
    }
    assert!(results.len() >= 10, "{results:?}");
    let scores = text.lines().map(|line| {
        let Some(ScoreValue::Cp(cp)) = Sample::parse(line).unwrap().score else {
            return 0;
        };
        cp
    });
    assert!(scores.filter(|cp| cp.abs() > 100).count() > 10);
}

#[test]
fn scores_are_from_whites_side() {
    let folder = Scratch::new("selfplay-side");
    let book = folder.join("book.epd");
    // White is a queen up, whoever moves.
    let start = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    std::fs::write(&book, format!("{start} w KQkq -\n{start} b KQkq -\n")).unwrap();
    let out = folder.join("games");
    let more = [
        "--games",
        "4",
        "--openings",
        book.to_str().unwrap(),
        "--random-plies",
        "0",
        "--max-start",
        "2000",
    ];
    assert!(selfplay(&out, &more).status.success());
    let text = String::from_utf8(bytes(&out)).unwrap();
    let mut first_of_game = text.lines().collect::<Vec<_>>();
    first_of_game.dedup_by_key(|line| line.rsplit(';').next().unwrap().to_owned());
    assert_eq!(first_of_game.len(), 4, "{text}");
    for line in first_of_game {
        let Some(ScoreValue::Cp(cp)) = Sample::parse(line).unwrap().score else {
            panic!("{line}");
        };
        assert!((300..2_000).contains(&cp), "{line}");
    }
    let ended = |result| text.lines().filter(|line| line.contains(result)).count();
    assert!(ended(";1-0;") > ended(";0-1;"), "{text}");
}

#[test]
fn files_are_neither_overwritten_nor_mixed() {
    let folder = Scratch::new("selfplay-mixed");
    let out = folder.join("games");
    assert!(selfplay(&out, &["--games", "1"]).status.success());
    let before = bytes(&out);
    let message = |more: &[&str]| {
        let output = selfplay(&out, more);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(message(&["--games", "1"]).contains("exists already: add --resume"));
    let other = message(&["--games", "1", "--resume", "--max-start", "50"]);
    assert!(
        other.contains("made with another max start cp (300, now 50)"),
        "{other}"
    );
    assert_eq!(bytes(&out), before);
    std::fs::remove_file(folder.join("games.toml")).unwrap();
    assert!(message(&["--resume"]).contains("games.toml is not there"));
    let no_games = message(&["--chess960", "60", "--endgames", "60"]);
    assert!(no_games.contains("more than 100 percent"), "{no_games}");
    let damaged = folder.join("damaged");
    assert!(selfplay(&damaged, &["--games", "1"]).status.success());
    std::fs::write(&damaged, "rubbish\n").unwrap();
    let output = selfplay(&damaged, &["--games", "1", "--resume"]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(
        text.contains("line 1: expected FEN;result;score;depth;game"),
        "{text}"
    );
}

#[test]
fn openings_may_be_packed() {
    let folder = Scratch::new("packed");
    let epd = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"one\";\n";
    let pgn = "[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n";
    for (name, text) in [("some.epd", epd), ("some.pgn", pgn)] {
        let plain = folder.join(name);
        let packed = folder.join(format!("{name}.gz"));
        std::fs::write(&plain, text).unwrap();
        std::fs::write(&packed, gzip(text.as_bytes())).unwrap();
        let made = |openings: &Path| {
            let out = PathBuf::from(format!("{}.out", openings.display()));
            let openings = openings.to_str().unwrap();
            let output = selfplay(&out, &["--games", "3", "--openings", openings]);
            assert!(output.status.success(), "{output:?}");
            bytes(&out)
        };
        assert_eq!(made(&plain), made(&packed), "{name}");
    }
}

//! `plumb fairplay` as users meet it: dirt in, the same reports out whatever
//! the number of threads, after any number of kills, and checked by `verify`.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use common::Random;
use common::program::{json, plumb, printed, validator};
use plumb::board::Game;
use plumb::board::Position;
use plumb::notation::to_san;
use serde_json::Value;

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("plumb-cli-fairplay-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(name), text).unwrap();
        self.path(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Games of random moves between made-up players.
fn random_games(count: usize, plies: usize) -> String {
    let mut random = Random(17);
    let mut text = String::new();
    for number in 0..count {
        let (white, black) = (number % 7, (number + 1 + number / 7) % 7);
        text.push_str(&format!(
            "[Event \"Test\"]\n[White \"Player {white}\"]\n[Black \"Player {black}\"]\n\
             [Date \"1900.01.01\"]\n[Result \"*\"]\n\n"
        ));
        let mut game = Game::new(Position::start());
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len())];
            text.push_str(&to_san(game.position(), mv));
            text.push(' ');
            game.play(mv);
        }
        text.push_str("*\n\n");
    }
    text
}

const REPORTS: [&str; 4] = ["report.jsonl", "moves.csv", "games.pgn", "report.html"];

/// The bytes of every report in a folder.
fn reports(folder: &Path) -> BTreeMap<&'static str, Vec<u8>> {
    REPORTS
        .into_iter()
        .filter_map(|name| Some((name, fs::read(folder.join(name)).ok()?)))
        .collect()
}

fn lines(folder: &str) -> Vec<Value> {
    let text = fs::read_to_string(Path::new(folder).join("report.jsonl")).unwrap();
    text.lines().map(json).collect()
}

#[test]
fn reports_are_the_same_for_any_number_of_jobs_and_a_sample_of_them_verifies() {
    let scratch = Scratch::new("jobs");
    let games = scratch.file("games.pgn", random_games(6, 60));
    let (one, three) = (scratch.path("one"), scratch.path("three"));
    for (folder, jobs) in [(&one, "1"), (&three, "3")] {
        printed(&[
            "fairplay", &games, "--nodes", "400", "--jobs", jobs, "--out", folder,
        ]);
    }
    let found = reports(Path::new(&one));
    assert!(found.len() >= 3);
    assert_eq!(found, reports(Path::new(&three)));
    // To standard output, without a folder, the same.
    let text = printed(&["fairplay", &games, "--nodes", "400", "--format", "jsonl"]);
    assert_eq!(text.as_bytes(), found["report.jsonl"]);

    let report = format!("{one}/report.jsonl");
    let said = printed(&["fairplay", "verify", &report, &games, "--sample", "25"]);
    assert!(
        said.starts_with("25 of ") && said.contains(" 0 different"),
        "{said}"
    );
    // A score that no search gave is found.
    let text = fs::read_to_string(&report).unwrap();
    let mut changed: Vec<Value> = text.lines().map(json).collect();
    for line in &mut changed {
        for mv in line["moves"].as_array_mut().into_iter().flatten() {
            if mv["record"].is_object() {
                mv["record"]["before"]["score"] = serde_json::json!({ "cp": 7 });
            }
        }
    }
    let text: Vec<String> = changed.iter().map(Value::to_string).collect();
    let forged = scratch.file("forged.jsonl", text.join("\n"));
    let output = plumb(&["fairplay", "verify", &forged, &games], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("a fresh search says"));
}

#[test]
fn a_run_goes_on_and_refuses_other_settings() {
    let scratch = Scratch::new("resume");
    let games = scratch.file("games.pgn", random_games(3, 50));
    let out = scratch.path("out");
    let arguments = ["fairplay", &games, "--nodes", "300", "--out", &out];
    printed(&arguments);
    let first = reports(Path::new(&out));
    printed(&arguments);
    assert_eq!(first, reports(Path::new(&out)));
    // Other rules are figures over the same records, without the games.
    printed(&[
        "fairplay", "--nodes", "300", "--rules", "barnes", "--out", &out,
    ]);
    assert_eq!(lines(&out)[0]["rules"], "barnes");
    let output = plumb(&["fairplay", &games, "--nodes", "500", "--out", &out], "");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        error.contains("nodes 300") && error.contains("nodes 500"),
        "{error}"
    );
    assert_eq!(error.lines().count(), 1);
}

#[test]
fn the_zigzag_writes_a_line_for_each_game_and_keeps_it() {
    let scratch = Scratch::new("zigzag");
    let games = scratch.file("games.pgn", random_games(2, 24));
    let out = scratch.path("out");
    let zigzag = |depths: &str| {
        let mode = [
            "--mode",
            "zigzag",
            "--zigzag-depths",
            depths,
            "--multipv",
            "3",
        ];
        let arguments = ["fairplay", &games, "--book-plies", "16", "--out", &out];
        plumb(&[&arguments[..], &mode[..]].concat(), "")
    };
    assert!(zigzag("5,4,2").status.success());
    let path = Path::new(&out).join("zigzag.jsonl");
    let first = fs::read_to_string(&path).unwrap();
    let all: Vec<Value> = first.lines().map(json).collect();
    assert_eq!((all.len(), &all[0]["kind"]), (3, &"zigzag".into()));
    assert_eq!(all[0]["settings"]["d"], 5);
    let records = all[1]["records"].as_array().unwrap();
    let schema = validator("zigzag");
    for line in &all {
        let errors: Vec<String> = schema.iter_errors(line).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{}: {errors:#?}", line["kind"]);
        for key in line.as_object().unwrap().keys() {
            let mut less = line.clone();
            less.as_object_mut().unwrap().remove(key);
            assert!(!schema.is_valid(&less), "{} without {key}", line["kind"]);
        }
    }
    // Both sides from the first move outside book, and the warm-up before it.
    assert_eq!(records.len(), 9);
    assert_eq!(records[0]["warm_up"], true);
    for (index, record) in records.iter().enumerate() {
        assert_eq!(record["ply"], 15 + index);
        assert!(record["first_at"].as_str().unwrap().len() >= 5);
    }
    // Which moves count is said, and what each side's come to.
    assert_eq!(all[1]["moves"].as_array().unwrap().len(), 8);
    assert_eq!(all[1]["white_sums"]["tested"], 4);
    let html = Path::new(&out).join("zigzag.html");
    let page = fs::read_to_string(&html).unwrap();
    assert!(page.contains("Player 1") && page.ends_with("</html>"));
    assert!(zigzag("5,4,2").status.success());
    assert_eq!(
        (first, page),
        (
            fs::read_to_string(&path).unwrap(),
            fs::read_to_string(&html).unwrap()
        ),
        "kept, and the same"
    );
    for (depths, expected) in [
        ("5,4", "three depths"),
        ("9,4,2", "d_l"),
        ("5,4,6", "d_min"),
    ] {
        let output = zigzag(depths);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{depths}: {error}");
        assert!(error.contains(expected), "{depths}: {error}");
    }
}

#[test]
fn bad_games_are_named_and_the_rest_is_reported() {
    let scratch = Scratch::new("dirt");
    let text = format!(
        "[White \"M\u{fc}ller\"]\n\n1. e4 e4 *\n\n{}[FEN \"junk\"]\n\n*\n",
        random_games(1, 40)
    );
    let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
    let games = scratch.file("dirt.pgn", latin);
    let out = scratch.path("out");
    let output = plumb(&["fairplay", &games, "--nodes", "200", "--out", &out], "");
    assert!(output.status.success());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        errors.contains("dirt.pgn, game 1 (line 1): ply 2"),
        "{errors}"
    );
    let all = lines(&out);
    let kinds: Vec<&str> = all
        .iter()
        .map(|line| line["kind"].as_str().unwrap())
        .collect();
    assert_eq!(
        kinds,
        [
            "run", "game", "player", "player", "field", "problem", "problem"
        ]
    );
    assert_eq!(
        (&all[0]["games"], &all[0]["problems"]),
        (&1.into(), &2.into())
    );
    // From standard input, packed.
    let output = plumb(
        &["fairplay", "-", "--nodes", "200", "--format", "csv"],
        &random_games(1, 40),
    );
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text.lines().count(), 41);
    assert!(
        text.lines()
            .nth(1)
            .unwrap()
            .starts_with("1,standard input,1,")
    );
}

#[test]
fn wrong_requests_get_one_clear_line() {
    let scratch = Scratch::new("wrong");
    let games = scratch.file("games.pgn", "1. e4 *\n");
    let empty = scratch.file("empty.pgn", "");
    let out = scratch.path("out");
    for (arguments, expected) in [
        (vec!["fairplay", &games], "--out DIR"),
        (vec!["fairplay", "--out", &out], "name the games"),
        (
            vec!["fairplay", "no/such.pgn", "--out", &out],
            "no/such.pgn",
        ),
        (vec!["fairplay", &empty, "--out", &out], "no game was found"),
        (
            vec!["fairplay", &games, "--out", &out, "--since", "soon"],
            "--since",
        ),
        (
            vec!["fairplay", &games, "--out", &out, "--index", &games],
            "games.pgn",
        ),
        (vec!["fairplay", "verify", &games, &games], "line 1"),
    ] {
        let output = plumb(&arguments, "");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}

/// Killed again and again at random moments, a run still ends with the reports
/// of an undisturbed one.
#[test]
fn kills_at_random_moments_leave_no_trace() {
    let kills = match std::env::var_os("PLUMB_SLOW_TESTS") {
        Some(_) => 50,
        None => 6,
    };
    let scratch = Scratch::new("kill");
    let games = scratch.file("games.pgn", random_games(40, 50));
    let (calm, rough) = (scratch.path("calm"), scratch.path("rough"));
    let arguments = |folder| {
        [
            "fairplay", &games, "--nodes", "4000", "--jobs", "2", "--out", folder,
        ]
    };
    printed(&arguments(&calm));
    let mut random = Random(5);
    let mut killed = 0;
    for _ in 0..kills {
        let mut child = Command::new(env!("CARGO_BIN_EXE_plumb"))
            .args(arguments(&rough))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(5 + random.below(150) as u64));
        killed += usize::from(child.try_wait().unwrap().is_none());
        let _ = child.kill();
        child.wait().unwrap();
    }
    assert!(
        killed > kills / 2,
        "only {killed} of {kills} were killed at work"
    );
    printed(&arguments(&rough));
    assert_eq!(reports(Path::new(&calm)), reports(Path::new(&rough)));
}

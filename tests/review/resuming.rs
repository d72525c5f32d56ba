//! A review that was killed goes on where it was, to the same bytes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::faults::{SHORT, SKEWER};
use plumb_testing::program::plumb;
use plumb_testing::scratch::Scratch;

const NODES: &str = "6000";
const FILES: [&str; 3] = ["review.jsonl", "review.pgn", "review.html"];

/// Four games, the first two of which are worth little time.
fn games() -> String {
    let other = SHORT.replace("\"A\"", "\"C\"");
    format!("{SHORT}{SKEWER}{other}{}", SKEWER.replace("\"A\"", "\"D\""))
}

fn contents(folder: &Path) -> [Vec<u8>; 3] {
    FILES.map(|name| fs::read(folder.join(name)).expect("a file"))
}

/// Reviews the games; gives what was said.
fn review(games: &str, out: &Path, nodes: &str) -> String {
    let out = out.to_str().expect("a name");
    let output = plumb(&["review", games, "--nodes", nodes, "--out", out], "");
    assert!(output.status.success());
    String::from_utf8(output.stderr).expect("text")
}

fn earlier(said: &str) -> usize {
    said.matches(": reviewed before").count()
}

/// Kills a review when its first game is done.
fn killed(games: &str, out: &Path) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plumb"))
        .args(["review", games, "--nodes", NODES, "--jobs", "1", "--out"])
        .arg(out)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let begin = Instant::now();
    let lines = || fs::read_to_string(out.join("review.progress")).unwrap_or_default();
    // Its line is only whole with its end.
    while lines().matches('\n').count() < 2 {
        assert!(
            begin.elapsed() < Duration::from_secs(120),
            "no game is done"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("killed");
    child.wait().expect("it ends");
}

#[test]
fn what_was_killed_goes_on_to_the_same_bytes() {
    let scratch = Scratch::new("review_killed");
    let path = scratch.path("games.pgn");
    fs::write(&path, games()).expect("written");
    let [whole, again] = ["whole", "again"].map(|name| PathBuf::from(scratch.path(name)));
    assert_eq!(earlier(&review(&path, &whole, NODES)), 0);
    assert!(!whole.join("review.progress").exists());

    killed(&path, &again);
    assert!(!again.join("review.html").exists());
    // The last line was not written whole, and one in the middle is damaged.
    let progress = again.join("review.progress");
    let text = fs::read_to_string(&progress).expect("a file");
    fs::write(
        &progress,
        format!("{text}{{\"game\": 1}}\n{{\"game\": \"ab"),
    )
    .expect("written");
    let said = review(&path, &again, NODES);
    assert!(earlier(&said) >= 1, "{said}");
    assert_eq!(contents(&whole), contents(&again));
    assert!(!progress.exists());
}

#[test]
fn other_settings_or_another_game_make_a_review_anew() {
    let scratch = Scratch::new("review_other");
    let path = scratch.path("games.pgn");
    fs::write(&path, games()).expect("written");
    let [out, fresh] = ["out", "fresh"].map(|name| PathBuf::from(scratch.path(name)));
    killed(&path, &out);
    let progress = fs::read(out.join("review.progress")).expect("a file");
    assert_eq!(earlier(&review(&path, &out, "5000")), 0);

    // The first game is another one now.
    fs::write(&path, games().replacen("3. Qh5 Nf6", "3. Qf3 Nd4", 1)).expect("written");
    fs::write(out.join("review.progress"), progress).expect("written");
    let said = review(&path, &out, NODES);
    assert!(!said.contains("A – B: reviewed before"), "{said}");
    review(&path, &fresh, NODES);
    assert_eq!(contents(&fresh), contents(&out));
}

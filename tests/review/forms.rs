//! Text, PGN, JSON and the page say the same, and say nothing false.

use std::fs;
use std::process::Command;

use crate::faults::{SHORT, SKEWER};
use crate::variations::read_back;
use plumb_testing::program::{json, printed, validator};
use plumb_testing::scratch::Scratch;

const FAST: [&str; 2] = ["--nodes", "8000"];

/// A folder with a file of games, reviewed.
fn folder(name: &str, games: &[u8], options: &[&str]) -> (Scratch, String) {
    let scratch = Scratch::new(name);
    let path = scratch.path("games.pgn");
    fs::write(&path, games).expect("written");
    let out = scratch.path("out");
    let command = ["review", &path, "--out", &out];
    printed(&[&command[..], &FAST, options].concat());
    (scratch, out)
}

fn read(out: &str, name: &str) -> String {
    fs::read_to_string(format!("{out}/{name}")).expect("a file")
}

#[test]
fn every_line_is_what_the_schema_says() {
    let games = format!("{SHORT}{SKEWER}[White \"X\"]\n\n1. e5 *\n\n[White \"Y\"]\n\n*\n\n");
    let (_scratch, out) = folder("review_schema", games.as_bytes(), &[]);
    let schema = validator("review");
    let text = read(&out, "review.jsonl");
    let kinds: Vec<String> = text
        .lines()
        .map(|line| {
            let value = json(line);
            let mistakes = schema.errors(&value);
            assert!(mistakes.is_empty(), "{mistakes:?}");
            value["kind"].as_str().expect("a kind").to_owned()
        })
        .collect();
    assert_eq!(kinds, ["game", "game", "problem", "problem"]);
    assert!(!schema.errors(&json("{}")).is_empty());
}

#[test]
fn every_move_of_the_annotated_game_is_legal() {
    let games = format!("{SHORT}{SKEWER}");
    let (_scratch, out) = folder("review_pgn", games.as_bytes(), &[]);
    let pgn = read(&out, "review.pgn");
    let (short, skewer) = pgn.split_at(pgn.rfind("[White ").expect("two games"));
    let short_moves = read_back(short).unwrap();
    let blunder = short_moves
        .iter()
        .find(|one| one.san == "Nf6" && one.level == 0);
    assert_eq!(blunder.expect("the blunder").nags, [4]);
    // The better line stands beside it; the game itself has the refutation.
    assert!(short_moves.iter().any(|one| (one.ply, one.level) == (5, 1)));
    assert!(
        !short_moves
            .iter()
            .any(|one| one.level > 0 && one.san == "Qxf7#")
    );
    let short = short.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(short.contains("3...Nf6 allows mate in 1: 4.Qxf7#."));
    assert!(short.contains("[%clk 0:05:00]") && short.contains("[%eval #1]"));
    // White missed it, so that it stands beside the reply.
    let skewer_moves = read_back(skewer).unwrap();
    // Both sides erred in turn: what refutes Black's move is what White missed, told once.
    let mut firsts: Vec<_> = skewer_moves.iter().filter(|one| one.is_first).collect();
    let count = firsts.len();
    firsts.sort_by_key(|one| (one.ply, one.san.clone()));
    firsts.dedup_by_key(|one| (one.ply, one.san.clone()));
    assert!(count >= 2 && firsts.len() == count, "{skewer_moves:?}");
    let refutation = skewer_moves
        .iter()
        .find(|one| (one.ply, one.level) == (1, 1));
    assert_eq!(refutation.expect("the refutation").san, "Rf7+");
}

#[test]
fn the_same_whatever_the_number_of_jobs() {
    let games = format!("{SHORT}{SKEWER}");
    let (_one, first) = folder("review_job", games.as_bytes(), &["--jobs", "1"]);
    let (_three, second) = folder("review_jobs", games.as_bytes(), &["--jobs", "3"]);
    // The name of the file is in the line.
    let lines = |out: &str| {
        let text = read(out, "review.jsonl");
        let lines = text.lines().map(|line| {
            let mut value = json(line);
            value["file"] = "".into();
            value
        });
        lines.collect::<Vec<_>>()
    };
    assert_eq!(lines(&first), lines(&second));
    for name in ["review.pgn", "review.html"] {
        assert_eq!(read(&first, name), read(&second, name), "{name}");
    }
}

#[test]
fn text_of_a_game_never_becomes_markup() {
    let games = SHORT.replace("\"A\"", "\"<script>alert(1)</script>&<b>\"");
    let (_scratch, out) = folder("review_markup", games.as_bytes(), &[]);
    let page = read(&out, "review.html");
    assert!(!page.contains("<script>alert") && !page.contains("&<b>"));
    assert!(page.contains("\\u003cscript\\u003ealert(1)"));
    // The name of SVG's elements, and nothing that is fetched.
    let addresses = page.matches("http://").count() + page.matches("https://").count();
    assert_eq!(
        addresses,
        page.matches("http://www.w3.org/2000/svg").count()
    );
}

#[test]
fn files_in_utf_16_are_read_and_bad_games_cost_themselves() {
    let text = format!("[White \"X\"]\n\n1. e4 e5 2. Ke3 *\n\n{SHORT}").replace("\"A\"", "\"Ł\"");
    let mut bytes = vec![0xFF, 0xFE];
    bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
    let (_scratch, out) = folder("review_utf16", &bytes, &[]);
    let lines = read(&out, "review.jsonl");
    let lines: Vec<_> = lines.lines().map(json).collect();
    assert_eq!(lines[0]["kind"], "problem");
    assert!(
        lines[1]["tags"].to_string().contains('Ł'),
        "{}",
        lines[1]["tags"]
    );
}

#[test]
fn a_terminal_gets_the_same_reasons() {
    let scratch = Scratch::new("review_text");
    let path = scratch.path("games.pgn");
    fs::write(&path, SHORT).expect("written");
    let text = printed(&[&["review", &path][..], &FAST].concat());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "games.pgn, game 1: A – B, 1-0");
    assert!(lines[1].starts_with("White, A (no rating known, judged as 1800): 4 moves, "));
    assert!(
        lines[2].ends_with(" points of winning chance on average."),
        "{}",
        lines[2]
    );
    let place = lines
        .iter()
        .position(|line| line.starts_with("3...Nf6?? costs "));
    assert_eq!(
        lines[place.expect("the blunder") + 1],
        "  3...Nf6 allows mate in 1: 4.Qxf7#."
    );
}

/// What was reviewed is written when it is interrupted, and says that it is not all.
#[cfg(unix)]
#[test]
fn an_interrupted_review_keeps_what_it_has() {
    let scratch = Scratch::new("review_stop");
    let (path, out) = (scratch.path("games.pgn"), scratch.path("out"));
    fs::write(&path, SHORT.repeat(400)).expect("written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_plumb"))
        .args([
            "review", &path, "--out", &out, "--nodes", "2000", "--jobs", "1",
        ])
        .stderr(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("the binary starts");
    // Until something has been reviewed.
    let jsonl = || {
        let parts = fs::read_dir(&out).into_iter().flatten().flatten();
        parts
            .map(|part| part.metadata().map_or(0, |data| data.len()))
            .max()
            .unwrap_or(0)
    };
    while jsonl() < 20_000 {
        assert!(
            child.try_wait().expect("a child").is_none(),
            "it ended by itself"
        );
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let signal = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(signal.expect("kill").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
    let lines = read(&out, "review.jsonl");
    let last = json(lines.lines().last().expect("a line"));
    let games = lines.lines().count() - 1;
    assert!(
        last["kind"] == "stopped" && last["games"] == games,
        "{last}"
    );
    assert!(validator("review").errors(&last).is_empty());
    assert!((1..400).contains(&games), "{games}");
    assert_eq!(read(&out, "review.pgn").matches("[White ").count(), games);
}

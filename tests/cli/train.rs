//! `plumb train split` as users meet it: parts that share nobody, and games chosen by them.

use std::fs;
use std::path::PathBuf;

use crate::common::pgn::random_games;
use crate::common::program::{json, plumb, printed};

/// Two clubs that never meet; a game of the first was played by the other too.
fn clubs() -> String {
    let one = random_games(24, 34);
    let other: String = random_games(40, 36)
        .replace("Player", "Member")
        .replace("\"Test\"", "\"Elsewhere\"");
    let first = &one[..one[1..].find("[Event").unwrap() + 1];
    let again = first
        .replace("Player", "Member")
        .replace("\"Test\"", "\"Elsewhere\"");
    format!("{one}{other}{again}")
}

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("plumb-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn parts_are_of_whole_clubs_and_games_are_chosen_by_them() {
    let scratch = Scratch::new("train-split");
    let (games, out) = (scratch.path("games.pgn"), scratch.path("parts.toml"));
    fs::write(&games, clubs()).unwrap();
    let split = [
        "train",
        "split",
        &games,
        "--parts",
        "one=1,two=1",
        "--out",
        &out,
    ];
    let said = printed(&split);
    // The game that both played is in neither part, wherever it stands.
    assert!(said.contains("63 of 65 games in"), "{said}");
    let text = fs::read_to_string(&out).unwrap();
    assert!(
        text.contains("--parts one=1,two=1 --min-plies 30 --seed 1"),
        "{text}"
    );
    printed(&split);
    assert_eq!(fs::read_to_string(&out).unwrap(), text, "the same again");

    let mut all = 0;
    for part in ["one", "two"] {
        let part = format!("{out}:{part}");
        let arguments = [
            "--nodes",
            "100",
            "--no-second-pass",
            "--format",
            "jsonl",
            "--part",
        ];
        let report = printed(&[&["fairplay", &games][..], &arguments, &[&part]].concat());
        let lines: Vec<_> = report.lines().map(json).collect();
        assert_eq!(lines[0]["selection"], serde_json::json!([["part", part]]));
        let games: Vec<_> = lines.iter().filter(|line| line["kind"] == "game").collect();
        let events: Vec<_> = games.iter().map(|game| &game["event"]).collect();
        assert!(events.iter().all(|event| *event == events[0]), "{events:?}");
        all += games.len();
    }
    assert_eq!(all, 63);
}

#[test]
fn what_cannot_be_is_one_clear_line() {
    let scratch = Scratch::new("train-wrong");
    let (games, out) = (scratch.path("games.pgn"), scratch.path("parts.toml"));
    fs::write(&games, random_games(2, 20)).unwrap();
    let split = ["train", "split", &games, "--out", &out];
    for (more, says) in [
        (&["--parts", "a=1"][..], "two or more"),
        (&["--parts", "a=1,a=2"], "'a' is there twice"),
        (&["--parts", "a=1,b=0"], "'b=0' is no part"),
        (&["--parts", "a=1,b/c=1"], "'b/c=1' is no part"),
        (&[], "no game of two known players and 30 plies"),
    ] {
        let output = plumb(&[&split[..], more].concat(), "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(says), "{error}");
        assert!(fs::metadata(&out).is_err(), "{says}");
    }
    printed(&[&split[..], &["--min-plies", "10", "--parts", "a=1,b=1"]].concat());
    for (part, says) in [
        (out.clone(), "expected FILE:PART"),
        (format!("{out}:c"), "has no part 'c'; it has a, b"),
        (format!("{games}:a"), "line 1"),
        (format!("{out}x:a"), "cannot read"),
    ] {
        let arguments = ["fairplay", &games, "--part", &part, "--format", "jsonl"];
        let output = plumb(&arguments, "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(
            error.contains(says) && error.trim_end().lines().count() == 1,
            "{error}"
        );
    }
}

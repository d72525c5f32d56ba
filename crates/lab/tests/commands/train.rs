//! `plumb-lab train split` as users meet it: parts that share nobody, and games chosen by them.

use std::fs;

use crate::choices::rated;
use plumb_testing::pgn::old_games;
use plumb_testing::program::{json, plumb, printed, refused};
use plumb_testing::scratch::Scratch;

/// Two clubs that never meet; a game of the first was played by the other too.
fn clubs() -> String {
    let one = old_games(12, 34);
    let other: String = old_games(20, 36)
        .replace("Player", "Member")
        .replace("\"Test\"", "\"Elsewhere\"");
    let first = &one[..one[1..].find("[Event").unwrap() + 1];
    let again = first
        .replace("Player", "Member")
        .replace("\"Test\"", "\"Elsewhere\"");
    format!("{one}{other}{again}")
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
    assert!(said.contains("31 of 33 games in"), "{said}");
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
    assert_eq!(all, 31);
}

/// The players of a part, as their keys.
fn players(partition: &str, part: usize) -> Vec<String> {
    let table: toml::Table = fs::read_to_string(partition).unwrap().parse().unwrap();
    let players = table["part"][part]["players"].as_str().unwrap();
    players.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn players_of_two_collections_are_in_one_part() {
    let scratch = Scratch::new("train-beside");
    let [games, more, out, other] =
        ["games.pgn", "more.pgn", "parts.toml", "more.toml"].map(|name| scratch.path(name));
    fs::write(&games, clubs()).unwrap();
    // The second club alone: by itself it would be cut in two.
    let elsewhere = old_games(20, 36).replace("Player", "Member");
    fs::write(&more, elsewhere).unwrap();
    let parts = ["--parts", "one=1,two=1", "--out"];
    printed(&[&["train", "split", &games][..], &parts, &[&out]].concat());
    let split = [&["train", "split", &more, "--beside", &out][..], &parts].concat();
    printed(&[&split[..], &[&other]].concat());
    let text = fs::read_to_string(&other).unwrap();
    assert!(text.contains("--parts one=1,two=1 --beside "), "{text}");
    for part in 0..2 {
        let (earlier, later) = (players(&out, part), players(&other, part));
        assert!(
            later.iter().all(|player| earlier.contains(player)),
            "{part}"
        );
    }
    assert!(players(&other, 0).is_empty() || players(&other, 1).is_empty());

    let wrong = [
        &["train", "split", &more, "--beside", &out, "--out", &other][..],
        &["--parts", "a=1,b=1"],
    ];
    let output = plumb(&wrong.concat(), "");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(
        error.contains("has the parts one, two; expected a, b"),
        "{error}"
    );
}

#[test]
fn what_cannot_be_is_one_clear_line() {
    let scratch = Scratch::new("train-wrong");
    let (games, out) = (scratch.path("games.pgn"), scratch.path("parts.toml"));
    fs::write(&games, old_games(2, 20)).unwrap();
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
    let records = ["train", "windows", "--records", "no/such/windows.jsonl"];
    let says = "no/such/windows.jsonl: no such file, and no games to make it of";
    assert!(refused(&records).contains(says));
}

/// Nobody of one part's players or events is in another part of any collection. Of games the
/// files know only those that are in no part, each for its own collection: that the moves of a
/// game are in one part alone is what a division is tested for (`src/partition/division.rs`), and
/// whether two samples share any is said when one is measured by what was fitted to the other.
#[test]
fn the_parts_under_version_control_share_nobody() {
    use std::collections::HashMap;
    let folder = format!("{}/data/parts", env!("CARGO_MANIFEST_DIR"));
    let mut places: HashMap<(String, String), String> = HashMap::new();
    let mut files = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let table: toml::Table = fs::read_to_string(&path).unwrap().parse().unwrap();
        files += 1;
        for part in table["part"].as_array().unwrap() {
            let name = part["name"].as_str().unwrap();
            for kind in ["players", "events"] {
                for key in part[kind].as_str().unwrap().split_whitespace() {
                    let place = (kind.to_owned(), key.to_owned());
                    let before = places.insert(place, name.to_owned());
                    let is_same = before.as_ref().is_none_or(|before| before == name);
                    assert!(
                        is_same,
                        "{}: {kind} {key}: {before:?}, {name}",
                        path.display()
                    );
                }
            }
        }
    }
    assert!(
        files == 5 && places.len() > 30_000,
        "{files} {}",
        places.len()
    );
}

/// A game, a player or an event that stands on both sides is told in one line, and nothing where
/// there is none; what is fitted and measured is the same.
#[test]
fn what_is_measured_on_and_was_fitted_to_is_told() {
    let scratch = Scratch::new("train-leak");
    let records = |name: &str, text: &str| {
        let (games, run) = (scratch.path(&format!("{name}.pgn")), scratch.path(name));
        fs::write(&games, text).unwrap();
        printed(&["train", "records", "--moves", "2", "--out", &run, &games]);
        run
    };
    let elsewhere = |games: &str| {
        let games = games.replace("Player", "Member");
        games.replace("\"Test\"", "\"Elsewhere\"")
    };
    let own = rated(&old_games(3, 34));
    let strangers = elsewhere(&rated(&old_games(3, 36)));
    let fitted_to = records("own", &own);
    let told = |arguments: &[&str]| {
        let output = plumb(arguments, "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{error}");
        let lines = error.lines().filter(|line| line.contains("flatter"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let said = |leak: &str| {
        vec![format!(
            "plumb-lab: {leak} of what is measured are in what was fitted to, too: figures flatter"
        )]
    };
    let measured =
        |what: &str, run: &str| told(&["train", what, "--data", &fitted_to, "--measure", run]);
    for (name, games, leak) in [
        ("game", elsewhere(&own), "3 games, 0 players and 0 events"),
        (
            "player",
            strangers.replace("\"Member 1\"", "\"Player 1\""),
            "0 games, 1 player and 0 events",
        ),
        (
            "event",
            strangers.replacen("\"Elsewhere\"", "\"Test\"", 1),
            "0 games, 0 players and 1 event",
        ),
    ] {
        let run = records(name, &games);
        assert_eq!(measured("moves", &run), said(leak));
    }
    let unknown = records("strangers", &strangers);
    for what in ["skill", "moves", "evidence"] {
        assert_eq!(measured(what, &unknown), Vec::<String>::new(), "{what}");
        let all = said("3 games, 4 players and 1 event");
        assert_eq!(measured(what, &fitted_to), all, "{what}");
    }
    // What the tables were fitted to is not at hand.
    let alone = told(&["train", "moves", "--measure", &fitted_to]);
    assert_eq!(alone, Vec::<String>::new());
}

//! Engines' moves beside people's as users meet them: classifiers, rates, and engines left out.

use std::fs;

use crate::choices::rated_games;
use plumb_testing::program::{plumb, printed};
use plumb_testing::scratch::Scratch;

/// The rows of a table that begin so.
fn rows<'a>(said: &'a str, begin: &str) -> Vec<Vec<&'a str>> {
    let rows = said.lines().filter(|line| line.starts_with(begin));
    rows.map(|row| row.split('|').map(str::trim).collect())
        .collect()
}

/// Every game stands on both sides: whatever finds a difference finds what is not there.
#[test]
fn the_same_games_on_both_sides_cannot_be_told_apart() {
    let scratch = Scratch::new("train-classifiers");
    let [games, run] = ["games.pgn", "run"].map(|name| scratch.path(name));
    fs::write(&games, rated_games(16)).unwrap();
    let records = ["train", "records", "--moves", "6", "--out", &run];
    printed(&[&records[..], &["--forced-lines", &games]].concat());
    // A run has records of one kind.
    let output = plumb(&[&records[..], &[&games]].concat(), "");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("choose another --out"), "{error}");

    let classifiers = ["train", "classifiers", "--least-rating", "1000"];
    let sides = ["--engines", &run, "--people", &run];
    let told = ["--told-engines", &run, "--told-people", &run];
    let output = plumb(&[&classifiers[..], &sides, &told].concat(), "");
    let leak = "plumb-lab: 16 games, 7 players and 1 event of what is measured are in";
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains(leak), "{error}");
    let said = String::from_utf8(output.stdout).unwrap();
    let machines: Vec<_> = [
        "| boosting",
        "| random",
        "| logistic",
        "| naive",
        "| nearest",
        "| support",
    ]
    .iter()
    .flat_map(|machine| rows(&said, machine))
    .collect();
    assert_eq!(machines.len(), 13, "{said}");
    assert!(!said.contains("how far the line is forced"), "{said}");
    for row in machines {
        assert!(row[4].starts_with("0.500 ("), "{row:?}");
    }
    // Where records of one side have it not, nobody's is looked at.
    let plain = scratch.path("plain");
    printed(&["train", "records", "--moves", "1", "--out", &plain, &games]);
    let told = ["--told-engines", &plain, "--told-people", &plain];
    let mixed = printed(&[&classifiers[..], &sides, &told].concat());
    assert!(mixed.contains("how far the line is forced"), "{mixed}");

    // Of every engine's moves it is said what they are told by without it.
    assert!(said.contains("| engine | moves |"), "{said}");

    let said = printed(&["train", "rates", "--people", &run, "--engines", &run]);
    let ten = rows(&said, "| run | 10 |");
    assert_eq!((ten.len(), &ten[0]), (2, &ten[1]), "{said}");
    let without = ["train", "moves", "--data", &run, "--measure", &run];
    let said = printed(&[&without[..], &["--without-engines", "2"]].concat());
    assert!(said.contains("| engine | choices |"), "{said}");
    assert_eq!(said.lines().count(), 5, "{said}");

    for (arguments, says) in [
        (
            vec!["train", "burnham", "--engines", &run, "--people", &run],
            "not in the profile full",
        ),
        (
            vec!["train", "rates", "--people", &games],
            "no run is there",
        ),
        (
            [&["train", "classifiers"][..], &sides, &told].concat(),
            "moves of engines and of people are needed",
        ),
    ] {
        let output = plumb(&arguments, "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(says), "{error}");
        assert_eq!(error.trim_end().lines().count(), 1, "{error}");
    }
}

//! Trends of levels as users meet them: vectors from runs, plots to label, and a fit to labels.

use std::fs;

use crate::choices::rated_games;
use crate::common::program::{plumb, printed};
use crate::common::scratch::Scratch;

/// What a command that fails says, which must be one line.
fn refused(arguments: &[&str]) -> String {
    let output = plumb(arguments, "");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert_eq!(error.trim_end().lines().count(), 1, "{error}");
    error
}

#[test]
fn vectors_are_taken_from_runs_and_plotted() {
    let scratch = Scratch::new("train-levels");
    let [games, one, two, file, again, plots] = [
        "games.pgn",
        "one",
        "two",
        "trends.csv",
        "again.csv",
        "plots",
    ]
    .map(|name| scratch.path(name));
    fs::write(&games, rated_games(4)).unwrap();
    for (seed, folder) in [("1", &one), ("2", &two)] {
        let records = ["train", "records", &games, "--levels", "--moves", "2"];
        printed(&[&records[..], &["--seed", seed, "--out", folder]].concat());
    }
    let runs = ["train", "levels", "--training", &one, "--validation", &two];
    let output = plumb(
        &[&runs[..], &["--vectors", &file, "--plots", &plots]].concat(),
        "",
    );
    let leak = "plumb: 4 games, 5 players and 1 event of what is measured are in";
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains(leak), "{error}");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("1 page of plots"), "{said}");
    let text = fs::read_to_string(&file).unwrap();
    let rows: Vec<Vec<&str>> = text
        .lines()
        .skip(1)
        .map(|row| row.split(',').collect())
        .collect();
    assert_eq!(rows.len(), 16, "{text}");
    for (index, row) in rows.iter().enumerate() {
        assert_eq!(row[0], (index + 1).to_string());
        assert_eq!(row[3].split(' ').count(), 30, "{row:?}");
        let source = if row[1] == "training" { "one" } else { "two" };
        assert_eq!((row[2], row[4], row[6]), (source, "", ""));
    }
    let page = fs::read_to_string(format!("{plots}/page_001.html")).unwrap();
    assert_eq!(page.matches("<polyline").count(), rows.len());
    // The same runs give the same file.
    printed(&[&runs[..], &["--vectors", &again]].concat());
    assert_eq!(fs::read_to_string(&again).unwrap(), text);

    // Labels that somebody gave are not written over, and nothing is fitted without them.
    let error = refused(&[&runs[..], &["--vectors", &file]].concat());
    assert!(error.contains("is there already"), "{error}");
    let error = refused(&["train", "trend", "--vectors", &file]);
    assert!(error.contains("vectors have no label"), "{error}");
    fs::write(&file, text.replace(",training,", ",learning,")).unwrap();
    let error = refused(&["train", "trend", "--vectors", &file]);
    assert!(error.contains("trends.csv: line "), "{error}");
    // Levels and choices are different records.
    let error = refused(&["train", "skill", "--data", &one]);
    assert!(
        error.contains("levels") && error.contains("choices"),
        "{error}"
    );
    let error = refused(&["train", "records", "--moves", "2", "--out", &one]);
    assert!(error.contains("levels"), "{error}");
}

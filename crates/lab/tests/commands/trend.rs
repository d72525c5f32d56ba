//! Trends of levels as users meet them: vectors from runs, plots to label, and a fit to labels.

use std::fs;

use serde_json::Value;

use crate::choices::rated_games;
use plumb_testing::program::{json, plumb, printed, refused};
use plumb_testing::scratch::Scratch;

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
    let leak = "plumb-lab: 4 games, 5 players and 1 event of what is measured are in";
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

/// A quiet opening: there is one move behind the first sixteen plies, and nothing to find in it.
const SHORT_GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 \
    Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 *\n";

/// A table that is damaged, or of other levels, says nothing: one line tells why, the report
/// too, and no move has a trend.
#[test]
fn trends_of_a_damaged_or_foreign_table_are_withheld() {
    let scratch = Scratch::new("no-trends");
    let [games, out] = ["games.pgn", "out"].map(|name| scratch.path(name));
    fs::write(&games, SHORT_GAME).unwrap();
    // Other rules leave so short a game out.
    let rules = ["--rules", "regan", "--min-plies", "17"];
    let full = ["fairplay", &games, "--profile", "full", "--no-second-pass"];
    let full = [&full[..], &rules, &["--out", &out]].concat();
    let report = || -> Vec<Value> {
        let text = fs::read_to_string(format!("{out}/report.jsonl")).unwrap();
        text.lines().map(json).collect()
    };
    let trends = |report: &[Value]| {
        let game = report.iter().find(|line| line["kind"] == "game").unwrap();
        let moves = game["moves"].as_array().unwrap().iter();
        moves.filter(|mv| !mv["trend"].is_null()).count()
    };
    printed(&full);
    let whole = report();
    assert!(whole[0]["no_trends"].is_null());
    assert_eq!(trends(&whole), 1);

    let table = plumb_testing::program::file("tables/trend.toml");
    for (name, from, to, says) in [
        (
            "foreign",
            "settings = \"",
            "settings = \"other ",
            "trend.toml belongs to levels of searches with other ",
        ),
        (
            "damaged",
            "\nsteadiness = ",
            "\nsteadyness = ",
            "trend.toml: weights.steadyness is no known key",
        ),
        (
            "missing",
            "[weights]\n",
            "[weights.none]\n",
            "trend.toml: line 17: invalid type: map, expected f64 in `weights.none`",
        ),
    ] {
        let folder = scratch.path(name);
        fs::create_dir(&folder).unwrap();
        let broken = table.replacen(from, to, 1);
        assert_ne!(broken, table, "{name}");
        fs::write(format!("{folder}/trend.toml"), broken).unwrap();
        let output = plumb(&[&["--tables", &folder], &full[..]].concat(), "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{error}");
        let mut told = error.lines().filter(|line| line.contains("no trends"));
        assert!(
            told.next().is_some_and(|line| line.contains(says)),
            "{error}"
        );
        assert_eq!(told.next(), None, "{error}");
        let withheld = report();
        let reason = withheld[0]["no_trends"].as_str().unwrap();
        assert!(reason.contains(says), "{reason}");
        assert_eq!(trends(&withheld), 0, "{name}");
        // `why` explains nothing by it either.
        let why = ["fairplay", "why", &out, "1", "17"];
        let error = refused(&[&["--tables", &folder], &why[..]].concat());
        assert!(error.contains(says), "{error}");
    }
    printed(&full);
    assert_eq!(report(), whole);
}

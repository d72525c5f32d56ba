use super::*;
use crate::engine::{OptionId, OptionKind, OptionSpec};

const TEXT: &str = "
[meta]
[limits]
full_strength_elo = 3000
mates_seen_from_elo = 1200
[levels]
elo = [1000, 2000, 2500]
depth = [1, 3.5, 20]
nodes = [100, 10000, 10000]
lines = [80, 20, 2]
sensitivity = [0.4, 0.1, 0.1]
consistency = [0.5, 1.0, 1.0]
shallow = [0.4, 0.2, 0]
overlooked = [0.1, 0, 0]
";

fn table() -> StrengthTable {
    StrengthTable::from_toml(TEXT).expect("a table")
}

#[test]
fn the_embedded_table_goes_from_the_least_to_the_greatest_elo() {
    let table = StrengthTable::embedded();
    assert_eq!(table.levels[0].0, MIN_ELO as f64);
    assert_eq!(table.full_strength_elo, MAX_ELO as f64);
    assert_eq!(table.level(MAX_ELO), None);
    let spec = OptionSpec::find("UCI_Elo").expect("an option");
    assert_eq!(spec.id, OptionId::Elo);
    assert!(
        matches!(spec.kind, OptionKind::Spin { min, max, .. } if (min, max) == (MIN_ELO, MAX_ELO))
    );
    // Nobody stronger sees less.
    let all: Vec<Level> = (MIN_ELO..MAX_ELO)
        .map(|elo| table.level(elo).expect("a level"))
        .collect();
    for pair in all.windows(2) {
        let (weak, strong) = (pair[0], pair[1]);
        assert!(strong.depth >= weak.depth && strong.nodes >= weak.nodes);
        assert!(strong.sensitivity <= weak.sensitivity);
        assert!(strong.shallow <= weak.shallow && strong.overlooked <= weak.overlooked);
        assert!(strong.sees_mates >= weak.sees_mates);
    }
}

#[test]
fn levels_are_the_rows_and_the_lines_between_them() {
    let table = table();
    let row = table.level(2000).expect("a level");
    assert_eq!((row.depth, row.nodes, row.lines), (3.5, 10_000, 20.0));
    assert_eq!((row.shallow, row.overlooked), (0.2, 0.0));
    let half = table.level(1500).expect("a level");
    assert_eq!((half.depth, half.nodes, half.lines), (2.25, 1_000, 50.0));
    assert!((half.sensitivity - 0.2).abs() < 1e-12, "{half:?}");
    assert_eq!(half.consistency, 0.75);
    assert!((half.shallow - 0.3).abs() < 1e-12);
    let quarter = table.level(1250).expect("a level");
    assert_eq!((quarter.depth, quarter.nodes), (1.625, 316));
    assert!(!table.level(1199).expect("a level").sees_mates);
    assert!(table.level(1200).expect("a level").sees_mates);
}

#[test]
fn beyond_the_rows_are_the_last_ones_and_no_limit() {
    let table = table();
    let first = table.level(1000);
    assert_eq!(table.level(0), first);
    assert_eq!(table.level(i64::MIN), first);
    let last = table.level(2500);
    assert!(last.is_some());
    assert_eq!(table.level(2999), last);
    assert_eq!(table.level(3000), None);
    assert_eq!(table.level(i64::MAX), None);
}

#[test]
fn what_is_wrong_is_named() {
    for (from, to, expected) in [
        ("[meta]", "", "meta is missing; expected a section"),
        (
            "[meta]",
            "[mate]\n[meta]",
            "line 2: unknown field `mate`, expected `limits` or `levels`",
        ),
        (
            "full_strength_elo = 3000",
            "",
            "line 3: missing field `full_strength_elo` in `limits`",
        ),
        (
            "full_strength_elo = 3000",
            "full_strength_elo = -1",
            "limits.full_strength_elo is -1; expected a number from 0 to 5000",
        ),
        (
            "elo = [1000, 2000, 2500]",
            "elo = [1000, 2000, 2000]",
            "levels.elo is 2000 after 2000; expected ascending numbers",
        ),
        (
            "lines = [80, 20, 2]",
            "lines = [80, 20]",
            "levels.lines is a list of 2; expected a list of 3, as many as levels.elo has",
        ),
        (
            "lines = [80, 20, 2]",
            "lines = 80",
            "line 10: invalid type: integer `80`, expected a sequence in `levels.lines`",
        ),
        ("shallow = [0.4, 0.2, 0]", "", "levels.shallow is missing"),
        (
            "shallow = [0.4, 0.2, 0]",
            "shallow = [0.4, 1, 0]",
            "levels.shallow is 1; expected a number from 0 to 0.99",
        ),
        (
            "sensitivity = [0.4,",
            "sensitivity = [nan,",
            "levels.sensitivity is NaN; expected a number from 0.000001 to 10",
        ),
    ] {
        assert!(TEXT.contains(from), "{from}");
        let error = StrengthTable::from_toml(&TEXT.replacen(from, to, 1)).expect_err(expected);
        assert_eq!(error.to_string(), format!("strength.toml: {expected}"));
    }
    for column in COLUMNS {
        let text = TEXT.replacen(&format!("\n{} = [", column.0), "\nsome = [", 1);
        assert!(StrengthTable::from_toml(&text).is_err(), "{}", column.0);
    }
    let none = TEXT.lines().map(|line| match line.split_once(" = [") {
        Some((name, _)) => format!("{name} = []"),
        None => line.to_owned(),
    });
    let none: Vec<String> = none.collect();
    assert!(StrengthTable::from_toml(&none.join("\n")).is_err());
}

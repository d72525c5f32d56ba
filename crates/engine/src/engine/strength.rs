//! What a limited engine may do at each Elo, read from `tables/strength.toml`.
//!
//! Reads and interpolates numbers and no more: how they are played by is in
//! `limited.rs`. Start with `StrengthTable::level`.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::tables::{Model, Table, TableError};

/// Smallest strength that can be asked for, in Elo.
pub const MIN_ELO: i64 = 800;
/// Largest strength that can be asked for, in Elo: about that of the engine
/// without a limit, and so no limit.
pub const MAX_ELO: i64 = 3000;

/// How a player of some strength thinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Plies that he looks ahead; a fraction is the chance of one more.
    pub depth: f64,
    /// Most nodes of a search.
    pub nodes: u64,
    /// How many moves he considers; a fraction is the chance of one more.
    pub lines: f64,
    /// Regan's s, the scaled difference between moves that he notices.
    pub sensitivity: f64,
    /// Regan's c, how surely he notices large differences.
    pub consistency: f64,
    /// The chance, for each ply, that he looks a ply less far after a move.
    pub shallow: f64,
    /// The chance that he looks at no reply to a move at all.
    pub overlooked: f64,
    /// He neither misses nor allows a mate in one where he need not.
    pub sees_mates: bool,
}

/// The levels of some strengths, between which others lie.
#[derive(Clone, Debug, PartialEq)]
pub struct StrengthTable {
    /// With their Elo, ascending.
    levels: Vec<(f64, Level)>,
    full_strength_elo: f64,
    mates_seen_from_elo: f64,
}

/// A column of the table: its name, and the range of its numbers.
const COLUMNS: [(&str, f64, f64); 8] = [
    ("elo", 0.0, 5_000.0),
    ("depth", 1.0, 240.0),
    ("nodes", 1.0, 1e12),
    ("lines", 1.0, 256.0),
    ("sensitivity", 1e-6, 10.0),
    ("consistency", 1e-6, 10.0),
    ("shallow", 0.0, 0.99),
    ("overlooked", 0.0, 1.0),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    limits: Limits,
    levels: BTreeMap<String, Vec<f64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a section")]
struct Limits {
    full_strength_elo: f64,
    mates_seen_from_elo: f64,
}

impl Model for StrengthTable {
    const TABLE: Table = Table::Strength;

    fn read(_: Table, text: &str) -> Result<StrengthTable, TableError> {
        StrengthTable::from_toml(text)
    }

    fn built_in() -> Option<StrengthTable> {
        Some(StrengthTable::embedded())
    }
}

impl StrengthTable {
    /// The table that this binary was built with.
    pub fn embedded() -> StrengthTable {
        let numbers = |key: &str| Table::Strength.built_in_numbers(key);
        let columns = COLUMNS.map(|(name, ..)| numbers(&format!("levels.{name}")));
        StrengthTable {
            levels: levels(columns),
            full_strength_elo: numbers("limits.full_strength_elo")[0],
            mates_seen_from_elo: numbers("limits.mates_seen_from_elo")[0],
        }
    }

    /// Reads a table; an error names the key.
    pub fn from_toml(text: &str) -> Result<StrengthTable, TableError> {
        let File {
            limits,
            levels: columns,
            ..
        } = Table::Strength.read(text)?;
        let limit =
            |name, elo| Table::Strength.within(format!("limits.{name}"), elo, 0.0..=5_000.0);
        Ok(StrengthTable {
            levels: levels(checked(columns)?.each_ref().map(Vec::as_slice)),
            full_strength_elo: limit("full_strength_elo", limits.full_strength_elo)?,
            mates_seen_from_elo: limit("mates_seen_from_elo", limits.mates_seen_from_elo)?,
        })
    }

    /// How a player of this Elo thinks; none at full strength, where nothing is
    /// limited. Below the first level it is the first one.
    ///
    /// Between two levels everything goes in a straight line, nodes and
    /// sensitivity by their logarithms.
    pub fn level(&self, elo: i64) -> Option<Level> {
        let elo = elo as f64;
        if elo >= self.full_strength_elo {
            return None;
        }
        let above = self.levels.partition_point(|&(at, _)| at <= elo);
        let (low_elo, low) = self.levels[above.max(1) - 1];
        let (high_elo, high) = self.levels[above.min(self.levels.len() - 1)];
        let part = if high_elo > low_elo {
            ((elo - low_elo) / (high_elo - low_elo)).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let line = |low: f64, high: f64| low + part * (high - low);
        let curve = |low: f64, high: f64| libm::exp(line(libm::log(low), libm::log(high)));
        Some(Level {
            depth: line(low.depth, high.depth),
            nodes: curve(low.nodes as f64, high.nodes as f64).round() as u64,
            lines: line(low.lines, high.lines),
            sensitivity: curve(low.sensitivity, high.sensitivity),
            consistency: line(low.consistency, high.consistency),
            shallow: line(low.shallow, high.shallow),
            overlooked: line(low.overlooked, high.overlooked),
            sees_mates: elo >= self.mates_seen_from_elo,
        })
    }
}

/// The numbers of all columns: as many of each, and the Elo ascending.
fn checked(columns: BTreeMap<String, Vec<f64>>) -> Result<[Vec<f64>; COLUMNS.len()], TableError> {
    let table = Table::Strength;
    let columns = table.in_order("levels", columns, &COLUMNS.map(|(name, ..)| name))?;
    let mut values = [const { Vec::new() }; COLUMNS.len()];
    let count = columns[0].len().max(1);
    for ((column, numbers), (name, least, most)) in values.iter_mut().zip(columns).zip(COLUMNS) {
        let key = format!("levels.{name}");
        if numbers.len() != count {
            let found = format!("a list of {}", numbers.len());
            let expected = format!("a list of {count}, as many as levels.elo has");
            return Err(table.wrong(key, found, expected));
        }
        for &number in &numbers {
            table.within(&key, number, least..=most)?;
        }
        *column = numbers;
    }
    match values[0].windows(2).find(|two| two[1] <= two[0]) {
        None => Ok(values),
        Some(two) => {
            let found = format!("{} after {}", two[1], two[0]);
            Err(table.wrong("levels.elo", found, "ascending numbers"))
        }
    }
}

/// The levels that these columns, as long as each other, make side by side.
fn levels(columns: [&[f64]; COLUMNS.len()]) -> Vec<(f64, Level)> {
    let level = |index: usize| {
        let [
            elo,
            depth,
            nodes,
            lines,
            sensitivity,
            consistency,
            shallow,
            overlooked,
        ] = columns.map(|column| column[index]);
        let level = Level {
            depth,
            nodes: nodes as u64,
            lines,
            sensitivity,
            consistency,
            shallow,
            overlooked,
            sees_mates: false,
        };
        (elo, level)
    };
    (0..columns[0].len()).map(level).collect()
}

#[cfg(test)]
#[path = "strength_tests.rs"]
mod tests;

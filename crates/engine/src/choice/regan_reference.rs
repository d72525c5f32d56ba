//! The reference player whose choices partial credits are shared out by, read
//! from `tables/regan.toml`.
//!
//! Reads two numbers and no more: what they mean is in `credit`. Start with
//! `ReganReference`.

use crate::tables::{self, Table, TableError, Tables};

/// Regan's two parameters of a player's skill, without a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReganReference {
    /// s: the scaled difference that a player notices; smaller is stronger.
    pub sensitivity: f64,
    /// c: how surely large differences are noticed; larger is stronger.
    pub consistency: f64,
}

impl ReganReference {
    /// The reference that this binary was built with.
    pub fn embedded() -> ReganReference {
        let number = |name: &str| Table::Regan.built_in_numbers(name)[0];
        ReganReference {
            sensitivity: number("reference.sensitivity"),
            consistency: number("reference.consistency"),
        }
    }

    /// The reference of these tables.
    pub fn from_tables(tables: &Tables) -> Result<ReganReference, TableError> {
        if tables.is_built_in(Table::Regan) {
            return Ok(ReganReference::embedded());
        }
        ReganReference::from_toml(tables.text(Table::Regan))
    }

    /// Reads a table; an error names the key.
    pub fn from_toml(text: &str) -> Result<ReganReference, TableError> {
        let table = tables::parse(Table::Regan, text)?;
        Table::Regan.check_keys(&table, "", &["meta", "reference"])?;
        Table::Regan.section(&table, "meta")?;
        let reference = Table::Regan.section(&table, "reference")?;
        Table::Regan.check_keys(reference, "reference.", &["sensitivity", "consistency"])?;
        Ok(ReganReference {
            sensitivity: number(reference, "sensitivity")?,
            consistency: number(reference, "consistency")?,
        })
    }
}

fn number(section: &toml::Table, name: &str) -> Result<f64, TableError> {
    let key = format!("reference.{name}");
    let Some(value) = section.get(name) else {
        return Err(Table::Regan.missing(key, "table_value.above_0_to_10"));
    };
    let number = tables::as_number(value).filter(|&n| n > 0.0 && n <= 10.0);
    number.ok_or_else(|| Table::Regan.wrong(key, value, "table_value.above_0_to_10"))
}

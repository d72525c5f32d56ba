//! The reference player whose choices partial credits are shared out by, read
//! from `tables/regan.toml`.
//!
//! Reads two numbers and no more: what they mean is in `credit`. Start with
//! `ReganReference`.

use serde::Deserialize;

use crate::tables::{Model, Table, TableError};

/// Regan's two parameters of a player's skill, without a unit.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a section")]
pub struct ReganReference {
    /// s: the scaled difference that a player notices; smaller is stronger.
    pub sensitivity: f64,
    /// c: how surely large differences are noticed; larger is stronger.
    pub consistency: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    reference: ReganReference,
}

impl Model for ReganReference {
    const TABLE: Table = Table::Regan;

    fn read(_: Table, text: &str) -> Result<ReganReference, TableError> {
        ReganReference::from_toml(text)
    }

    fn built_in() -> Option<ReganReference> {
        Some(ReganReference::embedded())
    }
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

    /// Reads a table; an error names the key.
    pub fn from_toml(text: &str) -> Result<ReganReference, TableError> {
        let File { reference, .. } = Table::Regan.read(text)?;
        for (name, number) in [
            ("sensitivity", reference.sensitivity),
            ("consistency", reference.consistency),
        ] {
            if !(number > 0.0 && number <= 10.0) {
                let (key, expected) = (
                    format!("reference.{name}"),
                    "a number above 0 and at most 10",
                );
                return Err(Table::Regan.wrong(key, number, expected));
            }
        }
        Ok(reference)
    }
}

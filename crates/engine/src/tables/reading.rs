//! How a table's TOML is read: serde finds what has the wrong form, and where; what a number
//! may be is checked afterwards, under its key.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::TableError;
use super::table::Table;

/// The section `records` of a table that was fitted to records.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a section")]
pub struct Records {
    /// Which build's records they are: its stamp.
    pub stamp: String,
}

/// Reads a list of exactly so many values: what reads arrays passes over any beyond them.
pub fn list<'de, D, T, const COUNT: usize>(deserializer: D) -> Result<[T; COUNT], D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let values = Vec::deserialize(deserializer)?;
    let found = values.len();
    let expected = format!("a list of {COUNT}");
    let wrong = |_| D::Error::invalid_length(found, &expected.as_str());
    values.try_into().map_err(wrong)
}

/// A list of exactly so many values, within another value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct List<T, const COUNT: usize>(pub [T; COUNT]);

impl<'de, T: Deserialize<'de>, const COUNT: usize> Deserialize<'de> for List<T, COUNT> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        list(deserializer).map(List)
    }
}

impl<T: Serialize, const COUNT: usize> Serialize for List<T, COUNT> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_slice().serialize(serializer)
    }
}

/// A type of number in a table, and what a message calls it.
pub trait Number: Copy + PartialOrd + Display {
    /// What a message calls it.
    const NOUN: &'static str;
}

impl Number for f64 {
    const NOUN: &'static str = "a number";
}

impl Number for i32 {
    const NOUN: &'static str = "a whole number";
}

impl Number for u32 {
    const NOUN: &'static str = "a whole number";
}

/// What is wrong with this TOML, on one line: its line where that is known, the problem, the key.
pub fn toml_fault(text: &str, mut error: toml::de::Error) -> String {
    let line = error.span().map(|span| {
        let before = &text.as_bytes()[..span.start.min(text.len())];
        1 + before.iter().filter(|&&byte| byte == b'\n').count()
    });
    // Without the text, an error is shown with its key instead of the lines around it.
    error.set_input(None);
    let fault = error.to_string().lines().collect::<Vec<_>>().join(" ");
    line.map_or(fault.clone(), |line| format!("line {line}: {fault}"))
}

/// The first number of the text that is NaN or infinite, with its dotted key.
fn not_finite(sections: &DeTable<'_>) -> Option<(String, f64)> {
    let mut found = Vec::new();
    for (key, value) in sections {
        if key.get_ref() == "meta" {
            continue;
        }
        let key = key.get_ref().escape_debug().to_string();
        find_not_finite(&key, value, &mut found);
    }
    let first = found.into_iter().min_by_key(|&(place, ..)| place);
    first.map(|(_, key, number)| (key, number))
}

/// Adds the numbers that are not finite, with their places in the text and their keys.
fn find_not_finite(key: &str, value: &Spanned<DeValue<'_>>, found: &mut Vec<(usize, String, f64)>) {
    match value.get_ref() {
        DeValue::Float(number) => {
            let number = number.as_str().replace('_', "").parse::<f64>();
            if let Ok(number) = number
                && !number.is_finite()
            {
                found.push((value.span().start, key.to_owned(), number));
            }
        }
        DeValue::Array(values) => {
            for value in values.iter() {
                find_not_finite(key, value, found);
            }
        }
        DeValue::Table(section) => {
            for (name, value) in section {
                let key = format!("{key}.{}", name.get_ref().escape_debug());
                find_not_finite(&key, value, found);
            }
        }
        _ => {}
    }
}

impl Table {
    /// Reads this table's text but for the section `meta`, which is for people; the error is on
    /// one line and says where.
    pub fn read<T: DeserializeOwned>(self, text: &str) -> Result<T, TableError> {
        let fault = |error| self.fault(toml_fault(text, error));
        let mut sections = DeTable::parse(text).map_err(fault)?;
        // References of honest play have a section `made` instead.
        if !matches!(self, Table::ReferenceScreen | Table::ReferenceFull) {
            let meta = sections.get_mut().remove("meta");
            if !meta.is_some_and(|meta| meta.get_ref().is_table()) {
                return Err(self.fault("meta is missing; expected a section"));
            }
        }
        T::deserialize(toml::Deserializer::from(sections)).map_err(fault)
    }

    /// Checks that every number of the table is finite, whatever its model asks of it; the
    /// section `meta` is for people.
    pub(super) fn check_finite(self, text: &str) -> Result<(), TableError> {
        let sections = DeTable::parse(text).map_err(|error| self.fault(toml_fault(text, error)))?;
        match not_finite(sections.get_ref()) {
            Some((key, number)) => Err(self.wrong(key, number, "a finite number")),
            None => Ok(()),
        }
    }

    /// The error that something is wrong with this table.
    pub fn fault(self, reason: impl Into<String>) -> TableError {
        let reason = reason.into();
        TableError::Fault {
            table: self,
            reason,
        }
    }

    /// The error that this table has something else than expected under a key.
    pub fn wrong(
        self,
        key: impl Display,
        found: impl Display,
        expected: impl Display,
    ) -> TableError {
        self.fault(format!("{key} is {found}; expected {expected}"))
    }

    /// Checks that a number is within bounds, which leaves out NaN and, with finite bounds,
    /// the infinite.
    pub fn within<N: Number>(
        self,
        key: impl Display,
        number: N,
        bounds: RangeInclusive<N>,
    ) -> Result<N, TableError> {
        if bounds.contains(&number) {
            return Ok(number);
        }
        let (least, most) = (bounds.start(), bounds.end());
        let expected = format!("{} from {least} to {most}", N::NOUN);
        Err(self.wrong(key, number, expected))
    }

    /// The values of a section in the order of these keys; all must be there, and no other.
    /// The whole table is the section without a name.
    pub fn in_order<T>(
        self,
        section: &str,
        mut rows: BTreeMap<String, T>,
        keys: &[&str],
    ) -> Result<Vec<T>, TableError> {
        let place = |key: &str| match section {
            "" => key.escape_debug().to_string(),
            _ => format!("{section}.{}", key.escape_debug()),
        };
        if let Some(key) = rows.keys().find(|key| !keys.contains(&key.as_str())) {
            return Err(self.fault(format!("{} is no known key", place(key))));
        }
        let missing = |key: &str| self.fault(format!("{} is missing", place(key)));
        let values = keys
            .iter()
            .map(|&key| rows.remove(key).ok_or_else(|| missing(key)));
        values.collect()
    }

    /// The numbers of a section in the order of these keys, all within the same bounds.
    pub fn numbers<const COUNT: usize>(
        self,
        section: &str,
        rows: BTreeMap<String, f64>,
        keys: [&str; COUNT],
        bounds: RangeInclusive<f64>,
    ) -> Result<[f64; COUNT], TableError> {
        let values = self.in_order(section, rows, &keys)?;
        let mut numbers = [0.0; COUNT];
        for ((number, value), key) in numbers.iter_mut().zip(values).zip(keys) {
            *number = self.within(format_args!("{section}.{key}"), value, bounds.clone())?;
        }
        Ok(numbers)
    }
}

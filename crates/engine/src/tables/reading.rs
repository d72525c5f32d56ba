//! How a table's TOML is read: sections, keys and numbers, and an error for what is wrong.

use std::ops::RangeInclusive;

use super::error::TableError;
use super::phrase::Phrase;
use super::table::Table;

/// Parses a table's text; the error is on one line and says where.
pub fn parse(table: Table, text: &str) -> Result<toml::Table, TableError> {
    text.parse().map_err(|error: toml::de::Error| {
        let offset = error.span().map_or(0, |span| span.start).min(text.len());
        let before = text.as_bytes()[..offset].iter();
        let lines = before.filter(|&&byte| byte == b'\n').count();
        TableError::Syntax {
            table,
            line: lines + 1,
            reason: error.message().lines().collect::<Vec<_>>().join(" "),
        }
    })
}

impl Table {
    /// The error that this table lacks a key.
    pub fn missing(self, key: impl Into<String>, expected: impl Into<Phrase>) -> TableError {
        TableError::Missing {
            table: self,
            key: key.into(),
            expected: expected.into(),
        }
    }

    /// The error that this table has such a value under a key.
    pub fn wrong(
        self,
        key: impl Into<String>,
        found: &toml::Value,
        expected: impl Into<Phrase>,
    ) -> TableError {
        TableError::Wrong {
            table: self,
            key: key.into(),
            found: Phrase::of_value(found),
            expected: expected.into(),
        }
    }

    /// Looks whether a section of this table has no other keys than these; `prefix` is the
    /// section's own name with a dot.
    pub fn check_keys(
        self,
        section: &toml::Table,
        prefix: &str,
        names: &[&str],
    ) -> Result<(), TableError> {
        match section.keys().find(|key| !names.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => Err(TableError::Unknown {
                table: self,
                key: format!("{prefix}{key}"),
            }),
        }
    }

    /// A section of this table, which must have it.
    pub fn section<'a>(
        self,
        table: &'a toml::Table,
        name: &str,
    ) -> Result<&'a toml::Table, TableError> {
        let section = table.get(name).and_then(toml::Value::as_table);
        section.ok_or_else(|| self.missing(name, "table_value.section"))
    }

    /// Takes a section of this table out of another; `prefix` is that one's own name with a
    /// dot, `expected` the key of the text that says what the section is.
    pub fn take_section(
        self,
        table: &mut toml::Table,
        prefix: &str,
        name: &str,
        expected: &'static str,
    ) -> Result<toml::Table, TableError> {
        let key = format!("{prefix}{name}");
        match table.remove(name) {
            Some(toml::Value::Table(section)) => Ok(section),
            Some(other) => Err(self.wrong(key, &other, expected)),
            None => Err(self.missing(key, expected)),
        }
    }

    /// The stamp of the records that this table's numbers were fitted to.
    pub fn stamp(self, table: &toml::Table) -> Result<String, TableError> {
        let records = self.section(table, "records")?;
        self.check_keys(records, "records.", &["stamp"])?;
        let stamp = records.get("stamp").and_then(toml::Value::as_str);
        let stamp = stamp.ok_or_else(|| self.missing("records.stamp", "table_value.stamp"));
        Ok(stamp?.to_owned())
    }

    /// A number of a section within bounds; `prefix` is the section's own name with a dot.
    pub fn number(
        self,
        section: &toml::Table,
        prefix: &str,
        name: &str,
        bounds: RangeInclusive<f64>,
    ) -> Result<f64, TableError> {
        let key = || format!("{prefix}{name}");
        let expected = || {
            Phrase::with(
                "table_value.number",
                &[("least", bounds.start()), ("most", bounds.end())],
            )
        };
        let value = section.get(name);
        let value = value.ok_or_else(|| self.missing(key(), expected()))?;
        let number = as_number(value).filter(|number| bounds.contains(number));
        number.ok_or_else(|| self.wrong(key(), value, expected()))
    }
}

/// A number, with a point or without.
pub fn as_number(value: &toml::Value) -> Option<f64> {
    value.as_float().or(value.as_integer().map(|n| n as f64))
}

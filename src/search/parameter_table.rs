//! The search's numbers as a table given with `--tables`: `search.toml` is read,
//! checked against what the program was built with, and put in force where the
//! build allows it.

use crate::tables::{self, Table, TableError, Tables};

use super::params::{PARAMETERS, Parameter};

const ROW: &str = "{ value, least, most, step, means }";

/// The values that this text of `search.toml` gives the search, in the order of [`PARAMETERS`].
///
/// Every parameter has to be there, with its value in its range. Ranges and steps
/// belong to the program: a table cannot change them.
pub fn parameter_values(text: &str) -> Result<Vec<i32>, TableError> {
    let mut table = tables::parse(Table::Search, text)?;
    let meta = "a section that says where the numbers come from";
    section(&mut table, "", "meta", meta)?;
    let mut values = Vec::with_capacity(PARAMETERS.len());
    // The parameters of a section follow each other.
    for group in PARAMETERS.chunk_by(|one, next| one.section == next.section) {
        let name = group[0].section;
        let prefix = format!("{name}.");
        let mut rows = section(&mut table, "", name, "a section with its parameters")?;
        for parameter in group {
            let row = section(&mut rows, &prefix, parameter.name, ROW)?;
            values.push(read(parameter, row)?);
        }
        refuse_rest(&rows, &prefix)?;
    }
    refuse_rest(&table, "")?;
    Ok(values)
}

/// Makes the search use the numbers of these tables. In a build in which they are
/// constants, others than those are an error.
pub fn use_parameters(tables: &Tables) -> Result<(), TableError> {
    if tables.is_built_in(Table::Search) {
        // What the build has made the search of.
        return Ok(());
    }
    let values = parameter_values(tables.text(Table::Search))?;
    #[cfg(feature = "tunable")]
    super::params::set_parameters(&values);
    #[cfg(not(feature = "tunable"))]
    for (parameter, value) in PARAMETERS.iter().zip(values) {
        if value != parameter.value {
            let built = parameter.value;
            let expected = format!(
                "{built}, which this program was built with (build with --features tunable to set it)"
            );
            return Err(wrong(key(parameter, "value"), value.into(), expected));
        }
    }
    Ok(())
}

/// The value of a parameter, whose inline table this is.
fn read(parameter: &Parameter, mut row: toml::Table) -> Result<i32, TableError> {
    let mut number = |name: &str, least: i32, most: i32| {
        let expected = if least == most {
            format!("{least}, which this program was built with")
        } else {
            format!("a whole number from {least} to {most}")
        };
        let found = row.remove(name);
        let found = found.ok_or_else(|| missing(key(parameter, name), expected.clone()))?;
        let number = found.as_integer().and_then(|n| i32::try_from(n).ok());
        number
            .filter(|n| (least..=most).contains(n))
            .ok_or_else(|| wrong(key(parameter, name), found, expected))
    };
    let &Parameter {
        least, most, step, ..
    } = parameter;
    let value = number("value", least, most)?;
    for (name, built) in [("least", least), ("most", most), ("step", step)] {
        number(name, built, built)?;
    }
    let sentence = "a sentence in quotation marks";
    match row.remove("means") {
        Some(toml::Value::String(_)) => {}
        Some(other) => return Err(wrong(key(parameter, "means"), other, sentence.to_owned())),
        None => return Err(missing(key(parameter, "means"), sentence.to_owned())),
    }
    refuse_rest(&row, &key(parameter, ""))?;
    Ok(value)
}

fn key(parameter: &Parameter, name: &str) -> String {
    format!("{}.{}.{name}", parameter.section, parameter.name)
}

/// Takes a section out of a table; `prefix` is where that table stands.
fn section(
    table: &mut toml::Table,
    prefix: &str,
    name: &str,
    expected: &str,
) -> Result<toml::Table, TableError> {
    let key = format!("{prefix}{name}");
    match table.remove(name) {
        Some(toml::Value::Table(section)) => Ok(section),
        Some(other) => Err(wrong(key, other, expected.to_owned())),
        None => Err(missing(key, expected.to_owned())),
    }
}

fn refuse_rest(table: &toml::Table, prefix: &str) -> Result<(), TableError> {
    match table.keys().next() {
        None => Ok(()),
        Some(key) => Err(TableError::Unknown {
            table: Table::Search,
            key: format!("{prefix}{key}"),
        }),
    }
}

fn missing(key: String, expected: String) -> TableError {
    TableError::Missing {
        table: Table::Search,
        key,
        expected,
    }
}

fn wrong(key: String, found: toml::Value, expected: String) -> TableError {
    let text = found.to_string();
    TableError::Wrong {
        table: Table::Search,
        key,
        found: text.split_whitespace().collect::<Vec<_>>().join(" "),
        expected,
    }
}

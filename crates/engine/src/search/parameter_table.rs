//! The search's numbers as a table given with `--tables`: `search.toml` is read,
//! checked against what the program was built with, and put in force where the
//! build allows it.

use crate::tables::{self, Phrase, Table, TableError, Tables};

use super::params::{PARAMETERS, Parameter};

/// The values that this text of `search.toml` gives the search, in the order of [`PARAMETERS`].
///
/// Every parameter has to be there, with its value in its range. Ranges and steps
/// belong to the program: a table cannot change them.
pub fn parameter_values(text: &str) -> Result<Vec<i32>, TableError> {
    let mut table = tables::parse(Table::Search, text)?;
    Table::Search.take_section(&mut table, "", "meta", "table_value.meta")?;
    let mut values = Vec::with_capacity(PARAMETERS.len());
    // The parameters of a section follow each other.
    for group in PARAMETERS.chunk_by(|one, next| one.section == next.section) {
        let name = group[0].section;
        let prefix = format!("{name}.");
        let mut rows =
            Table::Search.take_section(&mut table, "", name, "table_value.parameters")?;
        for parameter in group {
            let row = Table::Search.take_section(
                &mut rows,
                &prefix,
                parameter.name,
                "table_value.parameter",
            )?;
            values.push(read(parameter, row)?);
        }
        Table::Search.check_keys(&rows, &prefix, &[])?;
    }
    Table::Search.check_keys(&table, "", &[])?;
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
            let expected = Phrase::with(
                "table_value.built_with_value",
                &[("built", &parameter.value)],
            );
            return Err(Table::Search.wrong(key(parameter, "value"), &value.into(), expected));
        }
    }
    Ok(())
}

/// The value of a parameter, whose inline table this is.
fn read(parameter: &Parameter, mut row: toml::Table) -> Result<i32, TableError> {
    let mut number = |name: &str, least: i32, most: i32| {
        let expected = || match least == most {
            true => Phrase::with("table_value.built_with", &[("built", &least)]),
            false => Phrase::with(
                "table_value.whole_number",
                &[("least", &least), ("most", &most)],
            ),
        };
        let key = || key(parameter, name);
        let found = row.remove(name);
        let found = found.ok_or_else(|| Table::Search.missing(key(), expected()))?;
        let number = found.as_integer().and_then(|n| i32::try_from(n).ok());
        number
            .filter(|n| (least..=most).contains(n))
            .ok_or_else(|| Table::Search.wrong(key(), &found, expected()))
    };
    let &Parameter {
        least, most, step, ..
    } = parameter;
    let value = number("value", least, most)?;
    for (name, built) in [("least", least), ("most", most), ("step", step)] {
        number(name, built, built)?;
    }
    let (means, sentence) = (key(parameter, "means"), "table_value.sentence");
    match row.remove("means") {
        Some(toml::Value::String(_)) => {}
        Some(other) => return Err(Table::Search.wrong(means, &other, sentence)),
        None => return Err(Table::Search.missing(means, sentence)),
    }
    Table::Search.check_keys(&row, &key(parameter, ""), &[])?;
    Ok(value)
}

fn key(parameter: &Parameter, name: &str) -> String {
    format!("{}.{}.{name}", parameter.section, parameter.name)
}

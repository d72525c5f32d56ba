//! The search's numbers as a table given with `--tables`: `search.toml` is read,
//! checked against what the program was built with, and put in force where the
//! build allows it.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::tables::{Table, TableError, Tables};

use super::params::{PARAMETERS, Parameter};

/// What the table has of a parameter.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "{ value, least, most, step, means }")]
struct Row {
    value: i32,
    least: i32,
    most: i32,
    step: i32,
    #[serde(rename = "means")]
    _means: String,
}

/// The values that this text of `search.toml` gives the search, in the order of [`PARAMETERS`].
///
/// Every parameter has to be there, with its value in its range. Ranges and steps
/// belong to the program: a table cannot change them.
pub fn parameter_values(text: &str) -> Result<Vec<i32>, TableError> {
    let kind = Table::Search;
    let sections: BTreeMap<String, BTreeMap<String, Row>> = kind.read(text)?;
    // The parameters of a section follow each other.
    let groups = PARAMETERS.chunk_by(|one, next| one.section == next.section);
    let names: Vec<&str> = groups.clone().map(|group| group[0].section).collect();
    let mut values = Vec::with_capacity(PARAMETERS.len());
    for (group, rows) in groups.zip(kind.in_order("", sections, &names)?) {
        let names: Vec<&str> = group.iter().map(|parameter| parameter.name).collect();
        for (parameter, row) in group
            .iter()
            .zip(kind.in_order(group[0].section, rows, &names)?)
        {
            values.push(checked(parameter, &row)?);
        }
    }
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
            return Err(Table::Search.wrong(key(parameter, "value"), value, expected));
        }
    }
    Ok(())
}

/// The value of a parameter, whose row this is.
fn checked(parameter: &Parameter, row: &Row) -> Result<i32, TableError> {
    for (name, found, built) in [
        ("least", row.least, parameter.least),
        ("most", row.most, parameter.most),
        ("step", row.step, parameter.step),
    ] {
        if found != built {
            let expected = format!("{built}, which this program was built with");
            return Err(Table::Search.wrong(key(parameter, name), found, expected));
        }
    }
    let bounds = parameter.least..=parameter.most;
    Table::Search.within(key(parameter, "value"), row.value, bounds)
}

fn key(parameter: &Parameter, name: &str) -> String {
    format!("{}.{}.{name}", parameter.section, parameter.name)
}

//! Writes the search's parameters as functions.

use std::{env, fmt::Write as _};

use super::{table_text, write_source};

/// A parameter of the search as a line of `tables/search.toml` declares it.
struct Parameter<'t> {
    section: &'t str,
    name: &'t str,
    value: i32,
    least: i32,
    most: i32,
    step: i32,
    means: &'t str,
}

impl<'t> Parameter<'t> {
    /// Reads what follows `name = { `; nothing if it has another form.
    fn read(section: &'t str, name: &'t str, mut rest: &'t str) -> Option<Parameter<'t>> {
        let mut number = |key: &str| -> Option<i32> {
            let (value, more) = rest.strip_prefix(key)?.split_once(", ")?;
            rest = more;
            value.parse().ok()
        };
        Some(Parameter {
            section,
            name,
            value: number("value = ")?,
            least: number("least = ")?,
            most: number("most = ")?,
            step: number("step = ")?,
            means: rest.strip_prefix("means = \"")?.strip_suffix("\" }")?,
        })
    }
}

/// Writes `search_parameters.rs`: one function for each line of `tables/search.toml` that
/// declares a parameter, and the list of all. The file is read line by line, so that building needs no
/// reader of TOML; a test reads it with one.
///
/// The functions are constants, except with the feature `tunable`, where they read
/// values that can be set.
pub fn write_search_parameters() {
    const FILE: &str = "search.toml";
    let text = table_text(FILE);
    let mut section = "";
    let mut parameters = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']');
        }
        if let Some((name, rest)) = line.split_once(" = { ") {
            let parameter = Parameter::read(section, name, rest);
            parameters.push(
                parameter.unwrap_or_else(|| {
                    panic!("{FILE}, line {}: cannot be read: {line}", number + 1)
                }),
            );
        }
    }

    let is_tunable = env::var_os("CARGO_FEATURE_TUNABLE").is_some();
    let mut source = String::new();
    for (
        index,
        Parameter {
            name, value, means, ..
        },
    ) in parameters.iter().enumerate()
    {
        let (head, body) = if is_tunable {
            ("pub fn", format!("VALUES[{index}].load(Ordering::Relaxed)"))
        } else {
            ("pub const fn", value.to_string())
        };
        writeln!(
            source,
            "/// {means}\n#[inline(always)]\n{head} {name}() -> i32 {{\n    {body}\n}}"
        )
        .unwrap();
    }
    if is_tunable {
        let values = parameters.iter().map(|parameter| parameter.value);
        let values: Vec<String> = values.map(|n| format!("AtomicI32::new({n})")).collect();
        let (count, values) = (values.len(), values.join(", "));
        writeln!(source, "static VALUES: [AtomicI32; {count}] = [{values}];").unwrap();
    }
    source.push_str("/// Every parameter, in the order of `tables/search.toml`.\n");
    source.push_str("pub const PARAMETERS: &[Parameter] = &[\n");
    for parameter in &parameters {
        let Parameter {
            section,
            name,
            value,
            least,
            most,
            step,
            means,
        } = parameter;
        writeln!(
            source,
            "    Parameter {{ section: {section:?}, name: {name:?}, value: {value}, least: {least}, most: {most}, step: {step}, means: {means:?} }},"
        )
        .unwrap();
    }
    source.push_str("];\n");
    write_source("search_parameters.rs", &source);
}

//! Writes the numbers of tables as lists, so that a start with the tables built in has no
//! TOML to read.
//!
//! Of TOML it knows what these tables have besides `[meta]`, which is left out: sections,
//! and keys whose values are numbers, lists of numbers, or inline tables of such. So building
//! needs no reader of TOML; tests compare what came out with what one reads.

use std::collections::BTreeMap;

use super::{table_text, write_source};

/// The tables that every start reads, and the constants that are made of them.
const TABLES: [(&str, &str); 4] = [
    ("EVAL", "eval.toml"),
    ("REGAN", "regan.toml"),
    ("STRENGTH", "strength.toml"),
    ("WDL", "wdl.toml"),
];

/// Writes `table_numbers.rs`: for each table its dotted keys in alphabetical order, each with
/// its numbers.
pub fn write_table_numbers() {
    let mut source = String::new();
    for (name, file_name) in TABLES {
        let lists: Vec<(String, Vec<f64>)> = lists(file_name).into_iter().collect();
        source.push_str(&format!("const {name}: NumberLists = &{lists:?};\n"));
    }
    // A list in a constant is a slice.
    let source = source.replace(", [", ", &[");
    write_source("table_numbers.rs", &source);
}

/// The numbers of a table by dotted key; a single number is a list of one.
fn lists(file_name: &str) -> BTreeMap<String, Vec<f64>> {
    let mut lists: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    let mut section = "";
    // The keys that the next number is below: one, and another within an inline table.
    let mut keys: Vec<&str> = vec![""];
    let text = table_text(file_name);
    for (number, line) in text.lines().enumerate() {
        let line = line.split_once('#').map_or(line, |(code, _comment)| code);
        let header = line.strip_prefix('[');
        if let Some(name) = header.and_then(|rest| rest.trim_end().strip_suffix(']')) {
            section = name;
            continue;
        }
        if section == "meta" {
            continue;
        }
        for token in tokens(line) {
            match token {
                "{" => keys.push(""),
                "}" => drop(keys.pop()),
                _ if token.starts_with(|first: char| first.is_ascii_lowercase()) => {
                    if let Some(key) = keys.last_mut() {
                        *key = token;
                    }
                }
                _ => {
                    let key = format!("{section}.{}", keys.join("."));
                    let value = token.parse().unwrap_or_else(|_| {
                        panic!("{file_name}, line {}: {token} is no number", number + 1)
                    });
                    lists.entry(key).or_default().push(value);
                }
            }
        }
    }
    lists
}

/// Keys, numbers and braces; what else is there only parts them.
fn tokens(line: &str) -> impl Iterator<Item = &str> {
    let is_blank = |char: char| char.is_ascii_whitespace() || "=[],".contains(char);
    line.split(is_blank).filter(|token| !token.is_empty())
}

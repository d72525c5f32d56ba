//! The numbers of built-in tables as lists, written when Plumb is built
//! (`build/table_numbers.rs`), so that a start has no TOML to read.

use super::table::Table;

/// Dotted keys in alphabetical order, each with its numbers.
type NumberLists = &'static [(&'static str, &'static [f64])];

include!(concat!(env!("OUT_DIR"), "/table_numbers.rs"));

impl Table {
    /// What this table says under a dotted key as it is built in: a list of numbers, or a
    /// number as a list of one. Empty where it has none, and for tables that are
    /// not read at every start.
    pub fn built_in_numbers(self, key: &str) -> &'static [f64] {
        let lists = match self {
            Table::Eval => EVAL,
            Table::Regan => REGAN,
            Table::Strength => STRENGTH,
            Table::Wdl => WDL,
            _ => return &[],
        };
        let place = lists.binary_search_by(|&(name, _)| name.cmp(key));
        place.map_or(&[], |index| lists[index].1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Tables;
    use super::*;

    /// Every number below `value`, with the dotted keys of the lists they stand in.
    fn numbers_below(value: &toml::Value, key: &str, found: &mut Vec<(String, f64)>) {
        match value {
            toml::Value::Table(table) => {
                for (name, value) in table {
                    numbers_below(value, &format!("{key}.{name}"), found);
                }
            }
            toml::Value::Array(values) => values
                .iter()
                .for_each(|value| numbers_below(value, key, found)),
            value => {
                let number = value.as_float().or(value.as_integer().map(|n| n as f64));
                found.push((key.to_owned(), number.expect("a number")));
            }
        }
    }

    #[test]
    fn lists_are_what_the_tables_say() {
        for table in [Table::Eval, Table::Regan, Table::Strength, Table::Wdl] {
            let mut sections: toml::Table = table.read(Tables::embedded().text(table)).unwrap();
            sections.remove("meta");
            let mut read = Vec::new();
            for (section, value) in &sections {
                numbers_below(value, section, &mut read);
            }
            assert!(!read.is_empty());
            let mut numbers = read.iter();
            let keys = read.chunk_by(|(one, _), (next, _)| one == next);
            for (key, _) in keys.map(|of_a_key| &of_a_key[0]) {
                let list = table.built_in_numbers(key);
                assert!(!list.is_empty(), "{key}");
                for &number in list {
                    assert_eq!(numbers.next(), Some(&(key.clone(), number)));
                }
            }
            assert_eq!(numbers.next(), None);
            assert!(table.built_in_numbers("meta.seed").is_empty());
        }
    }
}

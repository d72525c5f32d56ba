//! The texts of tables, some of them from a folder. Start with [`Tables`].

use std::borrow::Cow;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::error::TableError;
use super::table::Table;

/// The largest file that is read as a table, in bytes: ten times the largest of Plumb's own.
const LARGEST_TABLE: u64 = 5_000_000;

/// The texts of all tables, embedded or overridden.
#[derive(Clone, Debug)]
pub struct Tables {
    texts: Vec<Cow<'static, str>>,
}

impl Tables {
    /// The tables compiled into this binary.
    pub fn embedded() -> Tables {
        let texts = Table::ALL
            .iter()
            .map(|table| Cow::Borrowed(table.embedded()));
        Tables {
            texts: texts.collect(),
        }
    }

    /// The embedded tables, with those that `folder` has a file for replaced
    /// by it. A folder with no table at all, or with a `.toml` file that is
    /// none of them, is surely a mistake and an error.
    pub fn from_dir(folder: &Path) -> Result<Tables, TableError> {
        let unreadable = |path: &Path, error: std::io::Error| TableError::Unreadable {
            path: path.to_owned(),
            reason: error.to_string(),
        };
        let mut tables = Tables::embedded();
        let mut found = false;
        let entries = std::fs::read_dir(folder).map_err(|error| unreadable(folder, error))?;
        for entry in entries {
            let path = entry.map_err(|error| unreadable(folder, error))?.path();
            if path.extension().is_none_or(|extension| extension != "toml") {
                continue;
            }
            let name = path.file_name().unwrap_or_default();
            let table = Table::ALL.iter().find(|table| table.file_name() == name);
            let Some(&table) = table else {
                return Err(TableError::NotATable { path });
            };
            // A pipe would keep us waiting for its end.
            let found_file = std::fs::metadata(&path).map_err(|error| unreadable(&path, error))?;
            if !found_file.is_file() {
                return Err(TableError::NotAFile { path });
            }
            if found_file.len() > LARGEST_TABLE {
                let bytes = found_file.len();
                return Err(TableError::TooLarge { path, bytes });
            }
            let text = std::fs::read_to_string(&path).map_err(|error| unreadable(&path, error))?;
            tables.texts[table as usize] = Cow::Owned(text);
            found = true;
        }
        if !found {
            return Err(TableError::NoTables {
                folder: folder.to_owned(),
            });
        }
        Ok(tables)
    }

    /// The text of one table.
    pub fn text(&self, table: Table) -> &str {
        &self.texts[table as usize]
    }

    /// Whether a table is the one compiled into this binary; a file with the same text in
    /// it counts as another.
    pub fn is_built_in(&self, table: Table) -> bool {
        matches!(self.texts[table as usize], Cow::Borrowed(_))
    }

    /// Twelve hexadecimal digits of a SHA-256 over the texts of these tables: other
    /// numbers, another digest.
    pub fn digest(&self, tables: &[Table]) -> String {
        let mut hash = Sha256::new();
        for &table in tables {
            hash.update(self.text(table).as_bytes());
            // Where one text ends and the next begins counts too.
            hash.update([0]);
        }
        let digest = hash.finalize();
        digest[..6]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_a_table_is_refused_before_it_is_read() {
        let folder = std::env::temp_dir().join(format!("plumb-texts-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("trend.toml");
        let said = || Tables::from_dir(&folder).unwrap_err().to_string();
        std::fs::File::create(&path)
            .unwrap()
            .set_len(100_000_000)
            .unwrap();
        let message = said();
        assert!(
            message.ends_with("100000000 bytes, expected at most 5000000"),
            "{message}"
        );
        std::fs::remove_file(&path).unwrap();
        // A pipe into which nobody writes.
        #[cfg(unix)]
        {
            let made = std::process::Command::new("mkfifo")
                .arg(&path)
                .status()
                .unwrap();
            assert!(made.success());
            let message = said();
            assert!(
                message.ends_with("trend.toml is not a table: expected a file"),
                "{message}"
            );
            std::fs::remove_file(&path).unwrap();
        }
        std::fs::create_dir(&path).unwrap();
        assert!(said().ends_with("expected a file"));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn numbers_that_are_not_finite_are_refused_in_every_table() {
        for table in Table::ALL {
            for (number, shown) in [
                ("nan", "NaN"),
                ("-nan", "NaN"),
                ("inf", "inf"),
                ("+inf", "inf"),
                ("-inf", "-inf"),
                ("1e999", "inf"),
            ] {
                let text = format!(
                    "[meta]\nwhat = nan\n[made]\nof = [0.5, {{ one = 1_0.0, two = [{number}] }}]\n\
                     [a]\nlater = inf\n"
                );
                let error = table.check_finite(&text).unwrap_err().to_string();
                let expected = format!("made.of.two is {shown}; expected a finite number");
                let expected = format!("{}: {expected}", table.file_name());
                assert_eq!(error, expected, "{number}");
            }
        }
    }
}

//! Why a table cannot be used.

use std::fmt;
use std::path::PathBuf;

use super::phrase::Phrase;
use super::table::Table;
use plumb_support::wording::say;

/// What is wrong with a table, in one line. Keys are dotted: `pawns.isolated`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableError {
    /// The file or folder could not be read.
    Unreadable {
        /// Which one.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// A TOML file that has no table's name.
    NotATable {
        /// Which file.
        path: PathBuf,
    },
    /// A folder without any table.
    NoTables {
        /// Which folder.
        folder: PathBuf,
    },
    /// Not TOML.
    Syntax {
        /// Which table.
        table: Table,
        /// The line, from 1.
        line: usize,
        /// What the parser said.
        reason: String,
    },
    /// TOML, but not of the table's form.
    Form {
        /// Which table.
        table: Table,
        /// What the parser said.
        reason: String,
    },
    /// A key that must be there is not.
    Missing {
        /// Which table.
        table: Table,
        /// The dotted key.
        key: String,
        /// What should stand there.
        expected: Phrase,
    },
    /// A key that means nothing.
    Unknown {
        /// Which table.
        table: Table,
        /// The dotted key.
        key: String,
    },
    /// A value of the wrong shape or out of range.
    Wrong {
        /// Which table.
        table: Table,
        /// The dotted key.
        key: String,
        /// What stands there.
        found: Phrase,
        /// What should stand there.
        expected: Phrase,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said = match self {
            TableError::Unreadable { path, reason } => {
                let path = path.display().to_string();
                say(
                    "number_table.unreadable",
                    &[("path", &path), ("reason", reason)],
                )
            }
            TableError::NotATable { path } => {
                let path = path.display().to_string();
                let slots = [("path", path.as_str()), ("names", &file_names())];
                say("number_table.not_a_table", &slots)
            }
            TableError::NoTables { folder } => {
                let folder = folder.display().to_string();
                let slots = [("folder", folder.as_str()), ("names", &file_names())];
                say("number_table.none_in_folder", &slots)
            }
            TableError::Syntax {
                table,
                line,
                reason,
            } => {
                let line = line.to_string();
                let slots = [
                    ("table", table.file_name()),
                    ("line", &line),
                    ("reason", reason),
                ];
                say("number_table.syntax", &slots)
            }
            TableError::Form { table, reason } => {
                let slots = [("table", table.file_name()), ("reason", reason)];
                say("number_table.form", &slots)
            }
            TableError::Missing {
                table,
                key,
                expected,
            } => {
                let expected = expected.to_string();
                let slots = [
                    ("table", table.file_name()),
                    ("key", key),
                    ("expected", &expected),
                ];
                say("number_table.missing", &slots)
            }
            TableError::Unknown { table, key } => say(
                "number_table.unknown",
                &[("table", table.file_name()), ("key", key)],
            ),
            TableError::Wrong {
                table,
                key,
                found,
                expected,
            } => {
                let (found, expected) = (found.to_string(), expected.to_string());
                let slots = [
                    ("table", table.file_name()),
                    ("key", key),
                    ("found", &found),
                    ("expected", &expected),
                ];
                say("number_table.wrong", &slots)
            }
        };
        f.write_str(&said)
    }
}

impl std::error::Error for TableError {}

/// The names of all tables' files.
fn file_names() -> String {
    let names = Table::ALL.iter().map(|table| table.file_name());
    names.collect::<Vec<_>>().join(", ")
}

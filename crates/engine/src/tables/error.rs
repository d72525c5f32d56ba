//! Why a table cannot be used.

use std::fmt;
use std::path::PathBuf;

use super::table::Table;

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
    /// Not TOML, or not what the table has to be.
    Fault {
        /// Which table.
        table: Table,
        /// What is wrong, with the line or the key.
        reason: String,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Unreadable { path, reason } => {
                write!(f, "cannot read {}: {reason}", path.display())
            }
            TableError::NotATable { path } => {
                let names = file_names();
                write!(f, "{} is not a table; tables are {names}", path.display())
            }
            TableError::NoTables { folder } => {
                let (folder, names) = (folder.display(), file_names());
                write!(f, "{folder} has no table; expected some of {names}")
            }
            TableError::Fault { table, reason } => write!(f, "{}: {reason}", table.file_name()),
        }
    }
}

impl std::error::Error for TableError {}

/// The names of all tables' files.
fn file_names() -> String {
    let names = Table::ALL.iter().map(|table| table.file_name());
    names.collect::<Vec<_>>().join(", ")
}

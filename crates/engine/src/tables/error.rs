//! Why a table cannot be used.

use std::path::PathBuf;

use super::table::Table;

/// What is wrong with a table, in one line. Keys are dotted: `pawns.isolated`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The file or folder could not be read.
    #[error("cannot read {}: {reason}", .path.display())]
    Unreadable {
        /// Which one.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// A TOML file that has no table's name.
    #[error("{} is not a table; tables are {}", .path.display(), file_names())]
    NotATable {
        /// Which file.
        path: PathBuf,
    },
    /// A pipe, a folder or a device with a table's name.
    #[error("{} is not a table: expected a file", .path.display())]
    NotAFile {
        /// Which one.
        path: PathBuf,
    },
    /// A file beyond the size of any table.
    #[error("{} is not a table: {bytes} bytes, expected at most 5000000", .path.display())]
    TooLarge {
        /// Which file.
        path: PathBuf,
        /// Its size.
        bytes: u64,
    },
    /// A folder without any table.
    #[error("{} has no table; expected some of {}", .folder.display(), file_names())]
    NoTables {
        /// Which folder.
        folder: PathBuf,
    },
    /// Not TOML, or not what the table has to be.
    #[error("{}: {reason}", .table.file_name())]
    Fault {
        /// Which table.
        table: Table,
        /// What is wrong, with the line or the key.
        reason: String,
    },
}

/// The names of all tables' files.
fn file_names() -> String {
    let names = Table::ALL.iter().map(|table| table.file_name());
    names.collect::<Vec<_>>().join(", ")
}

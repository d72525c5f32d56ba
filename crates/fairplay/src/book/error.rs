//! What can be wrong with a book.

use std::fmt;
use std::path::{Path, PathBuf};

use plumb_chess::notation;
use plumb_support::lock::LockError;

/// Why a book cannot be used or made.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum BookError {
    /// A Polyglot book cannot be read.
    Polyglot(notation::BookError),
    /// There is no such index.
    Missing(PathBuf),
    /// The file is something else, which is left alone.
    NotAnIndex(PathBuf),
    /// The index was made by another version of the program.
    Version {
        path: PathBuf,
        there: i64,
        expected: i64,
    },
    /// The index has so many plies of each game, and others are asked for.
    Plies {
        path: PathBuf,
        there: usize,
        wanted: usize,
    },
    /// Another process adds to the index.
    Lock(LockError),
    /// The database says no.
    Database { path: PathBuf, reason: String },
}

impl BookError {
    pub(super) fn database(path: &Path) -> impl Fn(rusqlite::Error) -> BookError {
        move |error| match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::NotADatabase) => BookError::NotAnIndex(path.to_path_buf()),
            _ => BookError::Database {
                path: path.to_path_buf(),
                reason: error.to_string(),
            },
        }
    }
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::Polyglot(error) => error.fmt(f),
            BookError::Missing(path) => write!(
                f,
                "there is no index {}: make one with plumb fairplay index",
                path.display()
            ),
            BookError::NotAnIndex(path) => {
                write!(f, "{} is not an index of games", path.display())
            }
            BookError::Version {
                path,
                there,
                expected,
            } => write!(
                f,
                "the index {} has format {there}, expected {expected}: make it anew",
                path.display()
            ),
            BookError::Plies {
                path,
                there,
                wanted,
            } => write!(
                f,
                "the index {} has the first {there} plies of each game, not {wanted}: leave the number out, or make another index",
                path.display()
            ),
            BookError::Lock(error) => error.fmt(f),
            BookError::Database { path, reason } => {
                write!(f, "the index {}: {reason}", path.display())
            }
        }
    }
}

impl std::error::Error for BookError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            BookError::Polyglot(error) => Some(error),
            BookError::Lock(error) => Some(error),
            _ => None,
        }
    }
}

//! What can be wrong with a book.

use std::path::{Path, PathBuf};

use plumb_chess::notation;
use plumb_support::lock::LockError;

/// Why a book cannot be used or made.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum BookError {
    /// A Polyglot book cannot be read.
    #[error(transparent)]
    Polyglot(#[from] notation::BookError),
    /// There is no such index.
    #[error("there is no index {0}: make one with plumb fairplay index")]
    Missing(PathBuf),
    /// The file is something else, which is left alone.
    #[error("{0} is not an index of games")]
    NotAnIndex(PathBuf),
    /// The index was made by another version of the program.
    #[error("the index {path} has format {there}, expected {expected}: make it anew")]
    Version {
        path: PathBuf,
        there: i64,
        expected: i64,
    },
    /// The index has so many plies of each game, and others are asked for.
    #[error(
        "the index {path} has the first {there} plies of each game, not {wanted}: leave the number out, or make another index"
    )]
    Plies {
        path: PathBuf,
        there: usize,
        wanted: usize,
    },
    /// Another process adds to the index.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The database says no.
    #[error("the index {path}: {reason}")]
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

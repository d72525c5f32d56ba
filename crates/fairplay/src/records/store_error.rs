//! What can go wrong with a run's file, in one line that says what can be done about it.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use rusqlite::{Error, ErrorCode};

use plumb_support::wording::say;

/// What can go wrong with a run's file.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {reason}")]
pub struct StoreError {
    path: PathBuf,
    reason: String,
}

impl StoreError {
    pub(super) fn new(path: &Path, reason: impl Display) -> StoreError {
        StoreError {
            path: path.to_owned(),
            reason: reason.to_string(),
        }
    }

    /// What shows that a file is damaged, and what can be done about it.
    pub(super) fn of_damage(path: &Path, shown: impl Display) -> StoreError {
        let shown = shown.to_string();
        StoreError::new(path, say!(run_file.damaged, shown))
    }

    /// What the database says of a file, and what can be done about it if that is damage.
    pub(super) fn of_database(path: &Path, error: Error) -> StoreError {
        let is_damage = matches!(
            error.sqlite_error_code(),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
        );
        match is_damage || is_unreadable(&error) {
            true => StoreError::of_damage(path, error),
            false => StoreError::new(path, error),
        }
    }
}

/// Whether a value is not of the kind that was written: no text, or no number.
pub(super) fn is_unreadable(error: &Error) -> bool {
    matches!(
        error,
        Error::Utf8Error(..) | Error::FromSqlConversionFailure(..) | Error::InvalidColumnType(..)
    )
}

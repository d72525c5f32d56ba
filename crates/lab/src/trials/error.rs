//! Why numbers cannot be tried out any further.

use std::fmt;
use std::path::{Path, PathBuf};

use plumb_engine::tables::TableError;
use plumb_support::lock::LockError;

/// Why a tuning cannot begin or go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrialError {
    /// A file cannot be read or written.
    #[error("{0}: {1}")]
    File(PathBuf, String),
    /// Another run writes in the folder.
    #[error(transparent)]
    Locked(#[from] LockError),
    /// There is a tuning in the folder already, and resuming was not asked for.
    #[error("{0} already holds a tuning: add --resume to go on with it, or name another --out")]
    Exists(PathBuf),
    /// The tuning in the folder has other settings.
    #[error(
        "{folder} holds a tuning with another {setting} ({there}, now {now}): name another --out"
    )]
    OtherSettings {
        /// The folder.
        folder: PathBuf,
        /// Which setting.
        setting: String,
        /// What it was.
        there: String,
        /// What is asked for now.
        now: String,
    },
    /// The table cannot be written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A game of this iteration, counted from 0, came to no result.
    #[error(
        "a game of iteration {} came to no result: {reason}; with --resume it is played again",
        .iteration + 1
    )]
    Game {
        /// Which iteration.
        iteration: u64,
        /// What happened.
        reason: String,
    },
}

impl TrialError {
    pub(super) fn file(path: &Path, error: impl fmt::Display) -> TrialError {
        TrialError::File(path.to_owned(), error.to_string())
    }
}

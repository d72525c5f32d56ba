//! Why numbers cannot be tried out any further.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::lock::LockError;
use crate::tables::TableError;

/// Why a tuning cannot begin or go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrialError {
    /// A file cannot be read or written.
    File(PathBuf, String),
    /// Another run writes in the folder.
    Locked(LockError),
    /// There is a tuning in the folder already, and resuming was not asked for.
    Exists(PathBuf),
    /// The tuning in the folder has other settings.
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
    Table(TableError),
    /// A game of this iteration, counted from 0, came to no result.
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

impl From<TableError> for TrialError {
    fn from(error: TableError) -> TrialError {
        TrialError::Table(error)
    }
}

impl fmt::Display for TrialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrialError::File(path, reason) => write!(f, "{}: {reason}", path.display()),
            TrialError::Locked(error) => error.fmt(f),
            TrialError::Exists(folder) => write!(
                f,
                "{} already holds a tuning: add --resume to go on with it, or name another --out",
                folder.display()
            ),
            TrialError::OtherSettings {
                folder,
                setting,
                there,
                now,
            } => write!(
                f,
                "{} holds a tuning with another {setting} ({there}, now {now}): name another --out",
                folder.display()
            ),
            TrialError::Table(error) => error.fmt(f),
            TrialError::Game { iteration, reason } => write!(
                f,
                "a game of iteration {} came to no result: {reason}; with --resume it is played again",
                iteration + 1
            ),
        }
    }
}

impl std::error::Error for TrialError {}

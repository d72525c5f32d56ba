//! Why an audit could not be made.

use std::io;
use std::path::PathBuf;

use crate::book::BookError;
use crate::records::{FillError, StoreError};
use crate::report::HtmlError;
use crate::zigzag::ZigzagError;
use plumb_engine::search::OutOfMemory;
use plumb_engine::tables::TableError;
use plumb_support::lock::LockError;
use plumb_support::output_folder::OutputFolderError;
use plumb_support::wording::{say, text};

/// What is wrong, in one line.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// The run's file.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Another process has the run's folder.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A book or an index.
    #[error(transparent)]
    Book(#[from] BookError),
    /// A table of numbers.
    #[error(transparent)]
    Table(#[from] TableError),
    /// No memory for the transposition table.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// An engine that judges, or how it is asked.
    #[error("{0}")]
    Judge(String),
    /// The zig-zag's settings or engine.
    #[error(transparent)]
    Zigzag(#[from] ZigzagError),
    /// The file of a run, or what is said of it, is of another maker than what was asked
    /// for now.
    #[error(
        "{}",
        say!(audit.other_maker, place = .place, what = .what, found = .found, asked = .asked, instead = .instead)
    )]
    OtherMaker {
        /// Which run or report.
        place: String,
        /// What differs: engine, version, profile or search.
        what: &'static str,
        /// What it was made with.
        found: String,
        /// What is asked for.
        asked: String,
        /// What to do instead.
        instead: String,
    },
    /// Reading was stopped: the games that were there stay.
    #[error("{}", text!(audit.stopped_reading))]
    StoppedReading,
    /// It was stopped after all games were read, and nothing was written.
    #[error("{}", text!(audit.stopped))]
    Stopped,
    /// The input has no game, or none that was chosen.
    #[error("{}", text!(audit.no_games))]
    NoGames,
    /// A file that was named has no game, readable or not.
    #[error("{}", say!(audit.no_game_in, file = .0))]
    NoGameIn(String),
    /// A run, file or report that is not what is needed: which, and why.
    #[error("{0}")]
    Unsuitable(String),
    /// A file of the input or output.
    #[error("{path}: {reason}")]
    File {
        /// Which.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// Output that is no file.
    #[error("{0}")]
    Output(String),
    /// The page of a report cannot be made.
    #[error(transparent)]
    Page(#[from] HtmlError),
    /// A value that cannot be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

impl From<io::Error> for AuditError {
    fn from(error: io::Error) -> AuditError {
        AuditError::Output(error.to_string())
    }
}

impl From<OutputFolderError> for AuditError {
    fn from(error: OutputFolderError) -> AuditError {
        match error {
            OutputFolderError::Folder { path, reason } => AuditError::File { path, reason },
            OutputFolderError::Lock(error) => AuditError::Lock(error),
        }
    }
}

impl From<FillError> for AuditError {
    fn from(error: FillError) -> AuditError {
        match error {
            FillError::Store(error) => AuditError::Store(error),
            FillError::Judge(reason) => AuditError::Judge(reason),
        }
    }
}

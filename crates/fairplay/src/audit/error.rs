//! Why an audit could not be made.

use std::fmt;
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
#[derive(Debug)]
pub enum AuditError {
    /// The run's file.
    Store(StoreError),
    /// Another process has the run's folder.
    Lock(LockError),
    /// A book or an index.
    Book(BookError),
    /// A table of numbers.
    Table(TableError),
    /// No memory for the transposition table.
    Memory(OutOfMemory),
    /// An engine that judges, or how it is asked.
    Judge(String),
    /// The zig-zag's settings or engine.
    Zigzag(ZigzagError),
    /// The file of a run, or what is said of it, is of another maker than what was asked
    /// for now.
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
    StoppedReading,
    /// It was stopped after all games were read, and nothing was written.
    Stopped,
    /// The input has no game, or none that was chosen.
    NoGames,
    /// A file that was named has no game, readable or not.
    NoGameIn(String),
    /// A run, file or report that is not what is needed: which, and why.
    Unsuitable(String),
    /// A file of the input or output.
    File {
        /// Which.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// Output that is no file.
    Output(String),
}

impl fmt::Display for AuditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AuditError::Store(error) => error.fmt(f),
            AuditError::Lock(error) => error.fmt(f),
            AuditError::Book(error) => error.fmt(f),
            AuditError::Table(error) => error.fmt(f),
            AuditError::Memory(error) => error.fmt(f),
            AuditError::Zigzag(error) => error.fmt(f),
            AuditError::OtherMaker {
                place,
                what,
                found,
                asked,
                instead,
            } => f.write_str(&say(
                "audit.other_maker",
                &[
                    ("place", place),
                    ("what", what),
                    ("found", found),
                    ("asked", asked),
                    ("instead", instead),
                ],
            )),
            AuditError::StoppedReading => f.write_str(text("audit.stopped_reading")),
            AuditError::Stopped => f.write_str(text("audit.stopped")),
            AuditError::NoGames => f.write_str(text("audit.no_games")),
            AuditError::NoGameIn(file) => f.write_str(&say("audit.no_game_in", &[("file", file)])),
            AuditError::Judge(reason)
            | AuditError::Unsuitable(reason)
            | AuditError::Output(reason) => f.write_str(reason),
            AuditError::File { path, reason } => write!(f, "{}: {reason}", path.display()),
        }
    }
}

impl std::error::Error for AuditError {}

macro_rules! from {
    ($($error:ty => $variant:ident),*) => {
        $(impl From<$error> for AuditError {
            fn from(error: $error) -> AuditError {
                AuditError::$variant(error)
            }
        })*
    };
}

from!(StoreError => Store, LockError => Lock, BookError => Book, TableError => Table, OutOfMemory => Memory, ZigzagError => Zigzag);

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

impl From<HtmlError> for AuditError {
    fn from(error: HtmlError) -> AuditError {
        AuditError::Output(error.to_string())
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

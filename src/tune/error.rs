//! What can go wrong while reading labelled positions and tuning on them.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::tables::TableError;

/// Why a file of labelled positions, or a line of it, cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DataError {
    /// The file could not be opened, read or unpacked.
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// What the system or the unpacker said.
        reason: String,
    },
    /// The first line is in none of the known formats.
    UnknownFormat {
        /// Which file.
        path: PathBuf,
    },
    /// A line is not what the file's format promises.
    Line {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What was found and what was expected.
        reason: String,
    },
    /// The file is one of those in `data/split.toml` by its name, but not by
    /// its contents: the split's line numbers would mean nothing.
    Changed {
        /// Which file.
        path: PathBuf,
        /// SHA-256 of its text, unpacked.
        found: String,
        /// What the split says.
        expected: String,
    },
    /// The file is kept for measuring and must not be tuned on.
    KeptForMeasuring {
        /// Which file.
        path: PathBuf,
    },
    /// `data/split.toml` or `data/tuned_games.txt` is wrong.
    Split(String),
}

impl DataError {
    pub(super) fn unreadable(path: &Path, reason: impl fmt::Display) -> DataError {
        DataError::Unreadable {
            path: path.to_owned(),
            reason: reason.to_string(),
        }
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DataError::Unreadable { path, reason } => {
                write!(f, "cannot read {}: {reason}", path.display())
            }
            DataError::UnknownFormat { path } => write!(
                f,
                "{}: line 1 is neither 'FEN;result;centipawns;depth', 'FEN;result;centipawns;depth;game' nor 'FEN,evaluation'",
                path.display()
            ),
            DataError::Line { path, line, reason } => {
                write!(f, "{}:{line}: {reason}", path.display())
            }
            DataError::Changed {
                path,
                found,
                expected,
            } => write!(
                f,
                "{}: the SHA-256 of its text is {found}, but data/split.toml says {expected} for a file of this name",
                path.display()
            ),
            DataError::KeptForMeasuring { path } => write!(
                f,
                "{} is kept for measuring and is never tuned on",
                path.display()
            ),
            DataError::Split(reason) => write!(f, "data/split.toml: {reason}"),
        }
    }
}

impl std::error::Error for DataError {}

/// Why tuning cannot begin or go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TuneError {
    /// The labelled positions cannot be used.
    Data(DataError),
    /// The start table cannot be used.
    Table(TableError),
    /// What the rules count does not add up to what the evaluator plays with.
    Disagreement {
        /// The position, as a FEN.
        fen: String,
        /// The evaluator's score in centipawns, from the mover's side.
        evaluation_cp: i32,
        /// What counts times weights give.
        account_cp: i32,
    },
    /// No position is left to tune on, or none to validate on.
    TooFew {
        /// `tuning` or `validation`.
        part: &'static str,
    },
    /// A group or term that the table does not have.
    UnknownTerm(String),
    /// A setting that makes no sense.
    Option(String),
    /// It was stopped before there was anything to keep.
    Stopped,
}

impl From<DataError> for TuneError {
    fn from(error: DataError) -> TuneError {
        TuneError::Data(error)
    }
}

impl From<TableError> for TuneError {
    fn from(error: TableError) -> TuneError {
        TuneError::Table(error)
    }
}

impl fmt::Display for TuneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TuneError::Data(error) => error.fmt(f),
            TuneError::Table(error) => error.fmt(f),
            TuneError::Disagreement {
                fen,
                evaluation_cp,
                account_cp,
            } => write!(
                f,
                "account and evaluation disagree: counts times weights give {account_cp} cp, the evaluation {evaluation_cp} cp in {fen}; nothing was tuned"
            ),
            TuneError::TooFew { part } => write!(
                f,
                "no usable position in the {part} part of the data; expected at least one"
            ),
            TuneError::UnknownTerm(name) => write!(
                f,
                "'{name}' is neither a group, a term nor a setting; expected a key of tables/eval.toml such as pawns, pawns.isolated or stages.tempo"
            ),
            TuneError::Option(reason) => f.write_str(reason),
            TuneError::Stopped => f.write_str("stopped before the first weights were fitted"),
        }
    }
}

impl std::error::Error for TuneError {}

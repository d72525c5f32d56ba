//! What can go wrong while reading labelled positions and tuning on them.

use std::fmt;
use std::path::{Path, PathBuf};

use plumb_engine::tables::TableError;

/// Why a file of labelled positions, or a line of it, cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DataError {
    /// The file could not be opened, read or unpacked.
    #[error("cannot read {path}: {reason}")]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// What the system or the unpacker said.
        reason: String,
    },
    /// The first line is in none of the known formats.
    #[error(
        "{path}: line 1 is neither 'FEN;result;centipawns;depth', 'FEN;result;centipawns;depth;game' nor 'FEN,evaluation'"
    )]
    UnknownFormat {
        /// Which file.
        path: PathBuf,
    },
    /// A line is not what the file's format promises.
    #[error("{path}:{line}: {reason}")]
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
    #[error(
        "{path}: the SHA-256 of its text is {found}, but data/split.toml says {expected} for a file of this name"
    )]
    Changed {
        /// Which file.
        path: PathBuf,
        /// SHA-256 of its text, unpacked.
        found: String,
        /// What the split says.
        expected: String,
    },
    /// The file is kept for measuring and must not be tuned on.
    #[error("{path} is kept for measuring and is never tuned on")]
    KeptForMeasuring {
        /// Which file.
        path: PathBuf,
    },
    /// `data/split.toml` or `data/tuned_games.txt` is wrong.
    #[error("data/split.toml: {0}")]
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

/// Why tuning cannot begin or go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TuneError {
    /// The labelled positions cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The start table cannot be used.
    #[error(transparent)]
    Table(#[from] TableError),
    /// What the rules count does not add up to what the evaluator plays with.
    #[error(
        "account and evaluation disagree: counts times weights give {account_cp} cp, the evaluation {evaluation_cp} cp in {fen}; nothing was tuned"
    )]
    Disagreement {
        /// The position, as a FEN.
        fen: String,
        /// The evaluator's score in centipawns, from the mover's side.
        evaluation_cp: i32,
        /// What counts times weights give.
        account_cp: i32,
    },
    /// No position is left to tune on, or none to validate on.
    #[error("no usable position in the {part} part of the data; expected at least one")]
    TooFew {
        /// `tuning` or `validation`.
        part: &'static str,
    },
    /// A group or term that the table does not have.
    #[error(
        "'{0}' is neither a group, a term nor a setting; expected a key of tables/eval.toml such as pawns, pawns.isolated or stages.tempo"
    )]
    UnknownTerm(String),
    /// A setting that makes no sense.
    #[error("{0}")]
    Option(String),
    /// It was stopped before there was anything to keep.
    #[error("stopped before the first weights were fitted")]
    Stopped,
}

//! Why a position cannot be analysed.

use std::fmt;

use plumb_engine::search::OutOfMemory;
use plumb_engine::tables::TableError;

/// Why a position cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnalysisError {
    /// A table that it needs cannot be used.
    Table(TableError),
    /// There is no memory to search with.
    Memory(OutOfMemory),
}

impl fmt::Display for AnalysisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnalysisError::Table(error) => error.fmt(f),
            AnalysisError::Memory(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AnalysisError {}

impl From<TableError> for AnalysisError {
    fn from(error: TableError) -> AnalysisError {
        AnalysisError::Table(error)
    }
}

impl From<OutOfMemory> for AnalysisError {
    fn from(error: OutOfMemory) -> AnalysisError {
        AnalysisError::Memory(error)
    }
}

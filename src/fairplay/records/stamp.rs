//! What a record depends on besides the position, its history and the move.

use std::fmt;

use serde::Serialize;

/// What a record depends on besides the position, its history and the move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stamp {
    /// The engine.
    pub engine: String,
    /// Its version, and what else makes it play as it does.
    pub version: String,
    /// How it was asked to search.
    pub settings: String,
}

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, {}", self.engine, self.version, self.settings)
    }
}

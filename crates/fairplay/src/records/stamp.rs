//! What a record depends on besides the position, its history and the move.

use std::fmt;

use serde::{Deserialize, Serialize};

use plumb_engine::search::SIGNATURE;

/// Who made a record, and how. Records of different stamps are never mixed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// The engine.
    pub engine: String,
    /// Its version, and what else makes it play as it does.
    pub version: String,
    /// How it was asked to search.
    pub settings: String,
}

impl Stamp {
    /// Of Plumb's own search: the package's version, the bench signature, which a
    /// changed search changes, and `tables`, a digest of the tables that it reads
    /// ([`Table::OF_SEARCH`](plumb_engine::tables::Table::OF_SEARCH)).
    pub fn of_plumb(tables: &str, settings: String) -> Stamp {
        Stamp {
            engine: "Plumb".to_owned(),
            version: format!(
                "{} bench {SIGNATURE} tables {tables}",
                env!("CARGO_PKG_VERSION")
            ),
            settings,
        }
    }
}

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, {}", self.engine, self.version, self.settings)
    }
}

//! Regan's zig-zag procedure: its searches, records, run and report.
//!
//! Start with `Zigzag`.

mod facts;
mod players;
mod procedure;
mod record;
mod report;
mod run;
mod search;
mod settings;
mod tally;

pub use players::ZigzagPlayers;
pub use procedure::{Zigzag, zigzag_prefix};
#[cfg(test)]
pub(crate) use record::{Leader, SingleRound};
pub use record::{Note, ZigzagRecord};
pub use report::{ZigzagMove, ZigzagReport, examine_zigzag};
pub use run::{ZigzagPlan, fill_zigzag, zigzag_records};
pub use settings::{TestedSides, ZigzagError, ZigzagSettings};
pub use tally::ZigzagSums;

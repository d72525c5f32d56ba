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
pub use record::{Leader, MultiRound, Note, SingleRound, ZigzagRecord};
pub use report::{ZigzagMove, ZigzagReport, examine_zigzag};
pub use run::{ZigzagPlan, ZigzagProgress, fill_zigzag, zigzag_records};
pub use settings::{TestedSides, ZigzagError, ZigzagSettings};
pub use tally::{DepthMatches, ZigzagSums, ZigzagTally};

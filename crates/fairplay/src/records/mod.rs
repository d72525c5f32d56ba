//! What an engine says of each move of a game: made once, stored in the file of a run.
//!
//! A record depends on the position, its history, the move and the stamp of the engine
//! that made it; what it means is decided elsewhere. Start with `MoveRecord`, then
//! `Judge` and `fill`.

mod checksum;
mod codec;
mod coordinates;
mod deep_looks;
mod depths;
mod duplicate_games;
mod engine;
mod engine_judge;
mod forced_record;
mod gathered_games;
mod iterations;
mod judge;
mod line_report;
mod loss_look;
mod loss_search;
mod memory;
mod plumb_judge;
mod record;
mod record_key;
mod record_union;
mod recorded_game;
mod run;
mod search_line;
mod search_result;
mod stamp;
mod store;
mod store_error;
mod stored_game;
mod stored_record;
mod value;

pub(crate) use coordinates::{coordinates, san_of};
pub use deep_looks::{DeepPlan, make_deep_looks};
pub use depths::{Depths, Profile};
pub use engine::{Engine, EngineSetup};
pub use engine_judge::EngineJudge;
#[cfg(test)]
pub(crate) use forced_record::{ForcedChoice, ForcedReason, ForcedRecord, ForcedStop};
pub(super) use gathered_games::{GatheredEntry, GatheredGames, InsertOutcome};
pub use judge::Judge;
pub use line_report::LineReport;
pub use loss_look::LossLook;
pub use plumb_judge::{DEEP_LOOK_NODES, PlumbJudge};
pub use record::{Line, ListedMove, MoveRecord};
#[cfg(test)]
pub(crate) use record::{Mate, Mates};
pub use record_key::RecordKey;
pub(super) use recorded_game::RecordedGame;
pub(super) use run::first_missing;
pub use run::{FillError, Plan, Progress, check_filled, fill};
pub use search_result::SearchResult;
pub use stamp::Stamp;
pub use store::Store;
pub use store_error::StoreError;
pub use stored_record::StoredRecord;
pub use value::Value;

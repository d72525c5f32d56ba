//! What an engine says of each move of a game: made once, stored in the file of a run.
//!
//! A record depends on the position, its history, the move and the stamp of the engine
//! that made it; what it means is decided elsewhere. Start with `MoveRecord`, then
//! `Judge` and `fill`.

mod depths;
mod duplicate_games;
mod engine;
mod engine_judge;
mod iterations;
mod judge;
mod memory;
mod plumb_judge;
mod record;
mod record_key;
mod run;
mod spread;
mod stamp;
mod store;
mod stored_game;

pub use depths::{Depths, LEVELS, Profile};
pub use engine::{Engine, EngineSetup, PATIENCE_FAILURES, Searched};
pub use engine_judge::EngineJudge;
pub use iterations::iterations_of;
pub use judge::Judge;
pub use plumb_judge::PlumbJudge;
pub use record::{Line, ListedMove, Mate, Mates, MoveRecord, Value};
pub(crate) use record::{coordinates, san_of};
pub use record_key::RecordKey;
pub use run::{Plan, Progress, fill};
pub(crate) use spread::{Next, spread};
pub use stamp::Stamp;
pub use store::{Store, StoreError};

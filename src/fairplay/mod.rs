//! Fair play: what can honestly be said of games from their moves.
//!
//! Three steps that never mix. Games are read (`SourceGame`); an engine looks at
//! each move and what it finds is kept (`MoveRecord`); figures and reports are
//! computed from records alone. No step names a cheat: figures are for people
//! who ask further.

mod clock;
mod engine;
mod game;
mod iterations;
mod judge;
mod jury;
mod record;
mod source;
mod split;
mod votes;
mod zigzag;
mod zigzag_facts;
mod zigzag_record;
mod zigzag_search;
mod zigzag_settings;

pub use engine::{Engine, EngineSetup, PATIENCE_FAILURES, Searched};
pub use game::{Date, Ply, SourceGame};
pub use iterations::iterations_of;
pub use judge::{Depths, Judge, LEVELS, PlumbJudge, Profile, Stamp};
pub use jury::EngineJudge;
pub use record::{Line, Listed, Mate, Mates, MoveRecord, Value};
pub use source::{Problem, games};
pub use votes::{Disagreement, EngineFigures, Jury, Vote, disagreement, vote};
pub use zigzag::{Zigzag, zigzag_prefix};
pub use zigzag_record::{Leader, MultiRound, Note, SingleRound, ZigzagRecord};
pub use zigzag_settings::{Tested, ZigzagError, ZigzagSettings};

//! Fair play: what can honestly be said of games from their moves.
//!
//! Three steps that never mix. Games are read (`SourceGame`); an engine looks at
//! each move and what it finds is kept (`MoveRecord`); figures and reports are
//! computed from records alone. No step names a cheat: figures are for people
//! who ask further.

mod clock;
mod game;
mod judge;
mod record;
mod source;
mod split;

pub use game::{Date, Ply, SourceGame};
pub use judge::{Depths, Judge, LEVELS, PlumbJudge, Profile, Stamp};
pub use record::{Line, Listed, Mate, Mates, MoveRecord, Value};
pub use source::{Problem, games};

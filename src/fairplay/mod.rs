//! Fair play: what can honestly be said of games from their moves.
//!
//! Three steps that never mix. Games are read (`SourceGame`); an engine looks at
//! each move and what it finds is kept (`MoveRecord`); figures and reports are
//! computed from records alone. No step names a cheat: figures are for people
//! who ask further.

mod book;
mod clock;
mod game;
mod judge;
mod kept;
mod record;
mod run;
mod source;
mod split;
mod store;

pub use book::{
    Added, Book, BookDepth, BookError, BookSource, INDEX_PLIES, Index, IndexContents, Seen,
};
pub use game::{Date, Ply, SourceGame};
pub use judge::{Depths, Judge, LEVELS, PlumbJudge, Profile, Stamp};
pub use kept::RecordKey;
pub use record::{Line, Listed, Mate, Mates, MoveRecord, Value};
pub use run::{Plan, Progress, fill};
pub use source::{Problem, games};
pub use store::{Store, StoreError};

//! Fair play: what can honestly be said of games from their moves.
//!
//! Three steps that never mix. Games are read (`SourceGame`); an engine looks at
//! each move and what it finds is kept (`MoveRecord`); figures and reports are
//! computed from records alone. No step names a cheat: figures are for people
//! who ask further.

mod book;
mod game;
mod record;

pub use book::{
    Added, Book, BookDepth, BookError, BookSource, INDEX_PLIES, Index, IndexContents, Seen,
};
pub use game::{Date, Ply, SourceGame};
pub use record::{Line, Listed, Mate, Mates, MoveRecord, Value};

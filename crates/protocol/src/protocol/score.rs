//! Scores as the protocols report them are the search's own plain data: from
//! the point of view of the side to move in the reported position.

pub use plumb_engine::search::{Bound, ScoreValue};

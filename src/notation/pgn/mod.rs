//! Games in PGN files.
//!
//! Files are streamed, never held whole, and a game that cannot be used is named
//! and left behind without losing the rest. `summaries` gives what a rating
//! needs of each game: players, result and opening; `whole_games` gives every
//! move with its comment.

mod beginning;
mod summary;
mod whole;
mod write;

pub use beginning::{Beginning, beginnings};
pub use summary::{GameResult, GameSummary, PgnGameError, PgnProblem, Summaries};
pub use whole::{WholeGame, whole_games};
pub use write::{PgnGame, PgnMove};

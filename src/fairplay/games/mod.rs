//! Text becomes games, each with its plies and clocks.
//!
//! A game that cannot be read is a problem with a place and a reason. Start with
//! `games`.

mod clock;
mod contents;
mod game;
mod pool;
mod source;

pub use contents::TextContents;
pub use game::{Date, Ply, SourceGame};
pub use pool::{pool_of, time_class_of};
pub use source::{Problem, games};

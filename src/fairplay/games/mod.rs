//! Text becomes games, each with its plies and clocks.
//!
//! A game that cannot be read is a problem with a place and a reason. Start with
//! `games`.

mod clock;
mod contents;
mod game;
mod source;

pub use contents::TextContents;
pub use game::{Date, Ply, SourceGame};
pub use source::{Problem, games};

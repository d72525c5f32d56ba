//! Plumb: a chess engine that shows its working.

pub mod protocol;

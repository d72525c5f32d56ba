//! Plumb: a chess engine that shows its working.

pub mod board;
pub mod notation;

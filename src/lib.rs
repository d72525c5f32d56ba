//! Plumb: a chess engine that shows its working.

pub mod board;
pub mod eval;
pub mod notation;
pub mod tables;

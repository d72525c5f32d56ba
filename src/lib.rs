//! Plumb: a chess engine that shows its working.

pub mod board;
pub mod engine;
pub mod eval;
pub mod notation;
pub mod protocol;
pub mod search;
pub mod tables;

//! What an analysis says of a position and a move.

mod cases;
#[path = "../common/mod.rs"]
mod common;
mod lines;
mod recorded;
mod rescored;
mod shape;

//! What an analysis says of a position and a move.

mod cases;
mod lines;
mod recorded;
mod shape;

//! What explanations are made of: motifs of lines.

#[path = "../common/mod.rs"]
mod common;

mod cases;
mod motifs;
mod puzzles;

//! What an explanation says is true: read back from its words and its claims by a
//! library that shares no code with Plumb, on positions of games; and motifs of lines.

mod audit;
mod cases;
mod command;
#[path = "../common/mod.rs"]
mod common;
mod faults;
mod mirror;
mod motifs;
mod oracle;
mod puzzles;
mod reader;
mod truth;
mod zugzwang;

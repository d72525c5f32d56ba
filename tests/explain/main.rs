//! What an explanation says is true: read back from its words and its claims by a
//! library that shares no code with Plumb, on positions of games.

mod command;
#[path = "../common/mod.rs"]
mod common;
mod mirror;
mod oracle;
mod reader;
mod truth;

//! What an explanation says is true: read back from its words and its claims by a
//! library that shares no code with Plumb, on positions of games; and motifs of lines.

mod command;
mod faults;

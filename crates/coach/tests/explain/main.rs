//! Explanations: motifs, sentences that hold, and accounts of moves.

mod audit;
mod cases;
mod mirror;
mod motifs;
mod oracle;
mod reader;
mod truth;
mod zugzwang;

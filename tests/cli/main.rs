//! The commands as users meet them: results, messages and exit codes.

mod accuracy;
mod analyse;
mod choices;
mod classifiers;
mod coincidence;
#[path = "../common/mod.rs"]
mod common;
mod eval;
mod fairplay;
mod fairplay_index;
mod fairplay_input;
mod games;
mod general;
mod motifs;
mod rate;
mod reference;
mod schemas;
mod screen;
mod train;
mod trend;

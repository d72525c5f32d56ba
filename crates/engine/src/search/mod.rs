//! A position and limits become one report per depth and an outcome.
//!
//! No text, no input or output: an `Observer` is told of finished iterations
//! as plain data. Start with `SearchTask::run` in `iterate.rs`, then `negamax.rs`. Threads
//! share a `Shared` and have a `Worker` each; both are passed, never looked up.
//! What a shorter search shares with a longer one is promised in `prefix.rs`.

mod correction;
mod history;
mod huge_pages;
mod iterate;
mod learning;
mod limits;
mod mate;
mod negamax;
mod node;
mod order;
mod parameter_table;
mod params;
mod prefix;
mod quiesce;
mod ranking;
mod report;
mod root_rank;
mod score;
mod shared;
mod signature;
mod tablebase;
mod task;
mod time;
mod touched_blocks;
mod touched_rows;
mod tt;
mod vote;
mod worker;

pub use correction::Correction;
pub use limits::{Clock, Limits};
pub use parameter_table::{parameter_values, use_parameters};
pub use params::{PARAMETERS, PARAMETERS_CAN_BE_SET, Parameter};
pub use prefix::{Milestone, Prefix, prefix};
pub use report::{CurrentMove, Line, Observer, Report, SearchOutcome};
pub use score::{Bound, MAX_PLY, Score, ScoreValue};
pub use shared::Shared;
pub use signature::SIGNATURE;
pub use tablebase::{Dtz, EndgameTables, TableUse, Wdl};
pub use task::SearchTask;
pub use time::Timer;
pub use tt::{Entry, OutOfMemory, TranspositionTable};
pub use worker::Worker;

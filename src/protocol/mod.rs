//! The two chess-engine protocols as plain data: what a GUI may say and what an
//! engine may answer, in UCI and in CECP (the XBoard protocol, version 2).
//!
//! Every command and every reply is an enum that can be read from a line
//! (`parse`) and written back to one (`Display`), so the same types serve the
//! engine, which reads commands and writes replies, and a client that drives
//! another engine, which does the opposite. Reading a rendered value gives the
//! value back; `tests/protocol/round_trips.rs` holds that.
//!
//! Nothing here knows a board: moves, FENs and SANs are the words that arrived,
//! and whether they are legal is for the session to say. These types keep no
//! state and do no I/O, and no input makes them panic or take more than linear
//! time.
//!
//! Start with [`clean_line`], which turns the bytes of one line into text, then
//! [`detect()`], [`UciCommand::parse`] and [`CecpCommand::parse`]. A line that says
//! nothing (empty, or a comment) parses as `Ok(None)`.

mod cecp;
mod detect;
mod error;
mod human;
mod move_shape;
mod numbers;
mod option;
mod score;
mod session;
mod suggest;
mod uci;
mod words;

pub use cecp::{
    Audience, CecpCommand, CecpReply, EditLine, FEATURE_LINE_LENGTH, Feature, FeatureValue,
    GameResult, Level, MoveFilter, SearchStatus, ThinkingCounters, ThinkingLine, feature_lines,
};
pub use detect::{Dialect, detect};
pub use error::ParseError;
pub use human::{EvalForm, HumanCommand};
pub use option::{OptionDeclaration, OptionKind};
pub use score::{Bound, ScoreValue};
pub use session::{
    Additions, Board, Event, Extension, Job, Lesson, Prepare, Remark, Tutor, run, run_with,
};
pub use uci::{GoParameters, InfoLine, StartPosition, UciCommand, UciReply, WinDrawLoss};
pub use words::clean_line;

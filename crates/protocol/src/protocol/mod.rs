//! The two chess-engine protocols, UCI and CECP (the XBoard protocol, version 2): their
//! commands and replies as plain data, and in `session` the conversation in which an engine
//! speaks them.
//!
//! Every command and every reply is an enum that can be read from a line
//! (`parse`) and written back to one (`Display`), so the same types serve the
//! engine, which reads commands and writes replies, and a client that drives
//! another engine, which does the opposite. Reading a rendered value gives the
//! value back; `tests/protocol/round_trips.rs` holds that.
//!
//! The data knows no board: moves, FENs and SANs are the words that arrived, and
//! whether they are legal is for the session to say. These types keep no state and
//! do no I/O, and no input makes them panic or take more than linear time. Only
//! `session` has an engine, a board, threads and input and output.
//!
//! Start with [`clean_line`], which turns the bytes of one line into text, then
//! [`detect()`], [`UciCommand::parse`] and [`CecpCommand::parse`]; a line that says
//! nothing (empty, or a comment) parses as `Ok(None)`. For the conversation start
//! with [`run`].

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

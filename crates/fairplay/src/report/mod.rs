//! Reports of a run: what was measured, with what, and how stable it is, in
//! several formats.
//!
//! Formatting only; every figure comes from `figures`. Neither times nor paths
//! nor the number of jobs stand in a report, so that the same games and settings
//! give the same bytes. Start with `RunHeader`.

mod csv;
mod csv_text;
mod header;
mod html;
mod jsonl;
mod pgn;
mod player;
mod writer;
mod zigzag;

pub(super) use csv_text::harmless;
pub use header::{PassNote, REPORT_FORMAT, RunHeader};
pub use html::{HtmlError, ZigzagPage};
pub use jsonl::problem_line;
pub use pgn::{annotated, plain_pgn};
pub use player::{FiguresPass, PlayerReport};
pub(crate) use writer::ReportWriter;
pub use writer::{ReportDestination, ReportFormat};
pub use zigzag::{ZigzagHeader, zigzag_game_line, zigzag_head_line, zigzag_player_line};

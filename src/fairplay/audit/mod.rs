//! A whole run, from games and settings to reports.
//!
//! Start with `GameSummary` for one game.

mod game_summary;
mod verify;

pub use game_summary::GameSummary;
pub use verify::{Claim, GameClaims, ReportHead, Sample, recheck};

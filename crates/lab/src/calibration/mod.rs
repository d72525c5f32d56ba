//! From scores to chances: a win/draw/loss model fitted to games, and how well
//! its chances agree with what happened.
//!
//! [`Games`] gathers scores and results from self-play files and PGN, split by
//! game into a part to fit and a part that is held out. [`fit()`] finds the
//! numbers, [`Reliability`] compares predictions with results. The model itself
//! is the evaluation's (`eval::WdlModel`). Nothing here reads files by name or
//! prints. Start with `games.rs`.

mod fit;
mod games;
mod reliability;

pub use fit::{Fit, fit, log_loss};
pub use games::{Cells, Games, Part, eval_comment};
pub use reliability::{Bin, Reliability, wilson};

//! Positions judged by an engine that is not us.
//!
//! Positions come in [`Unit`]s: those of one game, or some that follow one
//! another in a file. The engine is told of a new game before each unit, so that
//! what it remembers of one never colours another, and labels do not depend on
//! how many engines share the work or where it was interrupted. A [`Judge`] has
//! one engine and labels unit after unit; a dead engine is started again.
//!
//! Nothing here reads files by name or prints. Start with `judge.rs`.

mod input;
mod judge;
mod resume;

pub use input::{Unit, game_units, line_units};
pub use judge::{Judge, LabelledUnit};
pub use resume::{ResumePoint, resume};

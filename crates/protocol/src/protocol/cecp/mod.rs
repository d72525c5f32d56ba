//! CECP, the XBoard protocol, version 2, as data: `command.rs` (what a GUI says;
//! `level.rs` and `edit.rs` have their own grammar) and `reply.rs` (what an
//! engine answers; `feature.rs` and `thinking.rs` have the long ones).

mod command;
mod command_parse;
mod command_text;
mod edit;
mod feature;
mod level;
mod reply;
mod result;
mod thinking;

pub use command::{CecpCommand, MoveFilter};
pub use edit::EditLine;
pub use feature::{FEATURE_LINE_LENGTH, Feature, FeatureValue, feature_lines};
pub use level::Level;
pub use reply::{Audience, CecpReply, SearchStatus};
pub use result::GameResult;
pub use thinking::{ThinkingCounters, ThinkingLine};

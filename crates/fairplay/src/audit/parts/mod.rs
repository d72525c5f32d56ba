//! One run on many machines: shares of its games, each looked at by itself, and what brings
//! their records together again.
//!
//! A share is never reported: players, events and the field are known only when all shares
//! are there. Start with `Portion`, then `merge`.

mod game_lines;
mod merge;
mod part_head;
mod part_lines;
mod part_source;
mod portion;
mod split_games;

pub(super) use game_lines::gathered;
pub use merge::{MergeSettings, merge};
pub(super) use part_head::{PartHead, difference};
pub(super) use part_lines::write_part;
pub use portion::Portion;
pub use split_games::split_games;

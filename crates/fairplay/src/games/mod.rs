//! Text becomes games, each with its plies and clocks.
//!
//! A game that cannot be read is a problem with a place and a reason. Start with
//! `games`.

mod clock;
mod clock_form;
mod computer;
mod contents;
mod game;
mod game_digest;
mod look_alikes;
mod pool;
mod rating_list;
mod shard;
mod source;
mod spellings;
mod tagged_game;
mod time_control;
mod time_control_text;

pub use clock_form::ClockForm;
pub(super) use clock_form::move_numbers;
pub use contents::TextContents;
pub(super) use game::is_somebody;
pub use game::{Date, Ply, SourceGame};
pub(super) use game_digest::game_digest;
pub(super) use look_alikes::LookAlikes;
pub use pool::{pool_of, time_class_of};
pub use rating_list::RatingList;
pub use shard::{Shard, share_of};
pub use source::games;
pub(super) use source::games_at;
pub(super) use spellings::{Spellings, folded_name};
pub use tagged_game::{TaggedGame, TaggedSide, tagged_games};
pub use time_control::{NoTimeControl, TimeControl};

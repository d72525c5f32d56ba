//! Games in parts that share no player and no event: what a model is fitted to, chosen by and
//! measured on must not know each other.
//!
//! `Division` finds parts in a collection of games, `Partition` is what was found: it says in
//! which part a game is, and is written to and read from a file under version control.

mod chosen_part;
mod division;
mod keys;
mod partition_text;
mod parts;

pub use chosen_part::ChosenPart;
pub use division::Division;
pub use keys::{GameKeys, event_key, player_key, short_key};
pub use partition_text::PartitionError;
pub use parts::{Part, Partition};

//! What the moves of a position look like at a first glance: a search of a few plies for many
//! lines, some milliseconds long, from which people's choices are predicted; and what a second
//! look, as long as a record's in the profile `screen`, adds to it.
//!
//! It stands below whoever plays by such choices (`engine`) and whoever explains or measures
//! them (`analysis`, `fairplay`). No input, no output, no thread. Start with `first_glance`.

mod exchange_ranking;
mod first_glance;
mod level_value;
mod second_look;

pub use first_glance::{
    GLANCE_DEPTH, GLANCE_HASH_MB, GLANCE_LINES, GLANCE_NODES, Glance, first_glance, glance_limits,
};
pub use level_value::level_value;
pub use second_look::second_look;

//! What the moves of a position look like at a first glance: a search of a few plies for many
//! lines, some milliseconds long, from which people's choices are predicted.
//!
//! It stands below whoever plays by such choices (`engine`) and whoever explains or measures
//! them (`analysis`, `fairplay`). No input, no output, no thread. Start with `first_glance`.

mod exchange_ranking;
mod first_glance;
mod level_value;

pub use first_glance::{
    GLANCE_DEPTH, GLANCE_HASH_MB, GLANCE_LINES, GLANCE_NODES, Glance, first_glance, glance_limits,
};
pub use level_value::level_value;

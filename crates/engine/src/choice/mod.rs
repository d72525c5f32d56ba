//! How likely a person of some strength picks which move.
//!
//! The first model is Regan's (K. W. Regan and G. McC. Haworth, Intrinsic Chess
//! Ratings, AAAI 2011): a player of sensitivity s and consistency c chooses
//! among moves by how much worse each one seems to him than the best. Values
//! come from outside, as centipawns from the mover's side: this layer searches
//! nothing, judges nobody, and knows neither games nor records, so that whatever
//! needs a person's choice can stand on it.
//!
//! The human-choice model (`human_model`) is fitted to many people's choices: what a
//! rating makes likely, from what moves look like (`move_features`). Beside it stands what
//! an engine would do, from the same features (`engine_model`), and how far honest people
//! scatter around the model (`honest_scatter`).
//!
//! Start with `credit`, where the model is; `regan_reference` is one player of
//! that model, `regan_skill` one of each rating, `move_choice` one decision with the move that was made, and
//! `skill` fits s and c to many of them, and `influence` says how far each part of them
//! moves the fit.

mod credit;
mod decision;
mod engine_model;
mod honest_scatter;
mod human_model;
mod human_table;
mod influence;
mod move_choice;
mod move_features;
mod pool;
mod pool_grid;
mod regan_reference;
mod regan_skill;
mod skill;
mod stretch;
mod tail;

pub use credit::{partial_credit, scaled_difference};
pub use decision::{Decision, Ranking};
pub use engine_model::EngineModel;
pub use honest_scatter::{HonestScatter, PoolScatter, RatedPlayer, loss_terms};
pub use human_model::{
    HumanModel, HumanWeights, RATING_BOUNDS, RATING_TERMS, Sight, WeighedMoves, rating_terms,
};
pub use move_choice::MoveChoice;
pub use move_features::{Feature, MoveFeatures, move_features};
pub use pool::{Pool, TimeClass};
pub use regan_reference::ReganReference;
pub use regan_skill::ReganSkill;
pub use skill::{CONSISTENCY_BOUNDS, Estimate, FIT_GATE, NoSkill, SENSITIVITY_BOUNDS, Skill};
pub use stretch::{STRETCH_GATE, Stretch};
pub use tail::{DEGREES, Tail};

//! How likely a person of some strength picks which move.
//!
//! The model is Regan's (K. W. Regan and G. McC. Haworth, Intrinsic Chess
//! Ratings, AAAI 2011): a player of sensitivity s and consistency c chooses
//! among moves by how much worse each one seems to him than the best. Values
//! come from outside, as centipawns from the mover's side: this layer searches
//! nothing, judges nobody, and knows neither games nor records, so that whatever
//! needs a person's choice can stand on it.
//!
//! Start with `credit`, where the model is; `regan_reference` is one player of
//! that model, `move_choice` one decision with the move that was made, and
//! `skill` fits s and c to many of them, and `influence` says how far each part of them
//! moves the fit.

mod credit;
mod influence;
mod move_choice;
mod regan_reference;
mod skill;

pub use credit::{partial_credit, scaled_difference};
pub use move_choice::MoveChoice;
pub use regan_reference::ReganReference;
pub use skill::{CONSISTENCY_BOUNDS, Estimate, FIT_GATE, NoSkill, SENSITIVITY_BOUNDS, Skill};

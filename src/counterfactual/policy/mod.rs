//! Policies: what says how likely a person of a rating plays which move.

mod question;
mod shares;

pub use question::{History, Policy, PolicyError, PolicyQuestion};
pub use shares::shares_of_legal_moves;

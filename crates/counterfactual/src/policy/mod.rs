//! Policies: what says how likely a person of a rating plays which move.
//!
//! Start with `question`, the trait that they fulfil. Two are Plumb's own models (`model`,
//! `regan`), one counts moves in recorded games (`empirical`), one evaluates networks of Maia
//! (`maia`), and two ask others: an engine that prints its network's policy (`uci`), and any
//! program (`program`).

mod built_in;
mod command_words;
mod empirical;
mod first_look;
mod maia;
mod maia_files;
mod model;
mod move_counts;
mod peer_failure;
mod program;
mod program_lines;
mod question;
mod rating_scale;
mod regan;
mod shared;
mod shares;
mod uci;
mod verbose_moves;

pub use built_in::BuiltInPolicy;
pub use empirical::EmpiricalPolicy;
pub use maia::MaiaPolicy;
pub use maia_files::MaiaError;
pub use model::ModelPolicy;
pub use program::{PROGRAM_PATIENCE, ProgramPolicy};
pub use question::{History, Policy, PolicyError, PolicyQuestion};
pub use rating_scale::RatingScale;
pub use regan::ReganPolicy;
pub use shared::SharedPolicy;
pub use shares::shares_of_legal_moves;
pub use uci::UciPolicy;

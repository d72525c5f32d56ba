//! The search's numbers tried out in games: `plumb-lab tune search`.
//!
//! Which numbers are tried next, and what is learned from the games, `tune::spsa`
//! says. Here the games are played (`arena`), several iterations at a time
//! (`run`), and how far it has come is kept on disk (`record`).

mod arena;
mod error;
mod record;
mod run;

pub use arena::{Arena, Tally};
pub use error::TrialError;
pub use record::{Provenance, Record, Settings};
pub use run::run;

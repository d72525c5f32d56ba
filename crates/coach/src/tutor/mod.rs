//! Explanations for somebody who is playing: the tutor beside the opponent.
//!
//! The `Analyst` searches what `explain` asks for, with tables of its own, and a `remark`
//! says in a few sentences what came out. When it works, and when it has to be silent, is
//! the session's to say; it knows neither protocol nor opponent. Start with `analyst`.

mod analyst;
mod remark;

pub use analyst::Analyst;
pub use remark::{MISTAKE_CHANCE, remark};

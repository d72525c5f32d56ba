//! Endgame tables as a search asks for them.
//!
//! A package of its own, so that it is built for speed: the library that reads the
//! tables is generic, and is compiled where it is used. `plumb` passes it on under
//! the same name, and its files stand beside the other layers, in `src`.

pub use plumb_core::{board, search, wording};

#[path = "../src/syzygy/mod.rs"]
pub mod syzygy;

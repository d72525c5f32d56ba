//! Classifiers that are compared with each other.
//!
//! A package of its own, so that it is built for speed: the library that fits them is
//! generic, and is compiled where it is used. `plumb` passes it on under the same name,
//! and its files stand beside the other layers, in `src`.

pub use plumb_core::{models, random};

#[path = "../src/classifiers/mod.rs"]
pub mod classifiers;

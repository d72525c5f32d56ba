//! Honest play to compare with, and how common figures are there.
//!
//! Start with `Reference`.

mod commonness;
mod reference;
mod reference_maker;

pub use commonness::{COMMON_GAMES, Commonness, SAMPLES_GATE};
pub use reference::{CloudPoint, Provenance, Reference, ReferenceNote};
pub use reference_maker::ReferenceMaker;

//! Honest play to compare with, and how common figures are there.
//!
//! Start with `Reference`.

mod commonness;
mod noise;
mod reference;
mod reference_maker;
mod skill_unit;

pub use commonness::Commonness;
#[cfg(test)]
pub(crate) use noise::Noise;
pub use reference::{CloudPoint, Reference, ReferenceNote, TestedKeys};
pub use reference_maker::ReferenceMaker;
#[cfg(test)]
pub(crate) use reference_maker::ReferencePlayer;
pub use skill_unit::RelativeSkill;

//! Honest play to compare with, and how common figures are there.
//!
//! Start with `Reference`.

mod commonness;
mod noise;
mod reference;
mod reference_maker;
mod skill_unit;

pub use commonness::{COMMON_GAMES, Commonness, SAMPLES_GATE};
pub use noise::{Noise, NoiseNote, REMARKABLE_CP};
pub use reference::{CloudPoint, LeftOut, Provenance, Reference, ReferenceNote, TestedKeys};
pub use reference_maker::ReferenceMaker;
#[cfg(test)]
pub(crate) use reference_maker::ReferencePlayer;
pub use skill_unit::{RelativeSkill, SkillUnit};

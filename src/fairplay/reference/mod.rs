//! Honest play to compare with, and how common figures are there.
//!
//! Start with `Reference`.

mod commonness;
mod keys;
mod noise;
mod reference;
mod reference_maker;
mod skill_unit;

pub use commonness::{COMMON_GAMES, Commonness, SAMPLES_GATE};
#[cfg(test)]
pub(crate) use keys::player_key;
pub use noise::{Noise, NoiseNote, REMARKABLE_CP};
pub use reference::{CloudPoint, LeftOut, Provenance, Reference, ReferenceNote, Tested};
pub use reference_maker::ReferenceMaker;
#[cfg(test)]
pub(crate) use reference_maker::ReferencePlayer;
pub use skill_unit::{RelativeSkill, SkillUnit};

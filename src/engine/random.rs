//! Random numbers for a limited engine's choices.

use std::hash::{BuildHasher, Hasher, RandomState};

/// `SplitMix64` (Steele, Lea and Flood, 2014).
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    /// The same numbers from the same seed, everywhere.
    pub fn seeded(seed: u64) -> Random {
        Random(seed)
    }

    /// Other numbers every time.
    pub fn unpredictable() -> Random {
        // The standard library draws its keys from the system's randomness.
        Random(RandomState::new().build_hasher().finish())
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// A number from 0 up to, but not including, 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of the two whole numbers around this one, so that the mean is right.
    pub fn rounded(&mut self, number: f64) -> u32 {
        number.floor() as u32 + u32::from(self.happens(number.fract()))
    }

    /// True with this chance.
    pub fn happens(&mut self, chance: f64) -> bool {
        self.unit() < chance
    }
}

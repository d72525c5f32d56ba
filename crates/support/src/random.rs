//! Random numbers from a seed: the same everywhere, so that whatever is drawn can be
//! drawn again.
//!
//! All of them come from `SplitMix64` (Steele, Lea and Flood, "Fast splittable
//! pseudorandom number generators", 2014).

use std::f64::consts::TAU;
use std::hash::{BuildHasher, Hasher, RandomState};

/// What a generator's state grows by with each number.
const INCREMENT: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number in which every bit depends on all bits of this one.
pub const fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(INCREMENT);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// A small generator.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The same numbers from the same seed.
    pub const fn seeded(seed: u64) -> Random {
        Random(seed)
    }

    /// A stream of its own for each seed and index, whoever asks in whatever order.
    pub const fn stream(seed: u64, index: u64) -> Random {
        Random(mixed(mixed(seed ^ INCREMENT).wrapping_add(index)))
    }

    /// Other numbers every time.
    pub fn unpredictable() -> Random {
        // The standard library draws its keys from the system's randomness.
        Random(RandomState::new().build_hasher().finish())
    }

    /// The next 64 bits.
    pub const fn bits(&mut self) -> u64 {
        let bits = mixed(self.0);
        self.0 = self.0.wrapping_add(INCREMENT);
        bits
    }

    /// A number from 0 to `bound` - 1, or 0 where there is none.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// One of these; none if there are none.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> Option<T> {
        choices.get(self.below(choices.len())).copied()
    }

    /// The numbers from 0 to `count` - 1 in a random order.
    pub fn order(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            order.swap(last, self.below(last + 1));
        }
        order
    }

    /// A number from 0 up to, but not including, 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// True with this chance.
    pub fn happens(&mut self, chance: f64) -> bool {
        self.unit() < chance
    }

    /// One of the two whole numbers around this one, so that the mean is right.
    pub fn rounded(&mut self, number: f64) -> u32 {
        number.floor() as u32 + u32::from(self.happens(number.fract()))
    }

    /// A standard normal number (Box and Muller).
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * libm::log(1.0 - self.unit())).sqrt();
        radius * libm::cos(TAU * self.unit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_sequence() {
        // Of the seed 1234567, as implementations in several languages give it
        // (rosettacode.org, "Pseudo-random numbers/Splitmix64").
        let mut random = Random::seeded(1_234_567);
        let numbers = [(); 3].map(|()| random.bits());
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
        ];
        assert_eq!(numbers, published);
    }

    #[test]
    fn streams_repeat_and_differ() {
        let numbers = |seed, index| {
            let mut random = Random::stream(seed, index);
            [random.bits(), random.bits(), random.bits()]
        };
        assert_eq!(numbers(1, 2), numbers(1, 2));
        assert_ne!(numbers(1, 2), numbers(1, 3));
        assert_ne!(numbers(1, 2), numbers(2, 2));
        assert_ne!(
            Random::unpredictable().bits(),
            Random::unpredictable().bits()
        );
    }

    #[test]
    fn orders_are_whole_and_repeat() {
        let first = Random::seeded(7).order(1_000);
        assert_eq!(first, Random::seeded(7).order(1_000));
        assert_ne!(first, Random::seeded(8).order(1_000));
        let mut sorted = first.clone();
        sorted.sort_unstable();
        assert!(sorted.iter().enumerate().all(|(index, &n)| index == n));
        assert_ne!(first, sorted);
    }

    #[test]
    fn numbers_stay_in_bounds_and_average_out() {
        let mut random = Random::stream(7, 0);
        let (mut sum, mut normal, mut square, mut rounded) = (0.0, 0.0, 0.0, 0);
        for _ in 0..100_000 {
            assert!(random.below(3) < 3);
            let unit = random.unit();
            assert!((0.0..1.0).contains(&unit));
            let n = random.normal();
            sum += unit;
            normal += n;
            square += n * n;
            rounded += random.rounded(2.3);
        }
        assert_eq!((random.below(0), random.pick::<u8>(&[])), (0, None));
        assert!((sum / 1e5 - 0.5).abs() < 0.005);
        assert!((normal / 1e5).abs() < 0.015);
        assert!((square / 1e5 - 1.0).abs() < 0.025);
        assert!((f64::from(rounded) / 1e5 - 2.3).abs() < 0.01);
    }
}

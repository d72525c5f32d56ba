//! A small seeded generator, so that every resample can be made again.

use super::normal::TWO_PI;

/// `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014): the same numbers from the same seed everywhere.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A stream of its own for each seed and index, whoever asks in whatever
    /// order.
    pub fn stream(seed: u64, index: u64) -> Random {
        let mut mixer = Random(seed ^ 0x9e37_79b9_7f4a_7c15);
        let start = mixer.bits().wrapping_add(index);
        let mut mixer = Random(start);
        Random(mixer.bits())
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `bound` - 1, or 0 where there is none.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// A number from 0 up to, but not including, 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A standard normal number (Box and Muller).
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * libm::log(1.0 - self.unit())).sqrt();
        radius * libm::cos(TWO_PI * self.unit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_repeat_and_differ() {
        let numbers = |seed, index| {
            let mut random = Random::stream(seed, index);
            [random.bits(), random.bits(), random.bits()]
        };
        assert_eq!(numbers(1, 2), numbers(1, 2));
        assert_ne!(numbers(1, 2), numbers(1, 3));
        assert_ne!(numbers(1, 2), numbers(2, 2));
    }

    #[test]
    fn numbers_stay_in_bounds_and_average_out() {
        let mut random = Random::stream(7, 0);
        let (mut sum, mut normal, mut square) = (0.0, 0.0, 0.0);
        for _ in 0..100_000 {
            assert!(random.below(3) < 3);
            let unit = random.unit();
            assert!((0.0..1.0).contains(&unit));
            let n = random.normal();
            sum += unit;
            normal += n;
            square += n * n;
        }
        assert_eq!(random.below(0), 0);
        assert!((sum / 1e5 - 0.5).abs() < 0.005);
        assert!((normal / 1e5).abs() < 0.015);
        assert!((square / 1e5 - 1.0).abs() < 0.025);
    }
}

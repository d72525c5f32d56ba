//! A seeded order of things, the same everywhere.

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
pub(super) struct Shuffle(u64);

impl Shuffle {
    /// Orders of their own for each seed.
    pub(super) fn new(seed: u64) -> Shuffle {
        Shuffle(seed)
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// The numbers from 0 to `count` - 1 in a random order.
    pub(super) fn order(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            let chosen = (u128::from(self.bits()) * (last as u128 + 1)) >> 64;
            order.swap(last, chosen as usize);
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_whole_and_repeat() {
        let first = Shuffle::new(7).order(1_000);
        assert_eq!(first, Shuffle::new(7).order(1_000));
        assert_ne!(first, Shuffle::new(8).order(1_000));
        let mut sorted = first.clone();
        sorted.sort_unstable();
        assert!(sorted.iter().enumerate().all(|(index, &n)| index == n));
        assert_ne!(first, sorted);
    }
}

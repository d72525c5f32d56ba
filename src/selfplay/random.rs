//! A small seeded generator: each game has its own numbers, whoever plays it.

/// `SplitMix64` (Steele, Lea and Flood, 2014).
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    /// The numbers of this game in a run with this seed.
    pub(super) fn of_game(seed: u64, game: u64) -> Random {
        let mut mixer = Random(seed);
        let start = mixer.bits() ^ game.wrapping_mul(0xd6e8_feb8_6659_fd93);
        Random(Random(start).bits())
    }

    pub(super) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// A number from 0 to `bound` - 1, or 0 where there is none.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// One of these; none if there are none.
    pub(super) fn pick<T: Copy>(&mut self, choices: &[T]) -> Option<T> {
        choices.get(self.below(choices.len())).copied()
    }
}

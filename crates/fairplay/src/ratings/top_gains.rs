//! The largest gains of all, game by game.

use std::collections::HashMap;

use super::ratings_settings::TOP_GAINS;

/// A gain of a history: its place among all histories, and of the game in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Gain {
    change: i16,
    place: usize,
    row: usize,
}

/// The largest gains so far; equal ones in the order in which they were offered.
#[derive(Debug, Default)]
pub struct TopGains {
    gains: Vec<Gain>,
}

impl TopGains {
    /// Offers a change: it stays if it is a gain, and among the largest.
    pub fn offer(&mut self, change: i16, place: usize, row: usize) {
        if change <= 0 {
            return;
        }
        self.gains.push(Gain { change, place, row });
        if self.gains.len() >= 16 * TOP_GAINS {
            self.shorten();
        }
    }

    fn shorten(&mut self) {
        // Stable: equal gains keep their order.
        self.gains
            .sort_by_key(|gain| std::cmp::Reverse(gain.change));
        self.gains.truncate(TOP_GAINS);
    }

    /// The rank of each, from 1, by the places of its history and its game.
    pub fn ranks(mut self) -> HashMap<(usize, usize), usize> {
        self.shorten();
        let ranked = self.gains.iter().zip(1..);
        ranked
            .map(|(gain, rank)| ((gain.place, gain.row), rank))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_stay_and_equal_ones_in_order() {
        let mut top = TopGains::default();
        for place in 0..10_000 {
            top.offer((place % 100) as i16 - 50, place, 3);
        }
        let ranks = top.ranks();
        assert_eq!(ranks.len(), TOP_GAINS);
        assert_eq!(ranks[&(99, 3)], 1);
        assert_eq!(ranks[&(9_999, 3)], 100);
        assert_eq!(ranks[&(98, 3)], 101);
    }
}

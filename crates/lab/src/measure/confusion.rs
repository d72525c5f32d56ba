//! How often which class was taken for which.

use std::ops::AddAssign;

use super::class::Class;

/// Counts of positions by true class (first index) and verdict (second), in
/// the order of [`Class::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Confusion(pub [[u64; 3]; 3]);

impl Confusion {
    /// Counts one position.
    pub fn add(&mut self, truth: Class, verdict: Class) {
        self.0[truth as usize][verdict as usize] += 1;
    }

    /// Positions counted.
    pub fn positions(&self) -> u64 {
        self.0.iter().flatten().sum()
    }

    /// The share of positions with the right verdict, 0 to 1; none without any.
    pub fn plain(&self) -> Option<f64> {
        let right: u64 = (0..3).map(|class| self.0[class][class]).sum();
        let all = self.positions();
        (all > 0).then(|| right as f64 / all as f64)
    }

    /// Of the positions of one class, the share recognised, 0 to 1; none
    /// without any.
    pub fn recall(&self, class: Class) -> Option<f64> {
        let row = self.0[class as usize];
        let all: u64 = row.iter().sum();
        (all > 0).then(|| row[class as usize] as f64 / all as f64)
    }

    /// The mean recall of the classes that occur, 0 to 1: what a guess that is
    /// always the same would get 1/3 for. None without positions.
    pub fn balanced(&self) -> Option<f64> {
        let recalls = Class::ALL.map(|class| self.recall(class));
        let present = recalls.iter().flatten().count();
        let sum: f64 = recalls.iter().flatten().sum();
        (present > 0).then(|| sum / present as f64)
    }
}

impl AddAssign for Confusion {
    fn add_assign(&mut self, other: Confusion) {
        for (row, other) in self.0.iter_mut().zip(other.0) {
            for (count, other) in row.iter_mut().zip(other) {
                *count += other;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Class::{BlackWins, Level, WhiteWins};

    #[test]
    fn shares_are_of_what_is_there() {
        let mut table = Confusion::default();
        assert_eq!((table.plain(), table.balanced()), (None, None));
        for _ in 0..8 {
            table.add(Level, Level);
        }
        table.add(WhiteWins, WhiteWins);
        table.add(WhiteWins, Level);
        assert_eq!(table.plain(), Some(0.9));
        // No position that Black wins: the mean of 1 and ½.
        assert_eq!(table.balanced(), Some(0.75));
        table.add(BlackWins, WhiteWins);
        assert_eq!(table.recall(BlackWins), Some(0.0));
        assert_eq!(table.balanced(), Some(0.5));
        let mut twice = table;
        twice += table;
        assert_eq!(twice.positions(), 22);
        assert_eq!(twice.0[2], [2, 0, 0]);
    }
}

//! How players used their time on counted moves, where clocks were noted.
//!
//! Start with `PaceFigures`.

use serde::Serialize;

use super::each_number::{EachNumber, Number};
use super::moments::{Correlation, JointMoments, Mean, Moments, Share};
use crate::facts::Pace;

/// Sums over counted moves with a clock; adds up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PaceSums {
    instant: u64,
    seconds: Moments,
    difficulty: JointMoments,
}

impl PaceSums {
    pub(super) fn add(&mut self, spent_ms: u64, settled_depth: u32) {
        let seconds = spent_ms as f64 / 1_000.0;
        self.instant += u64::from(Pace::of(spent_ms) == Pace::Instant);
        self.seconds.add(seconds);
        self.difficulty
            .add(f64::from(settled_depth), libm::log1p(seconds));
    }

    pub(super) fn merge(&mut self, other: &PaceSums) {
        self.instant += other.instant;
        self.seconds.merge(&other.seconds);
        self.difficulty.merge(&other.difficulty);
    }

    pub(super) fn remove(&mut self, part: &PaceSums) {
        self.instant = self.instant.saturating_sub(part.instant);
        self.seconds.remove(&part.seconds);
        self.difficulty.remove(&part.difficulty);
    }

    /// Shows every number.
    pub(super) fn each_number(&mut self, each: &mut EachNumber<'_>) {
        each(Number::Count(&mut self.instant));
        self.seconds.each_number(each);
        self.difficulty.each_number(each);
    }

    /// Moves, instant ones, seconds, and the sums behind the correlation.
    pub(super) fn numbers(&self) -> [f64; 8] {
        let [x, y, xx, yy, xy] = self.difficulty.sums();
        let moves = self.seconds.count() as f64;
        [
            moves,
            self.instant as f64,
            self.seconds.sum(),
            x,
            y,
            xx,
            yy,
            xy,
        ]
    }

    /// The figures, of at least `gate` moves.
    pub(super) fn figures(&self, gate: u64) -> Option<PaceFigures> {
        let moves = self.seconds.count();
        if moves < gate {
            return None;
        }
        let seconds = self.seconds.mean_within(0.0, f64::INFINITY)?;
        let sd = seconds.sd.filter(|_| seconds.mean > 0.0);
        Some(PaceFigures {
            instant: Share::of(self.instant, moves)?,
            unevenness: sd.map(|sd| sd / seconds.mean),
            time_against_difficulty: self.difficulty.correlation(),
            seconds,
        })
    }
}

/// How a player used his time on counted moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PaceFigures {
    /// The mean time of a move, in seconds.
    pub seconds: Mean,
    /// Moves of at most a second.
    pub instant: Share,
    /// Steadiness: the standard deviation of times divided by their mean. People
    /// are uneven; near 0 every move took the same.
    pub unevenness: Option<f64>,
    /// How the logarithm of (1 + seconds) goes with the depth from which the
    /// engine's choice held.
    pub time_against_difficulty: Option<Correlation>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_time_by_hand() {
        let mut sums = PaceSums::default();
        for (seconds, depth) in [(1, 1), (3, 2), (5, 3), (7, 4)] {
            sums.add(seconds * 1_000, depth);
        }
        assert_eq!(sums.figures(5), None);
        let figures = sums.figures(4).unwrap();
        assert_eq!(figures.seconds.mean, 4.0);
        assert_eq!((figures.instant.count, figures.instant.of), (1, 4));
        // Deviation √(20 / 3) over a mean of 4.
        let expected = (20.0_f64 / 3.0).sqrt() / 4.0;
        assert!((figures.unevenness.unwrap() - expected).abs() < 1e-12);
        assert!(figures.time_against_difficulty.unwrap().value > 0.97);
        let mut none = PaceSums::default();
        (0..9).for_each(|_| none.add(0, 3));
        let figures = none.figures(5).unwrap();
        assert_eq!(figures.unevenness, None);
        assert_eq!(figures.time_against_difficulty, None);
    }
}

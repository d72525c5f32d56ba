//! A player's place in the order of whom to look at.

use std::cmp::Ordering;

use super::history_figures::HistoryFigures;
use super::rating_history::HistoryKey;
use super::thresholds::{Thresholds, reaches};

/// Which figures are among the largest hundredth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// The standard deviation of ratings.
    pub rating_sd: bool,
    /// The range of ratings.
    pub rating_range: bool,
    /// The standard deviation of changes.
    pub change_sd: bool,
    /// The largest gain.
    pub largest_gain: bool,
}

impl Flags {
    /// Those of a history.
    pub fn of(figures: &HistoryFigures, thresholds: &Thresholds) -> Flags {
        let range = figures.rating.range().map(f64::from);
        let gain = figures.largest_gain().map(f64::from);
        Flags {
            rating_sd: reaches(figures.rating.sd(), thresholds.rating_sd),
            rating_range: reaches(range, thresholds.rating_range),
            change_sd: reaches(figures.change.sd(), thresholds.change_sd),
            largest_gain: reaches(gain, thresholds.gain),
        }
    }

    /// How many there are.
    pub fn count(self) -> u8 {
        let all = [
            self.rating_sd,
            self.rating_range,
            self.change_sd,
            self.largest_gain,
        ];
        all.into_iter().map(u8::from).sum()
    }
}

/// A history with its figures and flags.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedPlayer {
    /// Whose it is.
    pub(super) key: HistoryKey,
    /// The place among all histories by name and speed.
    pub(super) place: usize,
    /// Its figures.
    pub figures: HistoryFigures,
    /// Which of them are among the largest.
    pub flags: Flags,
    /// The sum of the ranks, among histories of the same speed, of the standard deviation
    /// and the range of ratings and the standard deviation of changes, the least value having
    /// rank 1; none where one of them is missing.
    pub composite: Option<f64>,
}

impl RankedPlayer {
    /// Whom to look at first: more flags, then the largest gain, then the spread of changes,
    /// the range and the spread of ratings; equal ones by name.
    pub(super) fn order(&self, other: &RankedPlayer) -> Ordering {
        let key = |player: &RankedPlayer| {
            let figures = &player.figures;
            (player.flags.count(), figures.largest_gain())
        };
        let spreads = |player: &RankedPlayer| {
            let figures = &player.figures;
            [
                figures.change.sd(),
                figures.rating.range().map(f64::from),
                figures.rating.sd(),
            ]
        };
        let by_spreads = || {
            let pairs = spreads(other).into_iter().zip(spreads(self));
            let mut orders = pairs.map(|(other, own)| descending(other, own));
            orders
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        };
        key(other)
            .cmp(&key(self))
            .then_with(by_spreads)
            .then(self.place.cmp(&other.place))
    }
}

/// Figures that are missing are less than all others.
fn descending(other: Option<f64>, own: Option<f64>) -> Ordering {
    let least = |value: Option<f64>| value.unwrap_or(f64::NEG_INFINITY);
    least(other).total_cmp(&least(own))
}

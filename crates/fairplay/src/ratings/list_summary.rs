//! What holds for all histories of one speed.

use super::history_figures::HistoryFigures;
use super::thresholds::Thresholds;
use crate::games::RatingList;

/// Histories of one speed, or all with `--faithful`.
#[derive(Clone, Debug, PartialEq)]
pub struct ListSummary {
    /// Which; none for all together.
    pub list: Option<RatingList>,
    /// Histories.
    pub histories: u64,
    /// Their rows.
    pub rows: u64,
    /// How often a rating rose by so many points, by that number.
    pub(super) gains: Vec<u64>,
    /// What it takes to be flagged.
    pub thresholds: Thresholds,
}

/// More than a rating can rise.
const MOST_GAIN: usize = 4_001;

impl ListSummary {
    pub(super) fn new(list: Option<RatingList>) -> ListSummary {
        ListSummary {
            list,
            histories: 0,
            rows: 0,
            gains: vec![0; MOST_GAIN],
            thresholds: Thresholds::default(),
        }
    }

    /// Its name in tables.
    pub fn name(&self) -> &'static str {
        list_name(self.list)
    }

    pub(super) fn add(&mut self, figures: &HistoryFigures) {
        self.histories += 1;
        self.rows += figures.rating.count;
    }

    /// Notes a change that is a gain.
    pub(super) fn add_gain(&mut self, change: i16) {
        let gain = usize::try_from(change).unwrap_or(0);
        if gain > 0
            && let Some(count) = self.gains.get_mut(gain)
        {
            *count += 1;
        }
    }
}

/// The name of a speed, or of all together.
pub(super) fn list_name(list: Option<RatingList>) -> &'static str {
    list.map_or("all", Into::into)
}

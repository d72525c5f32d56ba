//! How many moves look better and better, and how many worse and worse, with depth.

use serde::Serialize;

use super::moments::Share;
use super::sums::Sums;
use plumb_coach::analysis::Trend;

/// Counted moves by the trend of their levels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TrendFigures {
    /// Those that look better the deeper one looks.
    pub ascending: Share,
    /// Those that look worse.
    pub descending: Share,
}

impl TrendFigures {
    /// Of sums; nothing below the gate, and where no model belongs to the levels.
    pub(super) fn of(sums: &Sums, gate: u64) -> Option<TrendFigures> {
        let all: u64 = sums.trends.iter().sum();
        let share = |trend: Trend| Share::of(sums.trends[trend as usize], all);
        Some(TrendFigures {
            ascending: share(Trend::Ascending)?,
            descending: share(Trend::Descending)?,
        })
        .filter(|_| all >= gate)
    }
}

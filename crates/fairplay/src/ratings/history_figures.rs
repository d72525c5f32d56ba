//! What the figures of a history are.

use super::best_stretch::BestStretch;
use super::integer_moments::IntegerMoments;
use super::rating_history::{HistoryRow, RatingHistory};

/// A history in numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct HistoryFigures {
    /// Ratings before each game.
    pub rating: IntegerMoments,
    /// Their median.
    pub rating_median: f64,
    /// Changes, where they are known.
    pub change: IntegerMoments,
    /// The sum of their sizes.
    pub change_sizes: u64,
    /// How many of them were inferred.
    pub inferred: u64,
    /// The score.
    pub points: f64,
    /// How many opponents there were, those without a name left aside.
    pub opponents: usize,
    /// Ratings of opponents, where they are known, game by game.
    pub opponent_rating: IntegerMoments,
    /// Plies of all games.
    pub plies: u64,
    /// Games left out before these, as the rating was not settled.
    pub not_settled: usize,
    /// Where the score was furthest above what ratings let expect; none where that is not
    /// asked for.
    pub best_stretch: Option<BestStretch>,
}

impl HistoryFigures {
    /// Those of a history with at least one game.
    pub fn of(history: &RatingHistory, with_stretch: bool) -> HistoryFigures {
        let rows = &history.rows;
        let mut figures = HistoryFigures {
            rating: IntegerMoments::default(),
            rating_median: median(rows),
            change: IntegerMoments::default(),
            change_sizes: 0,
            inferred: 0,
            points: 0.0,
            opponents: opponents(rows),
            opponent_rating: IntegerMoments::default(),
            plies: 0,
            not_settled: history.not_settled,
            best_stretch: with_stretch.then(|| BestStretch::of(rows)).flatten(),
        };
        for row in rows {
            figures.rating.add(i32::from(row.rating));
            if let Some(change) = row.change {
                figures.change.add(i32::from(change));
                figures.change_sizes += u64::from(change.unsigned_abs());
            }
            figures.inferred += u64::from(row.is_inferred);
            figures.points += f64::from(row.half_points) / 2.0;
            if let Some(rating) = row.opponent_rating {
                figures.opponent_rating.add(i32::from(rating));
            }
            figures.plies += u64::from(row.plies);
        }
        figures
    }

    /// The mean size of changes; none without changes.
    pub fn mean_change_size(&self) -> Option<f64> {
        (self.change.count > 0).then(|| self.change_sizes as f64 / self.change.count as f64)
    }

    /// The largest change; none without changes.
    pub fn largest_gain(&self) -> Option<i32> {
        self.change.extremes.map(|(_, greatest)| greatest)
    }
}

fn median(rows: &[HistoryRow]) -> f64 {
    let mut ratings: Vec<u16> = rows.iter().map(|row| row.rating).collect();
    ratings.sort_unstable();
    let middle = ratings.len() / 2;
    match (ratings.get(middle), ratings.len() % 2) {
        (None, _) => 0.0,
        (Some(&rating), 1) => f64::from(rating),
        (Some(&rating), _) => (f64::from(ratings[middle - 1]) + f64::from(rating)) / 2.0,
    }
}

fn opponents(rows: &[HistoryRow]) -> usize {
    let mut numbers: Vec<u32> = rows.iter().filter_map(|row| row.opponent).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.len()
}

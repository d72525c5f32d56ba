//! From where on a figure is among the largest of all.

use super::history_figures::HistoryFigures;
use super::quantile::{quantile, quantile_of_counts};
use super::ratings_settings::PERCENTILE;

/// The 99th percentiles, each none where no history has the figure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Thresholds {
    /// Of the standard deviations of ratings.
    pub rating_sd: Option<f64>,
    /// Of the ranges of ratings.
    pub rating_range: Option<f64>,
    /// Of the standard deviations of changes.
    pub change_sd: Option<f64>,
    /// Of all gains, game by game: changes above 0.
    pub gain: Option<f64>,
}

impl Thresholds {
    /// Those of these histories; `gains[i]` says how often a rating rose by i points.
    pub fn of<'h>(
        histories: impl Iterator<Item = &'h HistoryFigures> + Clone,
        gains: &[u64],
    ) -> Thresholds {
        let of = |figure: fn(&HistoryFigures) -> Option<f64>| {
            let mut values: Vec<f64> = histories.clone().filter_map(figure).collect();
            values.sort_unstable_by(f64::total_cmp);
            quantile(&values, PERCENTILE)
        };
        Thresholds {
            rating_sd: of(|figures| figures.rating.sd()),
            rating_range: of(|figures| figures.rating.range().map(f64::from)),
            change_sd: of(|figures| figures.change.sd()),
            gain: quantile_of_counts(gains, PERCENTILE),
        }
    }
}

/// Whether a figure is as large as its threshold.
pub(super) fn reaches(figure: Option<f64>, threshold: Option<f64>) -> bool {
    matches!((figure, threshold), (Some(figure), Some(threshold)) if figure >= threshold)
}

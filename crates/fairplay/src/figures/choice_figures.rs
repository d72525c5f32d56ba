//! What choices come to beside the models: z-scores, engine likeness, an intrinsic rating.
//!
//! z-scores of sums of choices as K. W. Regan, B. Macieja and G. McC. Haworth have them
//! (Understanding Distributions of Chess Performances, 2011), their variance with parts
//! between games, players and events; the intrinsic rating is the one under which the choices are
//! likeliest (Regan and Haworth, Intrinsic Chess Ratings, AAAI 2011). Start with
//! `ChoiceFigures::of`.

use serde::Serialize;

use super::choice_sums::{ChoiceSums, ExcessSums};
use super::moments::{Share, UNIT, Z95};
use crate::facts::RATING_GRID;

/// The fewest choices for an intrinsic rating: fewer do not tell 1500 from 2500.
pub const RATING_GATE: u64 = 30;

/// How far a sum is from what is usual among honest players, in their deviations.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ZScore {
    /// The difference over the deviation of such differences among honest players.
    pub value: f64,
    /// The lower end of what chance in choices and games makes of it, 95 %.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Matches with the engine's first choice beside those that people of the rating have.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MatchScore {
    /// The z-score.
    #[serde(flatten)]
    pub z: ZScore,
    /// Matches.
    pub matches: u64,
    /// Choices of rated players.
    pub of: u64,
    /// The share of matches to be expected of people of the rating here, 0 to 1.
    pub expected: f64,
    /// The mean rating, as over the board at long time controls.
    pub rating: f64,
}

/// Moves that are likelier for an engine than for people of the rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EngineLikeness {
    /// How many moves.
    #[serde(flatten)]
    pub share: Share,
    /// The share to be expected of people of the rating here, 0 to 1.
    pub expected: f64,
    /// How far all log ratios together are from what is usual: the figure to go by.
    pub z: ZScore,
}

/// What moves lost by a deep look beside what people of the rating lose.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DeepLoss {
    /// The z-score: above 0 less was lost than expected.
    #[serde(flatten)]
    pub z: ZScore,
    /// Choices.
    pub of: u64,
    /// The mean of Regan's scaled loss, held within 0 and 1.
    pub mean: f64,
    /// What people of the rating lose here.
    pub expected: f64,
}

/// The rating whose people's choices these look like.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct IntrinsicRating {
    /// As over the board at long time controls, in Elo; held within 600 and 2900.
    pub value: f64,
    /// The lower end: of honest players, 95 in 100 have their rating in between.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How far it is above the mean rating, in deviations of honest players; none without
    /// a rating.
    pub z: Option<f64>,
    /// Choices that it is from.
    pub choices: u64,
}

/// What choices come to; each part is missing where there are too few of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct ChoiceFigures {
    /// Matches.
    pub z: Option<MatchScore>,
    /// Engine-like moves.
    pub engine_like: Option<EngineLikeness>,
    /// Deep losses; none unless all choices have one.
    pub deep_loss: Option<DeepLoss>,
    /// The rating that the choices look like.
    pub intrinsic_rating: Option<IntrinsicRating>,
}

impl ChoiceFigures {
    /// Of choices, at least `gate` for each part.
    pub fn of(sums: &ChoiceSums, gate: u64) -> ChoiceFigures {
        let rated = Some(sums.rated as f64).filter(|_| sums.rated >= gate.max(1));
        let mean = |sum: i128| rated.map(|rated| sum as f64 / UNIT / rated);
        let z = || {
            Some(MatchScore {
                z: ZScore::of(&sums.match_sums)?,
                matches: sums.matches,
                of: sums.rated,
                expected: mean(sums.expected_matches)?.clamp(0.0, 1.0),
                rating: mean(sums.rating)?,
            })
        };
        let engine_like = || {
            Some(EngineLikeness {
                share: Share::of(sums.engine_like, sums.rated)?,
                expected: mean(sums.expected_engine_like)?.clamp(0.0, 1.0),
                z: ZScore::of(&sums.ratio_sums)?,
            })
        };
        let is_known = sums.with_deep_loss == sums.rated;
        let deep_loss = || {
            Some(DeepLoss {
                z: ZScore::of(&sums.loss_sums)?,
                of: sums.rated,
                mean: mean(sums.deep_loss)?,
                expected: mean(sums.expected_deep_loss)?,
            })
        };
        let has_choices = sums.choices >= gate.max(RATING_GATE);
        ChoiceFigures {
            z: z(),
            engine_like: rated.and_then(|_| engine_like()),
            deep_loss: rated.filter(|_| is_known).and_then(|_| deep_loss()),
            intrinsic_rating: has_choices.then(|| IntrinsicRating::of(sums)).flatten(),
        }
    }
}

impl ZScore {
    /// Nothing where there is nothing that could differ.
    pub(super) fn of(sums: &ExcessSums) -> Option<ZScore> {
        let [excess, variance, game_variance, player, event] = [
            sums.excess,
            sums.variance,
            sums.game_variance,
            sums.player_deviation,
            sums.event_deviation,
        ]
        .map(|sum| sum as f64 / UNIT);
        let own = variance + game_variance;
        let deviation = (own + player * player + event * event).sqrt();
        if variance <= 0.0 || deviation <= 0.0 {
            return None;
        }
        let value = excess / deviation;
        let half = Z95 * own.sqrt() / deviation;
        Some(ZScore {
            value,
            low: value - half,
            high: value + half,
        })
    }
}

impl IntrinsicRating {
    /// Where the choices are likeliest, by a parabola through the best rating of the grid
    /// and its neighbours; nothing where no rating is likelier than the others.
    fn of(sums: &ChoiceSums) -> Option<IntrinsicRating> {
        let heights = sums.log_shares.map(|sum| sum as f64 / UNIT);
        let last = heights.len() - 1;
        let best = (0..=last).max_by(|&a, &b| heights[a].total_cmp(&heights[b]))?;
        let middle = best.clamp(1, last - 1);
        let [left, at, right] = [middle - 1, middle, middle + 1].map(|place| heights[place]);
        let step = RATING_GRID[1] - RATING_GRID[0];
        let bend = (left - 2.0 * at + right) / (step * step);
        if bend >= 0.0 {
            return None;
        }
        let (lowest, highest) = (RATING_GRID[0], RATING_GRID[last]);
        let top = RATING_GRID[middle] - (right - left) / (2.0 * step * bend);
        let value = top.clamp(lowest, highest);
        let choices = sums.choices as f64;
        let width = sums.rating_width as f64 / UNIT / choices;
        let spread = sums.rating_spread as f64 / UNIT / choices;
        let deviation = (width * width / -bend + spread * spread).sqrt();
        let half = Z95 * deviation;
        let rated = sums.rated as f64;
        let rating = (sums.rated > 0).then(|| sums.rating as f64 / UNIT / rated);
        Some(IntrinsicRating {
            value,
            low: (value - half).max(lowest),
            high: (value + half).min(highest),
            z: rating.map(|rating| (value - rating) / deviation),
            choices: sums.choices,
        })
    }
}

#[cfg(test)]
#[path = "choice_figures_tests.rs"]
mod tests;

//! How well z-scores and intrinsic ratings hold on honest players: what a report would say
//! of each, all together.

use super::honest_sample::{HonestSample, HonestSide, average_loss_cp};
use super::scatter_fit::added_up;
use plumb_engine::choice::Pool;
use plumb_fairplay::{ChoiceFigures, ChoiceModels, Evidence, Looks};

/// Figures of one reference player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HonestPlayer {
    /// The rating list.
    pub pool: Pool,
    /// Choices.
    pub choices: u64,
    /// The z-score of matches.
    pub match_z: f64,
    /// The z-score of log ratios.
    pub ratio_z: f64,
    /// The z-score of deep losses, where they are known.
    pub loss_z: Option<f64>,
    /// How likely an honest player has as much, by all figures together.
    pub chance: Option<f64>,
    /// The share of matches, 0 to 1, in these choices.
    pub match_rate: f64,
    /// What his moves lose on average by the list, in centipawns, in the same choices.
    pub average_loss_cp: f64,
    /// His mean rating, made comparable, in Elo.
    pub rating: f64,
    /// His intrinsic rating with the ends of its interval, in Elo; none where there is none.
    pub intrinsic: Option<[f64; 3]>,
}

/// What reports would say of each player with at least so many choices.
pub fn honest_players(
    sample: &HonestSample,
    models: &ChoiceModels,
    gate: u64,
) -> Vec<HonestPlayer> {
    let players = sample.players.iter();
    let of_player = |((pool, _), sides): (&(Pool, String), &Vec<HonestSide>)| {
        let (sums, rating) = added_up(sides, models);
        let figures = ChoiceFigures::of(&sums, gate);
        let (z, engine_like) = (figures.z?, figures.engine_like?);
        let intrinsic = figures.intrinsic_rating;
        Some(HonestPlayer {
            pool: *pool,
            choices: z.of,
            match_z: z.z.value,
            ratio_z: engine_like.z.value,
            loss_z: figures.deep_loss.map(|own| own.z.value),
            chance: Evidence::of(&figures, &models.scatter, Looks::ONE).map(|evidence| evidence.p),
            match_rate: z.matches as f64 / z.of as f64,
            average_loss_cp: average_loss_cp(sides),
            rating,
            intrinsic: intrinsic.map(|own| [own.value, own.low, own.high]),
        })
    };
    players.filter_map(of_player).collect()
}

/// Players together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HonestFigures {
    /// How many.
    pub players: usize,
    /// Their median number of choices.
    pub choices: u64,
    /// Mean and deviation of z-scores of matches.
    pub match_z: [f64; 2],
    /// How many are beyond 2, 3 and 4.
    pub match_tails: [usize; 3],
    /// The same of log ratios.
    pub ratio_z: [f64; 2],
    /// How many are beyond 2, 3 and 4.
    pub ratio_tails: [usize; 3],
    /// The same of deep losses, of the players whose are known.
    pub loss_z: [f64; 2],
    /// How many are beyond 2, 3 and 4.
    pub loss_tails: [usize; 3],
    /// The share of players whose rating lies in the interval, 0 to 1.
    pub covered: f64,
    /// Half of the interval's median width, in Elo.
    pub half_width: f64,
    /// Root of the mean squared difference of intrinsic ratings and ratings, in Elo.
    pub rating_error: f64,
    /// Deviation of the ratings: the error of who says the mean of all, in Elo.
    pub rating_deviation: f64,
    /// Correlation of intrinsic ratings and ratings.
    pub correlation: f64,
    /// How many have a chance of at most one in 20, 100 and 1,000 by all figures together.
    pub rare: [usize; 3],
}

impl HonestFigures {
    /// Of these players; nothing of fewer than two.
    pub fn of(players: &[HonestPlayer]) -> Option<HonestFigures> {
        if players.len() < 2 {
            return None;
        }
        let numbers = |of: fn(&HonestPlayer) -> f64| players.iter().map(of).collect::<Vec<f64>>();
        let (matches, ratios) = (numbers(|one| one.match_z), numbers(|one| one.ratio_z));
        let losses: Vec<f64> = players.iter().filter_map(|one| one.loss_z).collect();
        let tails =
            |all: &[f64]| [2.0, 3.0, 4.0].map(|limit| all.iter().filter(|z| **z > limit).count());
        let known: Vec<(f64, [f64; 3])> = (players.iter())
            .filter_map(|one| Some((one.rating, one.intrinsic?)))
            .collect();
        let ratings: Vec<f64> = known.iter().map(|(rating, _)| *rating).collect();
        let values: Vec<f64> = known.iter().map(|(_, [value, ..])| *value).collect();
        let halves = known.iter().map(|(_, [_, low, high])| (high - low) / 2.0);
        let errors: Vec<f64> = (ratings.iter().zip(&values))
            .map(|(rating, value)| (value - rating).powi(2))
            .collect();
        let is_in = |(rating, [_, low, high]): &&(f64, [f64; 3])| (*low..=*high).contains(rating);
        let [rating_mean, rating_deviation] = spread(&ratings);
        let [value_mean, value_deviation] = spread(&values);
        let products = ratings.iter().zip(&values);
        let products =
            products.map(|(rating, value)| (rating - rating_mean) * (value - value_mean));
        let covariance = mean(&products.collect::<Vec<f64>>());
        Some(HonestFigures {
            players: players.len(),
            choices: median(&numbers(|one| one.choices as f64)) as u64,
            match_z: spread(&matches),
            match_tails: tails(&matches),
            ratio_z: spread(&ratios),
            ratio_tails: tails(&ratios),
            loss_z: spread(&losses),
            loss_tails: tails(&losses),
            covered: known.iter().filter(is_in).count() as f64 / known.len().max(1) as f64,
            half_width: median(&halves.collect::<Vec<f64>>()),
            rating_error: mean(&errors).sqrt(),
            rating_deviation,
            rare: [0.05, 0.01, 1e-3].map(|limit| {
                let chances = players.iter().filter_map(|one| one.chance);
                chances.filter(|chance| *chance <= limit).count()
            }),
            correlation: covariance / f64::max(rating_deviation * value_deviation, 1e-9),
        })
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Mean and deviation; 0 and 0 of nothing.
pub fn spread(values: &[f64]) -> [f64; 2] {
    let middle = mean(values);
    let squares: Vec<f64> = values
        .iter()
        .map(|value| (value - middle).powi(2))
        .collect();
    [middle, mean(&squares).sqrt()]
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

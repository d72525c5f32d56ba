//! The sequential test: stop a match as soon as it has said enough.
//!
//! Counts of finished pairs in, a log-likelihood ratio and a verdict out; it
//! knows nothing of how games are played. Start with `Sprt`.
//!
//! Wald's sequential probability ratio test (A. Wald, "Sequential Tests of
//! Statistical Hypotheses", 1945) with the likelihood ratio generalised: under
//! each hypothesis the five pair scores get the chances that fit the counts
//! best among all that meet it (Michel Van den Bergh, "The Generalized
//! Sequential Probability Ratio Test" and "Normalized Elo"). A logistic
//! hypothesis fixes the mean score; a normalised one the mean's distance from ½
//! in standard deviations. With Lagrange's method the best chances are
//! p(i) = f(i) / (1 + θ d(i)), where f are the observed frequencies, d(i) is how
//! much outcome i moves the constraint, and θ makes Σ p(i) d(i) zero.

use super::normal::expected_score;
use super::stats::{NORMALISED_ELO, PairCounts};

/// What the hypotheses are stated in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EloModel {
    /// Normalised Elo: the same test length whatever the draw rate.
    #[default]
    Normalised,
    /// Elo, from the score alone.
    Logistic,
}

/// Two hypotheses about the first player's strength and the risks taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// The lower hypothesis is accepted.
    AcceptElo0,
    /// The higher hypothesis is accepted.
    AcceptElo1,
}

/// Why no such test can be made.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum SprtError {
    #[error("elo0 is {elo0} and elo1 is {elo1}: elo0 must be lower")]
    Order { elo0: f64, elo1: f64 },
    #[error("a hypothesis of {elo} Elo: expected -{limit} to {limit}")]
    Range { elo: f64, limit: f64 },
    #[error("{name} is {value}: expected more than 0 and less than 0.5")]
    Risk { name: &'static str, value: f64 },
}

/// Counted for every pair score that was never seen, so that no hypothesis is
/// ruled out by a small sample.
const UNSEEN: f64 = 1e-3;

/// Fewer pairs than these decide nothing: the ratio measures distances in the
/// spread of the pairs that were played, and one pair, or a few alike, have none.
const LEAST_PAIRS: u64 = 8;

impl Sprt {
    /// The largest Elo a hypothesis may state.
    pub const LIMIT: f64 = 500.0;

    /// A test of `elo0` against `elo1`, wrongly accepting `elo1` with chance
    /// `alpha` and `elo0` with chance `beta`.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: EloModel,
    ) -> Result<Sprt, SprtError> {
        for elo in [elo0, elo1] {
            // Written so that a NaN is out of range too.
            if !(-Sprt::LIMIT..=Sprt::LIMIT).contains(&elo) {
                let limit = Sprt::LIMIT;
                return Err(SprtError::Range { elo, limit });
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::Risk { name, value });
            }
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        })
    }

    /// The log-likelihood ratios at which the test ends: below the first elo0
    /// is accepted, above the second elo1.
    pub fn bounds(&self) -> (f64, f64) {
        (
            libm::log(self.beta / (1.0 - self.alpha)),
            libm::log((1.0 - self.beta) / self.alpha),
        )
    }

    /// How much better elo1 explains the pairs than elo0, as a logarithm;
    /// always finite.
    pub fn llr(&self, pairs: &PairCounts) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.by_score.map(|count| (count as f64).max(UNSEEN));
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / total);
        let fit = |elo| match self.model {
            EloModel::Logistic => Some(fit_mean(&observed, expected_score(elo))),
            // Two games' mean spreads √2 less than one game.
            EloModel::Normalised => {
                fit_distance(&observed, elo / NORMALISED_ELO * std::f64::consts::SQRT_2)
            }
        };
        let (Some(fit0), Some(fit1)) = (fit(self.elo0), fit(self.elo1)) else {
            return self.distant_llr(&observed, total);
        };
        (0..5)
            .map(|i| counts[i] * libm::log(fit1[i] / fit0[i]))
            .sum()
    }

    /// The ratio for normal scores of known spread, where a hypothesis is so
    /// far from what was seen that no distribution near it can be fitted.
    fn distant_llr(&self, observed: &[f64; 5], pairs: f64) -> f64 {
        let mean: f64 = (0..5).map(|i| observed[i] * VALUES[i]).sum();
        let variance: f64 = (0..5)
            .map(|i| observed[i] * (VALUES[i] - mean) * (VALUES[i] - mean))
            .sum();
        let seen = (mean - 0.5) / variance.sqrt().max(1e-6);
        let distance = |elo: f64| elo / NORMALISED_ELO * std::f64::consts::SQRT_2;
        let (low, high) = (distance(self.elo0), distance(self.elo1));
        pairs * (high - low) * (seen - 0.5 * (low + high))
    }

    /// Where the test stands after these pairs.
    pub fn verdict(&self, pairs: &PairCounts) -> Verdict {
        if pairs.pairs() < LEAST_PAIRS {
            return Verdict::Open;
        }
        let (lower, upper) = self.bounds();
        match self.llr(pairs) {
            llr if llr <= lower => Verdict::AcceptElo0,
            llr if llr >= upper => Verdict::AcceptElo1,
            _ => Verdict::Open,
        }
    }
}

/// Mean score of a pair's game, 0 to 1.
const VALUES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The chances closest to the observed ones with this mean.
fn fit_mean(observed: &[f64; 5], mean: f64) -> [f64; 5] {
    tilt(observed, &VALUES.map(|value| value - mean))
}

/// The chances closest to the observed ones whose mean is `distance` standard
/// deviations above ½.
fn fit_distance(observed: &[f64; 5], distance: f64) -> Option<[f64; 5]> {
    let mut chances = [0.2; 5];
    for _ in 0..40 {
        let mean: f64 = (0..5).map(|i| chances[i] * VALUES[i]).sum();
        let variance: f64 = (0..5)
            .map(|i| chances[i] * (VALUES[i] - mean) * (VALUES[i] - mean))
            .sum();
        let deviation = variance.sqrt().max(1e-6);
        // The slope of mean - ½ - distance · deviation, the constraint itself
        // put in the place of the mean so that it holds where this settles.
        let slopes = VALUES.map(|value| {
            let off = (value - mean) / deviation;
            value - 0.5 - 0.5 * distance * deviation * (1.0 + off * off)
        });
        // A hypothesis that far away is out of reach from here.
        if slopes.iter().all(|&d| d >= 0.0) || slopes.iter().all(|&d| d <= 0.0) {
            return None;
        }
        let next = tilt(observed, &slopes);
        let moved = (0..5)
            .map(|i| (next[i] - chances[i]).abs())
            .fold(0.0, f64::max);
        chances = next;
        if moved < 1e-10 {
            break;
        }
    }
    Some(chances)
}

/// f(i) / (1 + θ d(i)) with the θ that makes Σ p(i) d(i) zero.
fn tilt(observed: &[f64; 5], slopes: &[f64; 5]) -> [f64; 5] {
    let (low, high) = slopes.iter().fold((0.0f64, 0.0f64), |(low, high), &d| {
        (low.min(d), high.max(d))
    });
    if low >= 0.0 || high <= 0.0 {
        // No chances can meet the constraint: the hypotheses' range rules it out.
        return *observed;
    }
    // The sum falls from plus to minus infinity between these poles.
    let (mut below, mut above) = (-1.0 / high, -1.0 / low);
    let mut theta = 0.0;
    for _ in 0..100 {
        let (mut sum, mut slope) = (0.0, 0.0);
        for i in 0..5 {
            let share = slopes[i] / (1.0 + theta * slopes[i]);
            sum += observed[i] * share;
            slope -= observed[i] * share * share;
        }
        if sum > 0.0 {
            below = theta;
        } else {
            above = theta;
        }
        let newton = theta - sum / slope;
        let next = if newton > below && newton < above {
            newton
        } else {
            0.5 * (below + above)
        };
        if (next - theta).abs() <= 1e-13 * (1.0 + theta.abs()) {
            break;
        }
        theta = next;
    }
    let mut chances = [0.0; 5];
    for i in 0..5 {
        chances[i] = observed[i] / (1.0 + theta * slopes[i]);
    }
    chances
}

#[cfg(test)]
#[path = "sprt_tests.rs"]
mod tests;

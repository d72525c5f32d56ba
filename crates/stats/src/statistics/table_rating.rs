//! One player's rating from results against opponents of known rating.
//!
//! The method is the one that Tanna-Shah's dissertation states: each game counts
//! as two trials, each half point as a success, with chances from a normal
//! distribution of the difference in performance, standard deviation 200√2
//! (Elo's own model); the likelihood is the product over all trials. The
//! logistic curve of today's lists is offered beside it. The most likely rating
//! is given with the middle 90 % of the likelihood taken as a distribution (flat
//! prior, equal tails). Start with `rate_table`.

use serde::Deserialize;

use super::normal::{ELO_PER_LOG_ODDS, log_normal_cdf};

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableResult {
    /// The opponent's name.
    pub opponent: String,
    /// The opponent's rating, in Elo.
    pub rating: f64,
    /// Points made, in steps of a half.
    pub score: f64,
    /// Games played.
    pub games: u32,
}

/// How a difference in rating becomes a chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Curve {
    /// The normal distribution with standard deviation 200√2.
    Normal,
    /// 1 / (1 + 10^(-difference / 400)).
    Logistic,
}

/// A rating from a table, in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableRating {
    /// The most likely rating.
    pub rating: f64,
    /// The 5th percentile.
    pub low: f64,
    /// The 95th percentile.
    pub high: f64,
    /// Every point was won, or every point lost: no rating is most likely, so a
    /// quarter of a point was taken from, or given to, the result against the
    /// strongest, or the weakest, opponent.
    pub tempered: bool,
}

/// Why a table gives no rating.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum TableError {
    #[error("{0}")]
    Toml(String),
    #[error("there are no games in it: expected [[result]] with opponent, rating, score and games")]
    Empty,
    #[error("the rating of '{}' is {rating}: expected -10000 to 10000", .opponent.escape_debug())]
    Rating { opponent: String, rating: f64 },
    #[error(
        "the score against '{}' is {score} of {games}: expected 0 to {games} in steps of a half",
        .opponent.escape_debug()
    )]
    Score {
        opponent: String,
        score: f64,
        games: u32,
    },
}

/// Reads the rows of a TOML table: `[[result]]` with `opponent`, `rating`,
/// `score` and `games`.
pub fn parse_table(text: &str) -> Result<Vec<TableResult>, TableError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        #[serde(default)]
        result: Vec<TableResult>,
    }
    let file: File = toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| {
            1 + text[..span.start].bytes().filter(|&b| b == b'\n').count()
        });
        TableError::Toml(format!("line {line}: {}", error.message()))
    })?;
    Ok(file.result)
}

/// Rates the player who made these results.
pub fn rate_table(results: &[TableResult], curve: Curve) -> Result<TableRating, TableError> {
    let (trials, tempered) = trials(results)?;
    let likelihood = |rating: f64| -> f64 {
        (trials.iter())
            .map(|row| {
                let difference = rating - row.rating;
                // Nothing times minus infinity is nothing here.
                let part = |count: f64, sign: f64| match count {
                    0.0 => 0.0,
                    _ => count * curve.log_chance(sign * difference),
                };
                part(row.won, 1.0) + part(row.lost, -1.0)
            })
            .sum()
    };
    // The logarithm is concave, so its top is found by halving thirds and each
    // side falls off for good.
    let middle = (trials.iter().map(|row| row.rating)).fold((f64::MAX, f64::MIN), |range, r| {
        (range.0.min(r), range.1.max(r))
    });
    let (mut from, mut to) = (middle.0 - REACH, middle.1 + REACH);
    while to - from > 1e-6 {
        let (one, two) = (from + (to - from) / 3.0, to - (to - from) / 3.0);
        if likelihood(one) < likelihood(two) {
            from = one;
        } else {
            to = two;
        }
    }
    let rating = 0.5 * (from + to);
    let top = likelihood(rating);
    let edge = |direction: f64| {
        let mut distance = 1.0;
        while distance < REACH && likelihood(rating + direction * distance) > top - NEGLIGIBLE {
            distance *= 1.25;
        }
        rating + direction * distance
    };
    let (start, end) = (edge(-1.0), edge(1.0));
    let (low, high) = tails(&|at| libm::exp(likelihood(at) - top), start, end);
    Ok(TableRating {
        rating,
        low,
        high,
        tempered,
    })
}

/// How far beyond the opponents' ratings is looked, in Elo.
const REACH: f64 = 20_000.0;
/// Log-likelihood below the top that no longer counts.
const NEGLIGIBLE: f64 = 40.0;

impl Curve {
    /// The logarithm of the chance to win a trial.
    fn log_chance(self, difference: f64) -> f64 {
        match self {
            Curve::Normal => log_normal_cdf(difference / (200.0 * std::f64::consts::SQRT_2)),
            Curve::Logistic => {
                let odds = difference / ELO_PER_LOG_ODDS;
                // ln(1 / (1 + e^-x)), without overflow on either side.
                odds.min(0.0) - libm::log1p(libm::exp(-odds.abs()))
            }
        }
    }
}

/// Trials won and lost against a rating.
struct Trials {
    rating: f64,
    won: f64,
    lost: f64,
}

fn trials(results: &[TableResult]) -> Result<(Vec<Trials>, bool), TableError> {
    let mut rows = Vec::new();
    for result in results {
        let (score, games) = (result.score, result.games);
        let trials = 2.0 * f64::from(games);
        let won = 2.0 * score;
        if !(0.0..=trials).contains(&won) || won.fract() != 0.0 {
            return Err(TableError::Score {
                opponent: result.opponent.clone(),
                score,
                games,
            });
        }
        if !(-10_000.0..=10_000.0).contains(&result.rating) {
            return Err(TableError::Rating {
                opponent: result.opponent.clone(),
                rating: result.rating,
            });
        }
        if games > 0 {
            rows.push(Trials {
                rating: result.rating,
                won,
                lost: trials - won,
            });
        }
    }
    rows.sort_by(|a, b| a.rating.total_cmp(&b.rating));
    let won: f64 = rows.iter().map(|row| row.won).sum();
    let lost: f64 = rows.iter().map(|row| row.lost).sum();
    if let (true, Some(strongest)) = (lost == 0.0, rows.last_mut()) {
        strongest.lost += 0.5;
        strongest.won -= 0.5;
    } else if let (true, Some(weakest)) = (won == 0.0, rows.first_mut()) {
        weakest.won += 0.5;
        weakest.lost -= 0.5;
    }
    if rows.is_empty() {
        return Err(TableError::Empty);
    }
    Ok((rows, won == 0.0 || lost == 0.0))
}

/// The 5th and 95th percentile of a density, by the trapezium rule.
fn tails(density: &dyn Fn(f64) -> f64, start: f64, end: f64) -> (f64, f64) {
    const STEPS: usize = 20_000;
    let width = (end - start) / STEPS as f64;
    let mut sums = Vec::with_capacity(STEPS + 1);
    let mut last = density(start);
    let mut sum = 0.0;
    sums.push(0.0);
    for step in 1..=STEPS {
        let next = density(start + step as f64 * width);
        sum += 0.5 * (last + next);
        last = next;
        sums.push(sum);
    }
    let quantile = |share: f64| {
        let wanted = share * sum;
        let above = sums.partition_point(|&s| s < wanted).clamp(1, STEPS);
        let (low, high) = (sums[above - 1], sums[above]);
        let part = if high > low {
            (wanted - low) / (high - low)
        } else {
            0.0
        };
        start + (above as f64 - 1.0 + part) * width
    };
    (quantile(0.05), quantile(0.95))
}

#[cfg(test)]
#[path = "table_rating_tests.rs"]
mod tests;

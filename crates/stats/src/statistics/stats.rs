//! What a match between two players says: score, Elo, normalised Elo, the
//! likelihood of superiority, with 95 % margins.
//!
//! Counts in, numbers out; nothing is ever infinite or undefined. Start with
//! `PairCounts` and `Statistics`.
//!
//! Two games from one opening are not independent, so a match played in pairs
//! is judged by its pairs (the pentanomial variance); single games are judged
//! as they are (the trinomial one). Formulas: Elo and its error from the mean
//! and the variance of the score by the delta method; normalised Elo as in
//! Michel Van den Bergh, "Normalized Elo" (2021).
//!
//! Small samples are regularised in two ways, and only there is it felt. The
//! score is kept half a step away from 0 and 1 (with n units of k points' steps
//! the score moves in steps of 1/(kn)), so ten wins in ten games count as 9.75
//! and every other result as it is. The variance is measured as if one more
//! unit had been seen, of evenly matched players who never draw.

use super::normal::{ELO_PER_LOG_ODDS, Z95, elo_of_score, normal_cdf};

/// What a game came to for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Outcome {
    Loss,
    Draw,
    Win,
}

/// Results of single games, from the first player's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct GameCounts {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl GameCounts {
    /// Counts a game.
    pub fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.wins += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Loss => self.losses += 1,
        }
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points of the first player, in half points.
    pub fn half_points(&self) -> u64 {
        2 * self.wins + self.draws
    }
}

/// Results of game pairs (one opening, colours swapped), from the first
/// player's side. Only finished pairs belong here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts {
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pub by_score: [u64; 5],
    /// Of the pairs with 1 point, those with a win and a loss.
    pub win_and_loss: u64,
}

impl PairCounts {
    /// Counts a pair.
    pub fn add(&mut self, one: Outcome, other: Outcome) {
        self.by_score[one as usize + other as usize] += 1;
        if one != other && one != Outcome::Draw && other != Outcome::Draw {
            self.win_and_loss += 1;
        }
    }

    /// Pairs counted.
    pub fn pairs(&self) -> u64 {
        self.by_score.iter().sum()
    }

    /// The pairs' games one by one.
    pub fn games(&self) -> GameCounts {
        let [ll, ld, level, wd, ww] = self.by_score;
        let decided = self.win_and_loss.min(level);
        GameCounts {
            wins: 2 * ww + wd + decided,
            draws: wd + ld + 2 * (level - decided),
            losses: 2 * ll + ld + decided,
        }
    }
}

/// A number and half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Estimate {
    pub value: f64,
    pub margin: f64,
}

/// What the counts say, from the first player's side. All numbers are finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statistics {
    /// Games counted.
    pub games: u64,
    /// Points per game, 0 to 1; ½ where nothing was played.
    pub score: f64,
    /// Elo points by which the first player is stronger.
    pub elo: Estimate,
    /// The same in units of the results' spread: comparable between openings
    /// and time controls.
    pub normalised_elo: Estimate,
    /// The chance, 0 to 1, that the first player is the stronger one.
    pub los: f64,
    /// Drawn games per game; 0 where nothing was played.
    pub draw_ratio: f64,
    /// Pairs won per pair lost; none without a lost pair or without pairs.
    pub pairs_ratio: Option<f64>,
}

impl Statistics {
    /// Judges single games.
    pub fn of_games(counts: &GameCounts) -> Statistics {
        let units = [counts.losses, counts.draws, counts.wins];
        judge(&units, 1, counts, None)
    }

    /// Judges game pairs.
    pub fn of_pairs(counts: &PairCounts) -> Statistics {
        let [ll, ld, _, wd, ww] = counts.by_score;
        let lost = ll + ld;
        let ratio = (lost > 0).then(|| (ww + wd) as f64 / lost as f64);
        judge(&counts.by_score, 2, &counts.games(), ratio)
    }
}

/// `units[i]` units of `games_each` games brought i half points.
fn judge(
    units: &[u64],
    games_each: u64,
    counts: &GameCounts,
    pairs_ratio: Option<f64>,
) -> Statistics {
    let total: u64 = units.iter().sum();
    let weight = total.max(1) as f64;
    let steps = (units.len() - 1) as f64;
    let points = |f: &dyn Fn(f64) -> f64| -> f64 {
        (units.iter().enumerate())
            .map(|(i, &count)| count as f64 * f(i as f64 / steps))
            .sum()
    };
    let score = if total == 0 {
        0.5
    } else {
        points(&|value| value) / weight
    };
    let edge = 0.5 / (steps * weight);
    let kept = score.clamp(edge, 1.0 - edge);

    let extra = 0.25 / games_each as f64;
    let spread = points(&|value| (value - score) * (value - score));
    let variance = (spread + extra) / (total as f64 + 1.0);
    let error = (variance / weight).sqrt();
    // Superiority is a question about ½, so the spread is taken around ½: for
    // single games this is the well-known (wins - losses) / √(wins + losses).
    let around_half = points(&|value| (value - 0.5) * (value - 0.5));
    let null_error = ((around_half + extra) / (total as f64 + 1.0) / weight).sqrt();

    // Per game, whatever the unit: the spread of single games that would give
    // the units' spread.
    let deviation = (variance * games_each as f64).sqrt();
    let games = counts.games();
    Statistics {
        games,
        score,
        elo: Estimate {
            value: elo_of_score(kept),
            margin: Z95 * ELO_PER_LOG_ODDS * error / (kept * (1.0 - kept)),
        },
        normalised_elo: Estimate {
            value: NORMALISED_ELO * (kept - 0.5) / deviation,
            margin: Z95 * NORMALISED_ELO / (weight * games_each as f64).sqrt(),
        },
        los: normal_cdf((score - 0.5) / null_error),
        draw_ratio: counts.draws as f64 / games.max(1) as f64,
        pairs_ratio,
    }
}

/// Normalised Elo in one standard deviation of a game's score: 800 / ln 10. Near
/// equality it is Elo where no game is drawn, and more than Elo otherwise.
pub(super) const NORMALISED_ELO: f64 = 2.0 * ELO_PER_LOG_ODDS;

#[cfg(test)]
#[path = "stats_tests.rs"]
mod tests;

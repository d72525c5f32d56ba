//! The most likely strengths for given counts of results.
//!
//! Fisher scoring: Newton's method with the expected curvature in the place of
//! the observed one. Its linear equations are solved by conjugate gradients,
//! which never build the matrix, so a thousand players cost little. All in log
//! odds. Start with `Problem::fit`.

use super::model::{chances, logistic};

/// Players who met with these colours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    pub white: usize,
    pub black: usize,
}

/// Results of a meeting, as weights: White won, draw, Black won.
pub(super) type Results = [f64; 3];

/// A game: its meeting's number, and the place of its result in [`Results`].
pub(super) type MeetingResult = (usize, usize);

/// The prior's opinion of two players: so many games, half won and half lost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tie {
    pub one: usize,
    pub other: usize,
    pub games: f64,
}

/// What does not change when results are resampled.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    pub meetings: Vec<Meeting>,
    pub ties: Vec<Tie>,
    /// Strengths that are known, by player.
    pub known: Vec<Option<f64>>,
    /// The first-move advantage where it is known.
    pub first_move: Option<f64>,
    /// Whether draws are modelled, or only scores.
    pub draws: bool,
}

/// Strengths by player, then the first-move advantage, then ln ν.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Solution(pub Vec<f64>);

impl Solution {
    pub fn first_move(&self) -> f64 {
        self.0[self.0.len() - 2]
    }

    pub fn log_nu(&self) -> f64 {
        self.0[self.0.len() - 1]
    }
}

/// One game's worth of evidence for no advantage, and one for draws as often as
/// not: together they keep both numbers finite whatever the results.
const PSEUDO_GAME: f64 = 1.0;
/// Steps are at most this long: about 350 Elo.
const LONGEST_STEP: f64 = 2.0;
const ROUNDS: usize = 200;
/// A step is too long where it ends in a slope down that is this share of the slope up
/// where it began.
const OVERSHOOT: f64 = 0.25;

/// The curvature of a meeting: by strength twice, by strength and draws, by
/// draws twice.
type Curvature = [f64; 3];

struct Slopes {
    value: f64,
    gradient: Vec<f64>,
    meetings: Vec<Curvature>,
    ties: Vec<f64>,
    first_move: f64,
    draws: f64,
}

impl Problem {
    fn players(&self) -> usize {
        self.known.len()
    }

    /// Where to begin: everyone equal, known strengths in place.
    pub fn start(&self) -> Solution {
        let known: Vec<f64> = self.known.iter().flatten().copied().collect();
        let mean = known.iter().sum::<f64>() / known.len().max(1) as f64;
        let mut values: Vec<f64> = self.known.iter().map(|k| k.unwrap_or(mean)).collect();
        values.push(self.first_move.unwrap_or(0.0));
        values.push(0.0);
        Solution(values)
    }

    /// The most likely solution for these results, from `start` on, until no
    /// number moves by `tolerance`.
    pub fn fit(&self, results: &[Results], start: &Solution, tolerance: f64) -> Solution {
        let mut at = start.clone();
        let mut slopes = self.slopes(results, &at);
        for _ in 0..ROUNDS {
            let mut step = self.solve(&slopes, tolerance);
            let longest = step.iter().fold(0.0f64, |longest, s| longest.max(s.abs()));
            if longest > LONGEST_STEP {
                step.iter_mut().for_each(|s| *s *= LONGEST_STEP / longest);
            }
            let mut length = longest.min(LONGEST_STEP);
            let mut next;
            loop {
                next = at.clone();
                for (value, s) in next.0.iter_mut().zip(&step) {
                    *value += s;
                }
                let there = self.slopes(results, &next);
                // Rounding may hide a gain near the top: accept what is level.
                let gains = there.value >= slopes.value - 1e-9 * (1.0 + slopes.value.abs());
                // The expected curvature can be less than half of the observed one, and then
                // steps lead from one side of the top to the other for ever: what goes up
                // before the step must not go down as steeply after it.
                let (before, after) = (dot(&slopes.gradient, &step), dot(&there.gradient, &step));
                if (gains && after >= -OVERSHOOT * before) || length < tolerance {
                    slopes = there;
                    break;
                }
                // Where the slope is nil if it falls in a straight line.
                let shorter = (before / (before - after)).clamp(0.1, 0.75);
                let shorter = if gains { shorter } else { shorter.min(0.5) };
                step.iter_mut().for_each(|s| *s *= shorter);
                length *= shorter;
            }
            at = next;
            if length < tolerance {
                break;
            }
        }
        at
    }

    /// The slope of a player's expected score per game, s (1 - s) on average
    /// over the games played, by player.
    pub fn score_slopes(&self, results: &[Results], at: &Solution) -> Vec<f64> {
        let mut slope = vec![0.0; self.players()];
        let mut games = vec![0.0; self.players()];
        for (meeting, result) in self.meetings.iter().zip(results) {
            let count: f64 = result.iter().sum();
            let (_, _, one) = logistic(self.difference(meeting, at));
            for player in [meeting.white, meeting.black] {
                slope[player] += count * one;
                games[player] += count;
            }
        }
        for (slope, games) in slope.iter_mut().zip(games) {
            *slope /= games.max(1e-9);
        }
        slope
    }

    fn difference(&self, meeting: &Meeting, at: &Solution) -> f64 {
        at.0[meeting.white] - at.0[meeting.black] + at.first_move()
    }

    /// The log-likelihood with its gradient and expected curvature.
    fn slopes(&self, results: &[Results], at: &Solution) -> Slopes {
        let players = self.players();
        let nu2 = libm::exp(2.0 * at.log_nu());
        let mut value = 0.0;
        let mut gradient = vec![0.0; players + 2];
        let mut meetings = Vec::with_capacity(self.meetings.len());
        for (meeting, result) in self.meetings.iter().zip(results) {
            let games: f64 = result.iter().sum();
            if games == 0.0 {
                meetings.push([0.0; 3]);
                continue;
            }
            let difference = self.difference(meeting, at);
            let (pull, pull_draws);
            if self.draws {
                let model = chances(difference, nu2);
                let (mut by_strength, mut by_draws, mut curvature) = (0.0, 0.0, [0.0; 3]);
                for i in 0..3 {
                    let chance = model.chance[i].max(f64::MIN_POSITIVE);
                    let (strength, draws) =
                        (model.by_strength[i] / chance, model.by_draws[i] / chance);
                    if result[i] > 0.0 {
                        value += result[i] * libm::log(chance);
                    }
                    by_strength += result[i] * strength;
                    by_draws += result[i] * draws;
                    curvature[0] += games * model.by_strength[i] * strength;
                    curvature[1] += games * model.by_strength[i] * draws;
                    curvature[2] += games * model.by_draws[i] * draws;
                }
                (pull, pull_draws) = (by_strength, by_draws);
                meetings.push(curvature);
            } else {
                let (score, rest, slope) = logistic(difference);
                let points = result[0] + 0.5 * result[1];
                value += points * log_chance(score) + (games - points) * log_chance(rest);
                (pull, pull_draws) = (points * rest - (games - points) * score, 0.0);
                meetings.push([games * slope, 0.0, 0.0]);
            }
            gradient[meeting.white] += pull;
            gradient[meeting.black] -= pull;
            gradient[players] += pull;
            gradient[players + 1] += pull_draws;
        }
        let ties = (self.ties.iter())
            .map(|tie| {
                let (score, rest, slope) = logistic(at.0[tie.one] - at.0[tie.other]);
                value += 0.5 * tie.games * (log_chance(score) + log_chance(rest));
                let pull = 0.5 * tie.games * (rest - score);
                gradient[tie.one] += pull;
                gradient[tie.other] -= pull;
                tie.games * slope
            })
            .collect();

        let (score, rest, slope) = logistic(at.first_move());
        value += 0.5 * PSEUDO_GAME * (log_chance(score) + log_chance(rest));
        gradient[players] += 0.5 * PSEUDO_GAME * (rest - score);
        let even = chances(0.0, nu2);
        let [win, draw, _] = even.chance;
        value += 0.5 * PSEUDO_GAME * (libm::log(draw) + libm::log(2.0 * win));
        gradient[players + 1] +=
            0.5 * PSEUDO_GAME * (even.by_draws[1] / draw + even.by_draws[0] / win);
        let draws = PSEUDO_GAME
            * (even.by_draws[1] * even.by_draws[1] / draw
                + 2.0 * even.by_draws[0] * even.by_draws[0] / win);

        for (player, known) in self.known.iter().enumerate() {
            if known.is_some() {
                gradient[player] = 0.0;
            }
        }
        if self.first_move.is_some() {
            gradient[players] = 0.0;
        }
        if !self.draws {
            gradient[players + 1] = 0.0;
        }
        Slopes {
            value,
            gradient,
            meetings,
            ties,
            first_move: PSEUDO_GAME * slope,
            draws,
        }
    }

    /// curvature · vector, known numbers left out.
    fn bend(&self, slopes: &Slopes, vector: &[f64], out: &mut [f64]) {
        let players = self.players();
        let (first, draws) = (vector[players], vector[players + 1]);
        out.fill(0.0);
        out[players] = slopes.first_move * first;
        out[players + 1] = slopes.draws * draws;
        for (meeting, curvature) in self.meetings.iter().zip(&slopes.meetings) {
            let difference = vector[meeting.white] - vector[meeting.black] + first;
            let pull = curvature[0] * difference + curvature[1] * draws;
            out[meeting.white] += pull;
            out[meeting.black] -= pull;
            out[players] += pull;
            out[players + 1] += curvature[1] * difference + curvature[2] * draws;
        }
        for (tie, curvature) in self.ties.iter().zip(&slopes.ties) {
            let pull = curvature * (vector[tie.one] - vector[tie.other]);
            out[tie.one] += pull;
            out[tie.other] -= pull;
        }
        for (player, known) in self.known.iter().enumerate() {
            if known.is_some() {
                out[player] = 0.0;
            }
        }
        if self.first_move.is_some() {
            out[players] = 0.0;
        }
        if !self.draws {
            out[players + 1] = 0.0;
        }
    }

    fn diagonal(&self, slopes: &Slopes) -> Vec<f64> {
        let players = self.players();
        let mut diagonal = vec![0.0; players + 2];
        diagonal[players] = slopes.first_move;
        diagonal[players + 1] = slopes.draws;
        for (meeting, curvature) in self.meetings.iter().zip(&slopes.meetings) {
            for index in [meeting.white, meeting.black, players] {
                diagonal[index] += curvature[0];
            }
            diagonal[players + 1] += curvature[2];
        }
        for (tie, curvature) in self.ties.iter().zip(&slopes.ties) {
            diagonal[tie.one] += curvature;
            diagonal[tie.other] += curvature;
        }
        diagonal
    }

    /// Solves curvature · step = gradient by conjugate gradients, scaled by the
    /// diagonal. Strengths have no zero point, so the matrix may be singular;
    /// the gradient has no part in that direction, and the method needs none.
    /// What is left of the gradient is `tolerance` of it at most: what a step lacks, the
    /// next makes up for.
    fn solve(&self, slopes: &Slopes, tolerance: f64) -> Vec<f64> {
        let size = slopes.gradient.len();
        let scale: Vec<f64> = (self.diagonal(slopes).iter())
            .map(|d| if *d > 1e-300 { 1.0 / d } else { 0.0 })
            .collect();
        let scaled = |v: &[f64]| -> Vec<f64> { v.iter().zip(&scale).map(|(v, s)| v * s).collect() };

        let mut step = vec![0.0; size];
        let mut rest = slopes.gradient.clone();
        let mut direction = scaled(&rest);
        let mut bent = vec![0.0; size];
        let mut strength = dot(&rest, &direction);
        let enough = tolerance * tolerance * strength;
        for _ in 0..2 * size + 20 {
            if strength.is_nan() || strength <= enough || strength < 1e-30 {
                break;
            }
            self.bend(slopes, &direction, &mut bent);
            let curvature = dot(&direction, &bent);
            if curvature.is_nan() || curvature <= 0.0 {
                break;
            }
            let length = strength / curvature;
            for i in 0..size {
                step[i] += length * direction[i];
                rest[i] -= length * bent[i];
            }
            let preconditioned = scaled(&rest);
            let next = dot(&rest, &preconditioned);
            let keep = next / strength;
            for i in 0..size {
                direction[i] = preconditioned[i] + keep * direction[i];
            }
            strength = next;
        }
        step
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn log_chance(chance: f64) -> f64 {
    libm::log(chance.max(f64::MIN_POSITIVE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_support::random::Random;

    /// A tournament whose openings are good for White: he wins or draws, and loses one game in
    /// `losses`. Such results bend the likelihood more than the model expects.
    fn tournament(players: usize, losses: usize, games: f64) -> (Problem, Vec<Results>) {
        let mut random = Random::seeded(7);
        let (mut meetings, mut results) = (Vec::new(), Vec::new());
        for white in 0..players {
            for _ in 0..4 {
                let black = (white + 1 + random.below(players - 1)) % players;
                meetings.push(Meeting { white, black });
                results.push(match random.below(losses) {
                    0 => [0.0, 0.0, games],
                    lot if 5 * lot < 2 * losses => [games, 0.0, 0.0],
                    _ => [0.0, games, 0.0],
                });
            }
        }
        let ties = (meetings.iter())
            .map(|meeting| Tie {
                one: meeting.white,
                other: meeting.black,
                games: 0.1,
            })
            .collect();
        let problem = Problem {
            meetings,
            ties,
            known: vec![None; players],
            first_move: None,
            draws: true,
        };
        (problem, results)
    }

    #[test]
    fn the_slope_is_nil_where_the_fit_ends() {
        for (players, losses) in [(4, 8), (40, 30), (140, 30), (140, 100)] {
            for games in [1.0, 2.0, 8.0] {
                let (problem, results) = tournament(players, losses, games);
                let end = problem.fit(&results, &problem.start(), 1e-8);
                let steepest = (problem.slopes(&results, &end).gradient.iter())
                    .fold(0.0f64, |steepest, slope| steepest.max(slope.abs()));
                // A step of 1e-8 changes no slope by more than that for each game.
                let all: f64 = results.iter().flatten().sum();
                assert!(
                    steepest < 1e-8 * all,
                    "{players} {losses} {games}: {steepest:e}"
                );
            }
        }
    }
}

//! Ratings of any number of players from their games.
//!
//! Maximum likelihood with draws and the first-move advantage in the model,
//! known ratings as anchors, a prior of a fraction of a game that keeps every
//! rating finite, and intervals from resampled game pairs. Start with `rate`;
//! `model` has the chances, `fit` the arithmetic, `groups` who can be compared,
//! `zero` where the scale begins, and `bootstrap` the intervals.

mod bootstrap;
mod fit;
mod groups;
mod model;
mod settings;
mod zero;

use std::collections::HashMap;

use super::normal::ELO_PER_LOG_ODDS;
use super::pairing::{Pool, Unit};
use bootstrap::Resamples;
use fit::{Meeting, MeetingResult, Problem, Results, Tie};
use plumb_chess::notation::pgn::GameResult;
use zero::Zero;

pub use settings::{Likelihood, RatingError, RatingSettings};

/// A number with its 95 % interval, where there are resamples.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Interval {
    pub value: f64,
    pub bounds: Option<(f64, f64)>,
}

impl Interval {
    /// Half the interval's width.
    pub fn margin(&self) -> Option<f64> {
        self.bounds.map(|(low, high)| 0.5 * (high - low))
    }
}

/// A player's rating and what it rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerRating {
    /// In Elo.
    pub rating: Interval,
    /// Whether the rating was known beforehand.
    pub anchored: bool,
    /// Games played.
    pub games: u64,
    /// Points made, in half points.
    pub half_points: u64,
    /// Games drawn.
    pub draws: u64,
    /// Players of different groups cannot be compared: no chain of games links
    /// them. Group 0 is the largest.
    pub group: usize,
}

/// The ratings of a pool's players.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// By the pool's player numbers.
    pub players: Vec<PlayerRating>,
    /// Groups of players that cannot be compared with each other.
    pub groups: usize,
    /// White's advantage, in Elo.
    pub first_move: Interval,
    /// The chance of a draw between equals, 0 to 1, where draws are modelled.
    pub draw_rate: Option<f64>,
    /// Units that were resampled: game pairs and single games.
    pub units: usize,
    /// Of the units, the pairs.
    pub pairs: usize,
    resamples: Resamples,
}

impl Ratings {
    /// The chance, 0 to 1, that player `one` is stronger than player `other`;
    /// none for players who cannot be compared or without resamples.
    pub fn los(&self, one: usize, other: usize) -> Option<f64> {
        let (a, b) = (self.players.get(one)?, self.players.get(other)?);
        if a.group != b.group {
            return None;
        }
        if a.anchored && b.anchored {
            let (a, b) = (a.rating.value, b.rating.value);
            return Some(if a == b {
                0.5
            } else {
                f64::from(u8::from(a > b))
            });
        }
        self.resamples.los(one, other)
    }

    /// Player numbers, the strongest first, group by group.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|&a, &b| {
            let (x, y) = (&self.players[a], &self.players[b]);
            (x.group.cmp(&y.group))
                .then(y.rating.value.total_cmp(&x.rating.value))
                .then(a.cmp(&b))
        });
        order
    }
}

/// Precision of the ratings printed, in log odds: a millionth of an Elo point.
const FINE: f64 = 1e-8;

/// Rates the players of a pool.
pub fn rate(pool: &Pool, settings: &RatingSettings) -> Result<Ratings, RatingError> {
    check(pool, settings)?;
    let (meetings, units) = meetings(pool.units());
    let mut results: Vec<Results> = vec![[0.0; 3]; meetings.len()];
    for &(meeting, outcome) in units.iter().flatten().flatten() {
        results[meeting][outcome] += 1.0;
    }
    let mut players = tally(pool);
    let mut known = vec![None; players.len()];
    for &(player, rating) in &settings.anchors {
        known[player] = Some(rating / ELO_PER_LOG_ODDS);
        players[player].anchored = true;
    }
    let anchored: Vec<usize> = settings.anchors.iter().map(|anchor| anchor.0).collect();
    let group = groups::groups(players.len(), &meetings, &anchored);
    if settings.prior == 0.0 {
        let endless = groups::without_finite_rating(&group, &meetings, &results, &anchored);
        if !endless.is_empty() {
            let names = endless.iter().map(|&player| pool.names()[player].clone());
            return Err(RatingError::NotFinite(names.collect()));
        }
    }

    let ties = |prior| ties(&meetings, &results, &players, prior);
    let mut problem = Problem {
        ties: ties(settings.prior),
        meetings: meetings.clone(),
        known,
        first_move: settings.first_move.map(|elo| elo / ELO_PER_LOG_ODDS),
        draws: settings.likelihood == Likelihood::Draws,
    };
    let zero = Zero::new(&group, &anchored, settings.average / ELO_PER_LOG_ODDS);
    let mut best = problem.fit(&results, &problem.start(), FINE);
    zero.apply(&mut best.0);

    // A resample may leave a player with wins only, so a prior is always kept
    // there.
    if settings.prior == 0.0 {
        problem.ties = ties(RatingSettings::PRIOR);
    }
    let noise = bootstrap::noise(&problem, &results, &best, &units);
    let resamples = Resamples::draw(&problem, &best, &units, &zero, &noise, settings);

    for (number, player) in players.iter_mut().enumerate() {
        player.group = group[number];
        player.rating.value = best.0[number] * ELO_PER_LOG_ODDS;
        player.rating.bounds = resamples.interval(number);
    }
    // A known rating stays as it was given, to the last digit.
    for &(player, rating) in &settings.anchors {
        players[player].rating = Interval {
            value: rating,
            bounds: players[player].rating.bounds.map(|_| (rating, rating)),
        };
    }
    let first_move = Interval {
        value: best.first_move() * ELO_PER_LOG_ODDS,
        // Games drawn again that are all alike say nothing of how sure it is.
        bounds: (resamples.interval(players.len())).filter(|(low, high)| low < high),
    };
    Ok(Ratings {
        groups: group.iter().max().map_or(0, |last| last + 1),
        players,
        first_move,
        draw_rate: problem.draws.then(|| {
            let nu = libm::exp(best.log_nu());
            nu / (2.0 + nu)
        }),
        units: units.len(),
        pairs: pool.units().iter().filter(|u| u.second.is_some()).count(),
        resamples,
    })
}

fn check(pool: &Pool, settings: &RatingSettings) -> Result<(), RatingError> {
    if pool.units().is_empty() {
        return Err(RatingError::NoGames);
    }
    if !(0.0..=1000.0).contains(&settings.prior) {
        return Err(RatingError::Prior(settings.prior));
    }
    let mut seen = vec![false; pool.names().len()];
    for &(player, rating) in &settings.anchors {
        let Some(seen) = seen.get_mut(player) else {
            return Err(RatingError::NoSuchPlayer(player));
        };
        if std::mem::replace(seen, true) {
            return Err(RatingError::TwoAnchors(pool.names()[player].clone()));
        }
        number(rating)?;
    }
    number(settings.average)?;
    number(settings.first_move.unwrap_or(0.0))
}

fn number(rating: f64) -> Result<(), RatingError> {
    if (-10_000.0..=10_000.0).contains(&rating) {
        Ok(())
    } else {
        Err(RatingError::Number(rating))
    }
}

/// The meetings that took place, and each unit's games in terms of them.
fn meetings(units: &[Unit]) -> (Vec<Meeting>, Vec<[Option<MeetingResult>; 2]>) {
    let mut meetings = Vec::new();
    let mut numbers = HashMap::new();
    let mut played = |game: super::RatedGame| {
        let number = *(numbers.entry((game.white, game.black))).or_insert_with(|| {
            meetings.push(Meeting {
                white: game.white,
                black: game.black,
            });
            meetings.len() - 1
        });
        let outcome = match game.result {
            GameResult::WhiteWins => 0,
            GameResult::Draw => 1,
            GameResult::BlackWins => 2,
        };
        (number, outcome)
    };
    let units = (units.iter())
        .map(|unit| [Some(played(unit.first)), unit.second.map(&mut played)])
        .collect();
    (meetings, units)
}

fn tally(pool: &Pool) -> Vec<PlayerRating> {
    let blank = PlayerRating {
        rating: Interval {
            value: 0.0,
            bounds: None,
        },
        anchored: false,
        games: 0,
        half_points: 0,
        draws: 0,
        group: 0,
    };
    let mut players = vec![blank; pool.names().len()];
    for game in pool.units().iter().flat_map(Unit::games) {
        let (white, draw) = match game.result {
            GameResult::WhiteWins => (2, 0),
            GameResult::Draw => (1, 1),
            GameResult::BlackWins => (0, 0),
        };
        for (player, half_points) in [(game.white, white), (game.black, 2 - white)] {
            players[player].games += 1;
            players[player].half_points += half_points;
            players[player].draws += draw;
        }
    }
    players
}

/// The prior's games: each player's `prior` in proportion to the games played
/// against each opponent.
fn ties(
    meetings: &[Meeting],
    results: &[Results],
    players: &[PlayerRating],
    prior: f64,
) -> Vec<Tie> {
    if prior == 0.0 {
        return Vec::new();
    }
    (meetings.iter().zip(results))
        .map(|(meeting, result)| {
            let games: f64 = result.iter().sum();
            let share = |player: usize| games / players[player].games.max(1) as f64;
            Tie {
                one: meeting.white,
                other: meeting.black,
                games: prior * (share(meeting.white) + share(meeting.black)),
            }
        })
        .collect()
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;

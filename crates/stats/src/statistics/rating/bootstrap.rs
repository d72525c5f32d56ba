//! Intervals by resampling: as many units as there are, drawn with replacement,
//! rated again, many times (B. Efron, "Bootstrap Methods: Another Look at the
//! Jackknife", 1979). A unit is a game pair, so games from one opening stay
//! together.
//!
//! Resampling cannot show a spread that the sample lacks: ten wins in ten games
//! stay ten wins. So every resampled rating gets the normal noise that one more
//! unit of an even and drawless match would bring: nothing to speak of with
//! hundreds of games, and an honest width with few.

use super::fit::{MeetingResult, Problem, Results, Solution};
use super::settings::RatingSettings;
use super::zero::Zero;
use crate::statistics::normal::ELO_PER_LOG_ODDS;
use plumb_support::random::Random;

/// Precision of a resampled rating, in log odds: a hundredth of an Elo point.
const COARSE: f64 = 5e-5;

/// Resampled solutions in Elo: players, then the first-move advantage.
#[derive(Clone, Debug, Default)]
pub(super) struct Resamples {
    rows: Vec<Vec<f64>>,
}

/// The standard deviation of the noise for each player, in log odds.
pub(super) fn noise(
    problem: &Problem,
    results: &[Results],
    best: &Solution,
    units: &[[Option<MeetingResult>; 2]],
) -> Vec<f64> {
    let players = problem.known.len();
    let (mut count, mut games) = (vec![0.0f64; players], vec![0.0f64; players]);
    for unit in units {
        let mut seen = None;
        for &(meeting, _) in unit.iter().flatten() {
            let meeting = problem.meetings[meeting];
            for player in [meeting.white, meeting.black] {
                games[player] += 1.0;
            }
            if seen.is_none() {
                seen = Some(meeting);
                count[meeting.white] += 1.0;
                count[meeting.black] += 1.0;
            }
        }
    }
    (problem.score_slopes(results, best).iter().enumerate())
        .map(|(player, &slope)| {
            if problem.known[player].is_some() || count[player] == 0.0 {
                return 0.0;
            }
            let extra: f64 = 0.25 * count[player] / games[player];
            (extra / (count[player] * (count[player] + 1.0))).sqrt() / slope.max(1e-4)
        })
        .collect()
}

impl Resamples {
    /// Draws the resamples. Each has a random stream of its own, so the threads
    /// change nothing but the time.
    pub fn draw(
        problem: &Problem,
        best: &Solution,
        units: &[[Option<MeetingResult>; 2]],
        zero: &Zero,
        noise: &[f64],
        settings: &RatingSettings,
    ) -> Resamples {
        let one = |index: usize| {
            let mut random = Random::stream(settings.seed, index as u64);
            let mut results: Vec<Results> = vec![[0.0; 3]; problem.meetings.len()];
            for _ in 0..units.len() {
                for &(meeting, outcome) in units[random.below(units.len())].iter().flatten() {
                    results[meeting][outcome] += 1.0;
                }
            }
            let mut row = problem.fit(&results, best, COARSE).0;
            row.pop();
            for (value, &deviation) in row.iter_mut().zip(noise) {
                if deviation > 0.0 {
                    *value += deviation * random.normal();
                }
            }
            zero.apply(&mut row);
            row.iter_mut().for_each(|value| *value *= ELO_PER_LOG_ODDS);
            row
        };
        let mut rows = vec![Vec::new(); settings.resamples];
        let share = settings.resamples.div_ceil(settings.threads.max(1)).max(1);
        std::thread::scope(|scope| {
            for (part, rows) in rows.chunks_mut(share).enumerate() {
                let one = &one;
                let mut work = move || {
                    for (index, row) in rows.iter_mut().enumerate() {
                        *row = one(part * share + index);
                    }
                };
                if settings.threads > 1 {
                    scope.spawn(work);
                } else {
                    work();
                }
            }
        });
        Resamples { rows }
    }

    /// The middle 95 % of a column: from the 2.5th to the 97.5th percentile.
    pub fn interval(&self, column: usize) -> Option<(f64, f64)> {
        if self.rows.is_empty() {
            return None;
        }
        let mut values: Vec<f64> = self.rows.iter().map(|row| row[column]).collect();
        values.sort_by(f64::total_cmp);
        Some((percentile(&values, 0.025), percentile(&values, 0.975)))
    }

    /// How often one column is above another. Half a count is added to either
    /// side: a finite number of resamples never makes a thing certain.
    pub fn los(&self, one: usize, other: usize) -> Option<f64> {
        if self.rows.is_empty() {
            return None;
        }
        let above: f64 = (self.rows.iter())
            .map(|row| match row[one].total_cmp(&row[other]) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            })
            .sum();
        Some((above + 0.5) / (self.rows.len() as f64 + 1.0))
    }
}

/// A quantile of sorted values, interpolated at p (n + 1).
fn percentile(sorted: &[f64], p: f64) -> f64 {
    let place = (p * (sorted.len() as f64 + 1.0) - 1.0).clamp(0.0, sorted.len() as f64 - 1.0);
    let below = place as usize;
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (place - below as f64) * (sorted[above] - sorted[below])
}

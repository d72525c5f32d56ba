//! How players used their time, where clocks were noted.
//!
//! Start with `times_spent`, then `PaceFigures`.

use serde::Serialize;

use super::game::SourceGame;
use super::moments::{Correlation, Mean, Moments, Share, Together};
use crate::board::Color;

/// Up to this, in milliseconds, a move is instant.
pub const INSTANT_MS: u64 = 1_000;
/// Up to this, in milliseconds, a move is quick.
pub const QUICK_MS: u64 = 10_000;

/// How long a move took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// At most a second.
    Instant,
    /// At most ten seconds.
    Quick,
    /// More.
    Long,
}

impl Pace {
    /// Of a time in milliseconds.
    pub fn of(spent_ms: u64) -> Pace {
        if spent_ms <= INSTANT_MS {
            Pace::Instant
        } else if spent_ms <= QUICK_MS {
            Pace::Quick
        } else {
            Pace::Long
        }
    }
}

/// Sums over counted moves with a clock; adds up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PaceSums {
    instant: u64,
    seconds: Moments,
    difficulty: Together,
}

impl PaceSums {
    pub(super) fn add(&mut self, spent_ms: u64, settled_depth: u32) {
        let seconds = spent_ms as f64 / 1_000.0;
        self.instant += u64::from(Pace::of(spent_ms) == Pace::Instant);
        self.seconds.add(seconds);
        self.difficulty
            .add(f64::from(settled_depth), libm::log1p(seconds));
    }

    pub(super) fn merge(&mut self, other: &PaceSums) {
        self.instant += other.instant;
        self.seconds.merge(&other.seconds);
        self.difficulty.merge(&other.difficulty);
    }

    pub(super) fn remove(&mut self, part: &PaceSums) {
        self.instant = self.instant.saturating_sub(part.instant);
        self.seconds.remove(&part.seconds);
        self.difficulty.remove(&part.difficulty);
    }

    /// The figures, of at least `gate` moves.
    pub(super) fn figures(&self, gate: u64) -> Option<PaceFigures> {
        let moves = self.seconds.count();
        if moves < gate {
            return None;
        }
        let seconds = self.seconds.mean_within(0.0, f64::INFINITY)?;
        let sd = seconds.sd.filter(|_| seconds.mean > 0.0);
        Some(PaceFigures {
            instant: Share::of(self.instant, moves)?,
            unevenness: sd.map(|sd| sd / seconds.mean),
            time_against_difficulty: self.difficulty.correlation(),
            seconds,
        })
    }
}

/// How a player used his time on counted moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PaceFigures {
    /// The mean time of a move, in seconds.
    pub seconds: Mean,
    /// Moves of at most [`INSTANT_MS`].
    pub instant: Share,
    /// Steadiness: the standard deviation of times divided by their mean. People
    /// are uneven; near 0 every move took the same.
    pub unevenness: Option<f64>,
    /// How the logarithm of (1 + seconds) goes with the depth from which the
    /// engine's choice held.
    pub time_against_difficulty: Option<Correlation>,
}

/// What each move of a game took, in milliseconds: as noted, or else from the
/// player's clock before and after and the increment in the `TimeControl` tag.
/// Nothing where it cannot be known: without clocks, at a player's first move,
/// where the clock went up by more than the increment, or where the control
/// has several stages.
pub fn times_spent(game: &SourceGame) -> Vec<Option<u64>> {
    let increment = game.tag("TimeControl").and_then(increment_ms);
    let mut clocks: [Option<u64>; 2] = [None; 2];
    let mut side = game.start.turn();
    let mut times = Vec::with_capacity(game.plies.len());
    for ply in &game.plies {
        let clock = &mut clocks[usize::from(side == Color::Black)];
        let by_clock = || {
            let before = (*clock)?.checked_add(increment?)?;
            before.checked_sub(ply.clock_ms?)
        };
        times.push(ply.spent_ms.or_else(by_clock));
        *clock = ply.clock_ms;
        side = !side;
    }
    times
}

/// The increment of a time control such as `300+3` or `600`, in milliseconds.
fn increment_ms(text: &str) -> Option<u64> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    base.trim().parse::<u64>().ok()?;
    let seconds = increment.trim().parse::<f64>().ok()?;
    (0.0..1e6)
        .contains(&seconds)
        .then(|| libm::round(seconds * 1_000.0) as u64)
}

#[cfg(test)]
#[path = "pace_tests.rs"]
mod tests;

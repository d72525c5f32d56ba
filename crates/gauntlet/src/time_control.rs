//! Time controls of a match, as they are written and as the clocks run.

use std::fmt;
use std::str::FromStr;

use plumb_protocol::protocol::Level;

/// How much an engine may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// A game clock.
    Clock {
        /// Moves per session; the whole game when none.
        moves: Option<u32>,
        /// Milliseconds at the start of every session.
        base_ms: u64,
        /// Milliseconds gained with each move.
        increment_ms: u64,
    },
    /// So many milliseconds for each move.
    MoveTime(u64),
    /// So many nodes for each move.
    Nodes(u64),
    /// So many plies for each move.
    Depth(u32),
}

impl TimeControl {
    /// The level that CECP calls it; none where no clock runs over the game.
    pub(super) fn level(self) -> Option<Level> {
        match self {
            TimeControl::Clock {
                moves,
                base_ms,
                increment_ms,
            } => Some(Level {
                moves_per_session: moves.unwrap_or(0),
                base_ms,
                increment_ms,
            }),
            _ => None,
        }
    }
}

/// A time control that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "cannot read the time control '{}', expected 5+0.05, 40/60+0.5, 1:30+1, movetime=0.1, nodes=10000 or depth=8",
    .0.escape_default()
)]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// `[moves/]time[+increment]` in seconds (or minutes:seconds), or
    /// `movetime=SECONDS`, `nodes=N`, `depth=N`.
    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        read(text.trim()).ok_or_else(|| TimeControlError(text.chars().take(40).collect()))
    }
}

fn read(text: &str) -> Option<TimeControl> {
    if let Some((kind, value)) = text.split_once('=') {
        return match kind {
            "movetime" | "st" => milliseconds(value)
                .filter(|&ms| ms > 0)
                .map(TimeControl::MoveTime),
            "nodes" => value
                .parse()
                .ok()
                .filter(|&nodes| nodes > 0)
                .map(TimeControl::Nodes),
            "depth" => value
                .parse()
                .ok()
                .filter(|&depth| depth > 0)
                .map(TimeControl::Depth),
            _ => None,
        };
    }
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), rest),
        None => (None, text),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let base_ms = match base.split_once(':') {
        Some((minutes, seconds)) => {
            minutes.parse::<u64>().ok()?.checked_mul(60_000)? + milliseconds(seconds)?
        }
        None => milliseconds(base)?,
    };
    let increment_ms = milliseconds(increment)?;
    (base_ms > 0 || increment_ms > 0).then_some(TimeControl::Clock {
        moves,
        base_ms,
        increment_ms,
    })
}

fn milliseconds(text: &str) -> Option<u64> {
    let seconds: f64 = text.parse().ok()?;
    (seconds.is_finite() && (0.0..1e9).contains(&seconds))
        .then(|| (seconds * 1000.0).round() as u64)
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |ms: u64| ms as f64 / 1000.0;
        match *self {
            TimeControl::Clock {
                moves,
                base_ms,
                increment_ms,
            } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", seconds(base_ms))?;
                if increment_ms > 0 {
                    write!(f, "+{}", seconds(increment_ms))?;
                }
                Ok(())
            }
            TimeControl::MoveTime(ms) => write!(f, "movetime={}", seconds(ms)),
            TimeControl::Nodes(nodes) => write!(f, "nodes={nodes}"),
            TimeControl::Depth(depth) => write!(f, "depth={depth}"),
        }
    }
}

impl TimeControl {
    /// The same with `factor` times the time (or nodes); a depth stays.
    pub fn with_odds(self, factor: f64) -> TimeControl {
        let scaled = |amount: u64| ((amount as f64 * factor).round() as u64).max(1);
        match self {
            TimeControl::Clock {
                moves,
                base_ms,
                increment_ms,
            } => TimeControl::Clock {
                moves,
                base_ms: scaled(base_ms),
                increment_ms: if increment_ms == 0 {
                    0
                } else {
                    scaled(increment_ms)
                },
            },
            TimeControl::MoveTime(ms) => TimeControl::MoveTime(scaled(ms)),
            TimeControl::Nodes(nodes) => TimeControl::Nodes(scaled(nodes)),
            TimeControl::Depth(depth) => TimeControl::Depth(depth),
        }
    }
}

/// One side's clock during a game, kept by the referee.
#[derive(Clone, Debug)]
pub struct MatchClock {
    control: TimeControl,
    remaining_ms: i64,
    moves_made: u32,
}

impl MatchClock {
    /// At the start of a game.
    pub fn new(control: TimeControl) -> MatchClock {
        let remaining_ms = match control {
            TimeControl::Clock { base_ms, .. } => base_ms as i64,
            TimeControl::MoveTime(ms) => ms as i64,
            TimeControl::Nodes(_) | TimeControl::Depth(_) => i64::MAX,
        };
        MatchClock {
            control,
            remaining_ms,
            moves_made: 0,
        }
    }

    /// The time control this clock keeps.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Milliseconds left for the next move, or for all until the next session.
    pub fn remaining_ms(&self) -> i64 {
        self.remaining_ms
    }

    /// Moves until the next session.
    pub fn moves_to_go(&self) -> Option<u32> {
        match self.control {
            TimeControl::Clock {
                moves: Some(moves), ..
            } => Some(moves - self.moves_made % moves),
            _ => None,
        }
    }

    /// Takes off the time of a move; false when the flag fell by more than
    /// `margin_ms`. What the margin forgives is not taken off.
    pub fn press(&mut self, used_ms: u64, margin_ms: u64) -> bool {
        let used = i64::try_from(used_ms).unwrap_or(i64::MAX);
        if used > self.remaining_ms.saturating_add(margin_ms as i64) {
            return false;
        }
        self.moves_made += 1;
        if let TimeControl::Clock {
            moves,
            base_ms,
            increment_ms,
        } = self.control
        {
            self.remaining_ms = (self.remaining_ms - used).max(0) + increment_ms as i64;
            if moves.is_some_and(|moves| self.moves_made.is_multiple_of(moves)) {
                self.remaining_ms += base_ms as i64;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for text in [
            "5+0.05",
            "40/60+0.5",
            "300",
            "movetime=0.1",
            "nodes=10000",
            "depth=8",
        ] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        let clock = TimeControl::Clock {
            moves: None,
            base_ms: 90_000,
            increment_ms: 1_000,
        };
        assert_eq!("1:30+1".parse(), Ok(clock));
        for text in [
            "",
            "x",
            "0",
            "-1",
            "5+",
            "0/5",
            "nodes=0",
            "depth=",
            "movetime=0",
            "nan",
            "5+inf",
            "tc=5",
        ] {
            let error = text.parse::<TimeControl>().unwrap_err().to_string();
            assert!(
                error.starts_with("cannot read the time control"),
                "{text}: {error}"
            );
        }
    }

    #[test]
    fn clocks_run_down_and_sessions_begin_anew() {
        let mut clock = MatchClock::new("2/10+1".parse().unwrap());
        assert_eq!(clock.moves_to_go(), Some(2));
        assert!(clock.press(4_000, 0));
        assert_eq!(
            (clock.remaining_ms(), clock.moves_to_go()),
            (7_000, Some(1))
        );
        assert!(clock.press(7_040, 50), "within the margin");
        assert_eq!(
            (clock.remaining_ms(), clock.moves_to_go()),
            (11_000, Some(2))
        );
        assert!(!clock.press(11_051, 50));
        let mut clock = MatchClock::new("movetime=0.5".parse().unwrap());
        assert!(clock.press(500, 0) && clock.press(500, 0) && !clock.press(501, 0));
        assert!(MatchClock::new("nodes=5".parse().unwrap()).press(u64::MAX, 0));
    }

    #[test]
    fn odds() {
        assert_eq!(
            "5+0.05"
                .parse::<TimeControl>()
                .unwrap()
                .with_odds(0.5)
                .to_string(),
            "2.5+0.025"
        );
        assert_eq!(
            "depth=8"
                .parse::<TimeControl>()
                .unwrap()
                .with_odds(9.0)
                .to_string(),
            "depth=8"
        );
    }
}

//! The time control of a CECP game: told once by `level` or `st`, corrected by
//! `time` and `otim`, and kept by the engine itself where nobody tells.

use std::time::Instant;

use crate::protocol::Level;
use plumb_engine::search::Clock;

/// How time is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Control {
    /// `level`: moves per session (0: the whole game), base and increment.
    Level {
        moves: u32,
        base_ms: i64,
        increment_ms: i64,
    },
    /// `st`: so much for each move.
    PerMove { ms: i64 },
}

/// The engine's side of the clock.
#[derive(Clone, Debug)]
pub(super) struct GameClock {
    control: Control,
    remaining_ms: i64,
    moves_made: u32,
    thinking_since: Option<Instant>,
}

/// XBoard's way to say "no limit": a day or more for one move.
const FOREVER_MS: i64 = 86_400_000;

impl GameClock {
    /// Five minutes for the game, until somebody says otherwise.
    pub fn new() -> GameClock {
        let control = Control::Level {
            moves: 0,
            base_ms: 300_000,
            increment_ms: 0,
        };
        GameClock {
            control,
            remaining_ms: 300_000,
            moves_made: 0,
            thinking_since: None,
        }
    }

    /// A new game at the same time control.
    pub fn restart(&mut self) {
        if let Control::Level { base_ms, .. } = self.control {
            self.remaining_ms = base_ms;
        }
        self.moves_made = 0;
        self.thinking_since = None;
    }

    /// `level`. In the middle of a game it tells what is left: the time, and
    /// the moves still to do.
    pub fn set_level(&mut self, level: &Level) {
        let base_ms = i64::try_from(level.base_ms).unwrap_or(i64::MAX);
        let increment_ms = i64::try_from(level.increment_ms).unwrap_or(i64::MAX);
        self.control = Control::Level {
            moves: level.moves_per_session,
            base_ms,
            increment_ms,
        };
        self.remaining_ms = base_ms;
        self.moves_made = 0;
    }

    /// `st`. Zero is what some GUIs make of half a second.
    pub fn set_per_move(&mut self, ms: u64) {
        let ms = i64::try_from(ms).unwrap_or(i64::MAX);
        self.control = Control::PerMove {
            ms: if ms == 0 { 500 } else { ms },
        };
    }

    /// `time`, in centiseconds.
    pub fn set_remaining(&mut self, centiseconds: i64) {
        self.remaining_ms = centiseconds.saturating_mul(10);
    }

    /// The engine begins to think about its own move.
    pub fn start_thinking(&mut self) {
        self.thinking_since = Some(Instant::now());
    }

    /// The engine has moved.
    pub fn made_move(&mut self) {
        let used = self
            .thinking_since
            .take()
            .map_or(0, |since| since.elapsed().as_millis() as i64);
        self.moves_made += 1;
        if let Control::Level {
            moves,
            base_ms,
            increment_ms,
        } = self.control
        {
            self.remaining_ms = self
                .remaining_ms
                .saturating_sub(used)
                .saturating_add(increment_ms);
            if moves > 0 && self.moves_made.is_multiple_of(moves) {
                self.remaining_ms = self.remaining_ms.saturating_add(base_ms);
            }
        }
    }

    /// A move of the engine's was taken back.
    pub fn took_back(&mut self) {
        self.moves_made = self.moves_made.saturating_sub(1);
    }

    /// The time for each move, if it is fixed.
    pub fn per_move_ms(&self) -> Option<i64> {
        match self.control {
            Control::PerMove { ms } => Some(ms),
            Control::Level { .. } => None,
        }
    }

    /// What the search is told.
    pub fn to_search(&self) -> Clock {
        match self.control {
            Control::PerMove { ms } if ms >= FOREVER_MS => Clock::Unlimited,
            Control::PerMove { ms } => Clock::MoveTime(ms),
            Control::Level {
                moves,
                increment_ms,
                ..
            } => Clock::Game {
                remaining_ms: self.remaining_ms,
                increment_ms,
                moves_to_go: (moves > 0).then(|| moves - self.moves_made % moves),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(moves_per_session: u32, base_ms: u64, increment_ms: u64) -> Level {
        Level {
            moves_per_session,
            base_ms,
            increment_ms,
        }
    }

    #[test]
    fn moves_per_session_count_down_and_start_again() {
        let mut clock = GameClock::new();
        clock.set_level(&level(3, 60_000, 0));
        let to_go = |clock: &GameClock| match clock.to_search() {
            Clock::Game { moves_to_go, .. } => moves_to_go,
            _ => None,
        };
        for expected in [3, 2, 1, 3] {
            assert_eq!(to_go(&clock), Some(expected));
            clock.made_move();
        }
        assert_eq!(clock.remaining_ms, 120_000);
        // `remove` takes one of them back.
        clock.made_move();
        clock.took_back();
        assert_eq!(to_go(&clock), Some(2));
        // Told in the middle of a game: what is still to do.
        clock.set_level(&level(2, 5_000, 0));
        assert_eq!(to_go(&clock), Some(2));
        clock.set_remaining(-7);
        assert_eq!(clock.remaining_ms, -70);
    }

    #[test]
    fn time_per_move() {
        let mut clock = GameClock::new();
        clock.set_per_move(250);
        assert_eq!(clock.to_search(), Clock::MoveTime(250));
        clock.set_per_move(0);
        assert_eq!(clock.to_search(), Clock::MoveTime(500));
        clock.set_per_move(86_400_000);
        assert_eq!(clock.to_search(), Clock::Unlimited);
    }
}

//! How long to think.
//!
//! Two limits: the soft one is looked at between iterations and stretched or
//! shrunk by how settled the choice is; the hard one is never passed.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Instant;

use super::limits::{Clock, Limits};
use super::params::*;

/// The clock of one search.
pub struct Timer {
    start: Instant,
    /// Milliseconds after `start` when the own clock began to run; negative
    /// while still pondering.
    clock_started_ms: AtomicI64,
    soft_ms: f64,
    hard_ms: f64,
    fixed: bool,
    nodes_per_second: Option<u64>,
}

impl Timer {
    /// Starts the clock, or, when pondering, waits with it until `ponder_hit`.
    pub fn start(limits: &Limits) -> Timer {
        let (soft_ms, hard_ms) = allot(limits.clock, limits.overhead_ms);
        let (_, longest_ms) = limits
            .longest_ms
            .map_or((f64::INFINITY, f64::INFINITY), |ms| {
                allot(Clock::MoveTime(ms), limits.overhead_ms)
            });
        Timer {
            start: Instant::now(),
            clock_started_ms: AtomicI64::new(if limits.ponder { -1 } else { 0 }),
            soft_ms: soft_ms.min(longest_ms),
            hard_ms: hard_ms.min(longest_ms),
            fixed: matches!(limits.clock, Clock::MoveTime(_)),
            nodes_per_second: limits.nodes_per_second,
        }
    }

    /// The opponent has played the expected move: the own clock runs from now.
    pub fn ponder_hit(&self) {
        let now = self.start.elapsed().as_millis() as i64;
        let _ =
            self.clock_started_ms
                .compare_exchange(-1, now, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// True until `ponder_hit` in a search that began as pondering.
    pub fn is_pondering(&self) -> bool {
        self.clock_started_ms.load(Ordering::Relaxed) < 0
    }

    /// Milliseconds since the search began, pondering included.
    pub fn elapsed_ms(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }

    /// True once the search must stop, having searched `nodes` nodes.
    #[inline]
    pub fn is_up(&self, nodes: u64) -> bool {
        self.hard_ms.is_finite() && self.used_ms(nodes).is_some_and(|used| used >= self.hard_ms)
    }

    /// True once the hard limit is passed by so much that even a search without
    /// any result must stop. Captures among many queens can take 30 ms before
    /// the first move has a score, more than a clock of a few has left.
    pub(super) fn is_overdue(&self, nodes: u64) -> bool {
        const PATIENCE_MS: f64 = 3.0;
        self.hard_ms.is_finite()
            && self
                .used_ms(nodes)
                .is_some_and(|used| used >= self.hard_ms + PATIENCE_MS)
    }

    /// True once no further iteration should begin; `stretch` is how much
    /// more (over 1) or less the position deserves than an ordinary one.
    pub fn is_enough(&self, nodes: u64, stretch: f64) -> bool {
        if self.fixed || !self.soft_ms.is_finite() {
            return self.is_up(nodes);
        }
        let soft_ms = (self.soft_ms * stretch).min(self.hard_ms);
        self.used_ms(nodes).is_some_and(|used| used >= soft_ms)
    }

    /// True when a game clock runs, so that thinking longer has a price.
    pub fn is_game_clock(&self) -> bool {
        self.soft_ms.is_finite() && !self.fixed
    }

    /// Milliseconds of own time used; none while pondering.
    fn used_ms(&self, nodes: u64) -> Option<f64> {
        let started = self.clock_started_ms.load(Ordering::Relaxed);
        if started < 0 {
            return None;
        }
        if let Some(rate) = self.nodes_per_second {
            return Some(nodes as f64 * 1000.0 / rate.max(1) as f64);
        }
        Some(self.start.elapsed().as_secs_f64() * 1000.0 - started as f64)
    }
}

impl Limits {
    /// Milliseconds that the clock allots to this move, before anything is known of how
    /// hard it is; none where no clock runs.
    pub fn planned_ms(&self) -> Option<f64> {
        let (soft_ms, _) = allot(self.clock, self.overhead_ms);
        let longest_ms = self.longest_ms.map_or(f64::INFINITY, |ms| ms.max(1) as f64);
        let planned_ms = soft_ms.min(longest_ms);
        planned_ms.is_finite().then_some(planned_ms)
    }
}

/// The soft and the hard limit in milliseconds.
fn allot(clock: Clock, overhead_ms: i64) -> (f64, f64) {
    let overhead = overhead_ms.max(0) as f64;
    match clock {
        Clock::Unlimited => (f64::INFINITY, f64::INFINITY),
        Clock::MoveTime(ms) => {
            let time = (ms as f64 - overhead).max(1.0);
            (time, time)
        }
        Clock::Game {
            remaining_ms,
            increment_ms,
            moves_to_go,
        } => {
            let remaining = (remaining_ms as f64 - overhead).max(1.0);
            let increment = increment_ms.max(0) as f64;
            // In sudden death a game is expected to last as many moves more whenever it is
            // asked.
            let moves = moves_to_go.map_or(time_moves(), |moves| {
                moves.clamp(1, time_moves_limit() as u32) as i32
            }) as f64;
            // Every move still to come pays the overhead too.
            let usable = (remaining - overhead * (moves - 1.0).min(10.0)).max(remaining * 0.1);
            let share = usable / moves + increment * from_percent(time_increment_percent());
            // The last move before more time comes may use what is left,
            // short of a reserve against a slow machine.
            let ceiling = if moves <= 1.0 {
                remaining * from_percent(time_last_percent())
            } else {
                remaining * from_percent(time_most_percent())
            };
            let hard = (share * from_percent(time_hard_percent()))
                .min(ceiling)
                .max(1.0);
            (share.min(hard), hard)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(remaining_ms: i64, increment_ms: i64, moves_to_go: Option<u32>) -> Clock {
        Clock::Game {
            remaining_ms,
            increment_ms,
            moves_to_go,
        }
    }

    #[test]
    fn never_more_than_there_is() {
        for remaining in [-5_000, 0, 1, 5, 50, 1_000, 60_000, i64::MAX / 4] {
            for increment in [-1, 0, 10, 5_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40)] {
                    for overhead in [0, 10, 500] {
                        let (soft, hard) = allot(game(remaining, increment, moves), overhead);
                        assert!(
                            soft >= 0.0 && soft <= hard,
                            "{remaining} {increment} {moves:?}"
                        );
                        let limit = (remaining as f64 - overhead as f64).max(1.0);
                        assert!(hard <= limit, "{hard} of {limit}");
                    }
                }
            }
        }
    }

    #[test]
    fn pondering_costs_nothing_until_the_hit() {
        let limits = Limits {
            clock: Clock::MoveTime(1),
            ponder: true,
            ..Limits::default()
        };
        let timer = Timer::start(&limits);
        std::thread::sleep(std::time::Duration::from_millis(5));
        assert!(timer.is_pondering() && !timer.is_up(0));
        timer.ponder_hit();
        assert!(!timer.is_pondering());
        std::thread::sleep(std::time::Duration::from_millis(5));
        assert!(timer.is_up(0));
    }

    #[test]
    fn nodes_can_stand_for_time() {
        let limits = Limits {
            clock: Clock::MoveTime(1_000),
            nodes_per_second: Some(500),
            ..Limits::default()
        };
        let timer = Timer::start(&limits);
        assert!(!timer.is_up(499) && timer.is_up(500));
        assert!(!timer.is_overdue(501) && timer.is_overdue(502));
    }
}

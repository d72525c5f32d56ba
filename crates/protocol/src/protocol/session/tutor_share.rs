//! The tutor's part of a move's time in UCI: a tenth.

use std::time::Duration;

use super::tutor::LESSON_NODES;
use plumb_engine::search::{Clock, Limits};

/// How much the tutor may do during one `go`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TutorShare {
    /// Nodes of each lesson: the user's move and the study of the position, both while the
    /// engine searches, and the engine's move after that.
    pub nodes: u64,
    /// Half of the tutor's tenth of the move's time. The lessons beside the search get it
    /// together, counted from the search's start, and the lesson after it once more. None
    /// where time is not limited.
    pub half: Option<Duration>,
}

/// Of `ALL_PARTS` equal parts of a move's time the search gets `SEARCH_PARTS` and the tutor
/// the rest.
const SEARCH_PARTS: i64 = 9;
const ALL_PARTS: i64 = 10;
/// Nodes that the tutor is sure to search in a millisecond, on a slow machine too.
const NODES_PER_MS: f64 = 200.0;
/// With fewer nodes than these an explanation is not worth the time.
const FEWEST_NODES: u64 = 10_000;
/// Nodes of a lesson where neither time nor nodes are limited: some 50 ms.
const DEPTH_NODES: u64 = 50_000;

impl TutorShare {
    /// What a search within these limits leaves to the tutor: nothing where it is no game,
    /// or the time is too short for anything worth saying.
    pub fn of(limits: &Limits) -> Option<TutorShare> {
        if limits.mate.is_some() || !limits.search_moves.is_empty() {
            return None;
        }
        let planned_ms = limits.planned_ms();
        let tenth_ms = planned_ms.map(|ms| ms / ALL_PARTS as f64);
        let by_time = tenth_ms.map(|ms| (ms * NODES_PER_MS / 2.0) as u64);
        let by_nodes = limits.nodes.map(|nodes| nodes / ALL_PARTS as u64 / 2);
        let by_depth = limits.depth.map(|_| DEPTH_NODES);
        let nodes = [by_time, by_nodes, by_depth].into_iter().flatten().min()?;
        let half = tenth_ms.map(|ms| Duration::from_secs_f64(ms / 2_000.0));
        (nodes >= FEWEST_NODES).then_some(TutorShare {
            nodes: nodes.min(LESSON_NODES),
            half,
        })
    }

    /// Leaves the search nine tenths of the time.
    pub fn take_from(limits: &mut Limits) {
        let part = |ms: i64| {
            let ms = i128::from(ms) * i128::from(SEARCH_PARTS) / i128::from(ALL_PARTS);
            ms as i64
        };
        limits.clock = match limits.clock {
            Clock::Unlimited => Clock::Unlimited,
            Clock::MoveTime(ms) => Clock::MoveTime(part(ms)),
            Clock::Game {
                remaining_ms,
                increment_ms,
                moves_to_go,
            } => Clock::Game {
                remaining_ms: part(remaining_ms),
                increment_ms: part(increment_ms),
                moves_to_go,
            },
        };
        limits.longest_ms = limits.longest_ms.map(part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tutor_takes_a_tenth_and_the_search_has_the_rest() {
        let mut limits = Limits {
            clock: Clock::MoveTime(10_000),
            ..Limits::default()
        };
        let share = TutorShare::of(&limits).unwrap();
        assert_eq!(share.half, Some(Duration::from_millis(500)));
        assert_eq!(share.nodes, 100_000);
        TutorShare::take_from(&mut limits);
        assert_eq!(limits.clock, Clock::MoveTime(9_000));
    }

    #[test]
    fn a_game_clock_is_shared_by_what_is_planned() {
        let mut limits = Limits {
            clock: Clock::Game {
                remaining_ms: 300_000,
                increment_ms: 3_000,
                moves_to_go: None,
            },
            ..Limits::default()
        };
        let planned = limits.planned_ms().unwrap();
        let share = TutorShare::of(&limits).unwrap();
        let half_ms = share.half.unwrap().as_secs_f64() * 1_000.0;
        assert!((half_ms * 20.0 - planned).abs() < 1.0, "{half_ms}");
        TutorShare::take_from(&mut limits);
        let left = limits.planned_ms().unwrap();
        assert!(
            left + 2.0 * half_ms <= planned + 1.0,
            "{left} {half_ms} {planned}"
        );
    }

    #[test]
    fn where_there_is_little_nothing_is_said() {
        for clock in [
            Clock::MoveTime(900),
            Clock::MoveTime(-5),
            Clock::MoveTime(0),
        ] {
            let limits = Limits {
                clock,
                ..Limits::default()
            };
            assert_eq!(TutorShare::of(&limits), None);
        }
        assert_eq!(TutorShare::of(&Limits::default()), None);
        assert_eq!(TutorShare::of(&Limits::nodes(100_000)), None);
        let share = TutorShare::of(&Limits::nodes(400_000)).unwrap();
        assert_eq!((share.nodes, share.half), (20_000, None));
    }
}

//! How the choice of a move settled as the search went deeper.
//!
//! Only exact reports count: a window that failed says nothing yet about which
//! move is best. Depths are iterations, in plies; centipawns are from whichever
//! side the scores are for, and their sizes only matter. Start with
//! `Course::of`.

use super::iteration::Iteration;
use plumb_engine::glance::level_value;
use plumb_engine::search::Bound;

/// The course of a search: when it changed its mind and by how much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The depths at which the best move was another one than in the report
    /// before, in order. One depth may stand here twice: a search that ends in
    /// the middle of an iteration may report again.
    pub changes: Vec<u32>,
    /// The first depth from which the final choice was best and stayed it.
    pub settled_depth: u32,
    /// The depth of the last report.
    pub final_depth: u32,
    /// How far the score went up and down, in centipawns: the sum of the
    /// differences from each report to the next, all taken as positive. Mates
    /// count as in the levels vector, 10000 less the moves, so one that is
    /// found late is a swing of thousands.
    pub swing_cp: i32,
}

impl Course {
    /// The course of these reports; nothing if none is exact and has a move.
    pub fn of(iterations: &[Iteration]) -> Option<Course> {
        let mut reports = iterations.iter().filter_map(|iteration| {
            let best = iteration.best()?;
            (iteration.bound == Bound::Exact).then_some((iteration, best))
        });
        let (first, mut best) = reports.next()?;
        let mut course = Course {
            changes: Vec::new(),
            settled_depth: first.depth,
            final_depth: first.depth,
            swing_cp: 0,
        };
        let mut level = level_value(first.score);
        for (iteration, choice) in reports {
            if choice != best {
                course.changes.push(iteration.depth);
                course.settled_depth = iteration.depth;
                best = choice;
            }
            let next = level_value(iteration.score);
            course.swing_cp = course.swing_cp.saturating_add((next - level).abs());
            course.final_depth = iteration.depth;
            level = next;
        }
        Some(course)
    }
}

#[cfg(test)]
mod tests {
    use super::super::iteration::RankedLine;
    use super::*;
    use plumb_chess::board::{Move, Square};
    use plumb_engine::search::Score;

    /// A report whose best move goes from a square of this number to h8.
    fn report(depth: u32, from: u8, score: Score, bound: Bound) -> Iteration {
        let best = Move::normal(Square::new(from.into()), Square::new(63));
        Iteration {
            depth,
            seldepth: depth as usize,
            score,
            bound,
            nodes: 0,
            time_ms: 0,
            lines: vec![RankedLine {
                score,
                seldepth: depth as usize,
                moves: vec![best],
            }],
        }
    }

    fn exact(depth: u32, from: u8, cp: i32) -> Iteration {
        report(depth, from, Score::cp(cp), Bound::Exact)
    }

    #[test]
    fn one_choice_is_settled_from_the_start() {
        let course = Course::of(&[exact(1, 8, 30), exact(2, 8, 10), exact(3, 8, 25)]);
        let expected = Course {
            changes: vec![],
            settled_depth: 1,
            final_depth: 3,
            swing_cp: 35,
        };
        assert_eq!(course, Some(expected));
    }

    #[test]
    fn a_choice_left_and_taken_again_settles_when_taken_again() {
        let course = Course::of(&[
            exact(1, 8, 0),
            exact(2, 9, -20),
            exact(3, 8, 40),
            exact(4, 8, 40),
        ]);
        let expected = Course {
            changes: vec![2, 3],
            settled_depth: 3,
            final_depth: 4,
            swing_cp: 80,
        };
        assert_eq!(course, Some(expected));
    }

    #[test]
    fn bounds_and_reports_without_a_move_are_passed_over() {
        let mut without_move = exact(3, 8, 500);
        without_move.lines.clear();
        let course = Course::of(&[
            report(1, 10, Score::cp(900), Bound::Lower),
            exact(2, 8, 5),
            report(3, 9, Score::cp(-300), Bound::Upper),
            without_move.clone(),
            exact(4, 8, 0),
        ])
        .unwrap();
        assert_eq!((course.changes, course.settled_depth), (vec![], 2));
        assert_eq!((course.final_depth, course.swing_cp), (4, 5));
        assert_eq!(Course::of(&[without_move]), None);
        assert_eq!(Course::of(&[]), None);
    }

    #[test]
    fn mates_swing_as_levels() {
        let course = Course::of(&[
            exact(1, 8, 100),
            report(2, 9, Score::mate_in(5), Bound::Exact),
            report(3, 9, Score::mate_in(3), Bound::Exact),
        ])
        .unwrap();
        assert_eq!(course.swing_cp, 9_897 + 1);
        assert_eq!(course.changes, [2]);
    }
}

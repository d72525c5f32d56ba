//! Evaluation levels: the score as a function of how deep the search had seen.
//!
//! The vector L of Burnham's report, filled as his code fills it: `L[d]` is the
//! last exact score that was reported with selective depth d. Values are
//! centipawns from the side that the recorded scores are for: turn a search
//! after the move with `Iteration::for_mover` first. Nothing is searched here.
//! Start with `Levels::of`.

use std::collections::BTreeMap;

use super::iteration::Iteration;
use plumb_engine::glance::level_value;
use plumb_engine::search::{Bound, Score};

/// The levels vector of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    /// Centipawns at the selective depths 1, 2, and so on (the first entry is
    /// depth 1), from the side that the iterations' scores are for.
    pub values: Vec<i32>,
    /// How many entries, at the end, lie deeper than any report.
    pub extrapolated: usize,
}

impl Levels {
    /// The levels of a search at the selective depths 1 to `length`; nothing if
    /// it reported no exact score.
    ///
    /// A depth that was never reported takes the score of the next deeper one
    /// that was, even if that lies beyond `length`; depths past the deepest
    /// report repeat that report's score and count as extrapolated. A search
    /// that saw nothing but its root (selective depth 0) counts as depth 1.
    pub fn of(iterations: &[Iteration], length: usize) -> Option<Levels> {
        let exact = iterations.iter().filter(|one| one.bound == Bound::Exact);
        Levels::of_exact(
            exact.map(|one| (one.seldepth, level_value(one.score))),
            length,
        )
    }

    /// The same from the selective depths of a search's exact reports, in plies, and
    /// their levels in centipawns, in the order of the reports.
    pub fn of_exact(
        reports: impl IntoIterator<Item = (usize, i32)>,
        length: usize,
    ) -> Option<Levels> {
        let mut reported = BTreeMap::new();
        for (seldepth, level) in reports {
            reported.insert(seldepth.max(1), level);
        }
        let (&deepest, &last) = reported.last_key_value()?;
        let value = |depth| {
            let deeper = reported.range(depth..).next();
            deeper.map_or(last, |(_, &value)| value)
        };
        Some(Levels {
            values: (1..=length).map(value).collect(),
            extrapolated: length.saturating_sub(deepest),
        })
    }

    /// The levels of a position in which the game is over: one score, and
    /// nothing of it was searched.
    pub fn constant(score: Score, length: usize) -> Levels {
        Levels {
            values: vec![level_value(score); length],
            extrapolated: length,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search in which each report has the next depth.
    fn search(reports: &[(usize, Score, Bound)]) -> Vec<Iteration> {
        reports
            .iter()
            .enumerate()
            .map(|(index, &(seldepth, score, bound))| Iteration {
                depth: index as u32 + 1,
                seldepth,
                score,
                bound,
                nodes: 0,
                time_ms: 0,
                lines: Vec::new(),
            })
            .collect()
    }

    fn exact(reports: &[(usize, i32)]) -> Vec<Iteration> {
        let reports: Vec<_> = reports
            .iter()
            .map(|&(seldepth, cp)| (seldepth, Score::cp(cp), Bound::Exact))
            .collect();
        search(&reports)
    }

    fn levels(iterations: &[Iteration], length: usize) -> (Vec<i32>, usize) {
        let levels = Levels::of(iterations, length).unwrap();
        (levels.values, levels.extrapolated)
    }

    #[test]
    fn one_report_a_depth_is_copied() {
        let search = exact(&[(1, 10), (2, 20), (3, 30)]);
        assert_eq!(levels(&search, 3), (vec![10, 20, 30], 0));
    }

    #[test]
    fn the_last_of_repeated_depths_counts() {
        let search = exact(&[(1, 10), (2, 20), (2, 25), (3, 30), (2, 27)]);
        assert_eq!(levels(&search, 3), (vec![10, 27, 30], 0));
    }

    #[test]
    fn falling_depths_overwrite_and_the_deepest_is_repeated() {
        // The search ends at depth 3, but what it saw deepest was 5.
        let search = exact(&[(2, 1), (5, 2), (4, 3), (3, 4)]);
        assert_eq!(levels(&search, 8), (vec![1, 1, 4, 3, 2, 2, 2, 2], 3));
    }

    #[test]
    fn skipped_depths_take_the_next_deeper_score() {
        let search = exact(&[(3, 30), (6, 60)]);
        assert_eq!(levels(&search, 7), (vec![30, 30, 30, 60, 60, 60, 60], 1));
    }

    #[test]
    fn a_depth_beyond_the_vector_still_fills_it() {
        let search = exact(&[(2, 20), (9, 90), (7, 70)]);
        assert_eq!(levels(&search, 4), (vec![20, 20, 70, 70], 0));
        assert_eq!(levels(&search, 2), (vec![20, 20], 0));
        assert_eq!(levels(&search, 0), (vec![], 0));
    }

    #[test]
    fn bounds_are_no_scores() {
        let reports = search(&[
            (1, Score::cp(10), Bound::Exact),
            (2, Score::cp(99), Bound::Lower),
            (2, Score::cp(20), Bound::Exact),
            (2, Score::cp(-99), Bound::Upper),
            (4, Score::cp(-98), Bound::Upper),
        ]);
        assert_eq!(levels(&reports, 4), (vec![10, 20, 20, 20], 2));
        assert_eq!(Levels::of(&reports[1..2], 4), None);
        assert_eq!(Levels::of(&[], 4), None);
    }

    #[test]
    fn mates_stand_among_centipawns() {
        let reports = search(&[
            (2, Score::cp(-300), Bound::Exact),
            (4, Score::mated_in(10), Bound::Exact),
            (5, Score::mate_in(5), Bound::Exact),
        ]);
        let expected = vec![-300, -300, -9_995, -9_995, 9_997, 9_997];
        assert_eq!(levels(&reports, 6), (expected, 1));
    }

    #[test]
    fn a_search_of_the_root_alone_is_depth_one() {
        assert_eq!(levels(&exact(&[(0, 5)]), 3), (vec![5, 5, 5], 2));
    }

    #[test]
    fn a_finished_game_has_one_level() {
        let mated = Levels::constant(Score::mated_in(0), 3);
        assert_eq!(mated.values, [-10_000; 3]);
        assert_eq!(mated.extrapolated, 3);
    }
}

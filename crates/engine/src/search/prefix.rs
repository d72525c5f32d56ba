//! What a shorter search shares with a longer one: a contract that the search
//! keeps, so that what was searched once need not be searched again.
//!
//! **The contract.** On one thread, with a cleared table and a cleared worker, and
//! without a clock or a mate to look for, a search goes the same way every time
//! until something ends it. So two such searches of the same position with the
//! same history, table size, root moves and number of lines are the same, node by
//! node, up to where the first of them ends, and their reports differ in nothing
//! but time. The shorter search is a prefix of the longer one.
//!
//! **What ends a search**, and what it has then come to:
//!
//! - Its last iteration ([`Limits::last_depth`]): it ends with that report.
//! - An observer that calls [`Shared::stop`](super::Shared::stop) on being told of
//!   a finished iteration: the first node of the next iteration ends it, so it
//!   counts one node more than it reported.
//! - Its nodes ([`Limits::are_nodes_spent`]): it ends at exactly so many, in the
//!   middle of an iteration.
//!
//! **What cannot be told** from the longer search, and is none here:
//!
//! - whatever lies beyond its end;
//! - an end by nodes of a search for a single line: in the iteration that is cut,
//!   a move may have overtaken the best one, which is then reported; of several
//!   lines those of the last finished iteration stand;
//! - an end by nodes before the first iteration is finished: the search goes on
//!   until some move has a score;
//! - anything from a report that came as the longer search's own nodes ran out:
//!   it may be of half an iteration.
//!
//! The conditions are those by which the search itself ends. Start with `prefix`.

use super::limits::Limits;
use super::score::Bound;

/// One report of a search, as far as the end of a search can depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Milestone {
    /// The iteration, in plies.
    pub depth: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// Exact for a finished iteration, a limit for a window that failed.
    pub bound: Bound,
    /// The observer of the shorter search stops it on being told of this.
    pub is_enough: bool,
}

/// How much of a longer search a shorter one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// How many of the longer search's reports it makes, from the first.
    pub reports: usize,
    /// Its nodes in all.
    pub nodes: u64,
}

/// What a search within `shorter` comes to, told from a search within `longer`
/// that made these reports, in order, and searched `nodes` nodes in all. None
/// where this cannot be told; see the contract above. That both were made by one
/// thread with everything cleared, in the same position and with a table of the
/// same size, is for the caller to know.
pub fn prefix(
    reports: impl IntoIterator<Item = Milestone>,
    nodes: u64,
    longer: &Limits,
    shorter: &Limits,
) -> Option<Prefix> {
    if !longer.is_comparable_with(shorter) {
        return None;
    }
    let mut finished = 0;
    for report in reports {
        if longer.are_nodes_spent(report.nodes) {
            return None;
        }
        if shorter.are_nodes_spent(report.nodes) {
            return cut_by_nodes(shorter, finished);
        }
        finished += 1;
        let is_last = report.depth >= shorter.last_depth();
        if report.bound == Bound::Exact && (is_last || report.is_enough) {
            let one_more = u64::from(!is_last);
            return Some(Prefix {
                reports: finished,
                nodes: report.nodes + one_more,
            });
        }
    }
    if shorter.are_nodes_spent(nodes) {
        cut_by_nodes(shorter, finished)
    } else {
        None
    }
}

/// Ended by its nodes in the middle of an iteration, after so many reports.
fn cut_by_nodes(limits: &Limits, reports: usize) -> Option<Prefix> {
    let stands = limits.multi_pv > 1 && reports > 0;
    let nodes = limits.nodes.filter(|_| stands)?;
    Some(Prefix { reports, nodes })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Observer, Report, SearchTask, Shared, Timer, Worker};
    use super::*;
    use crate::eval::Weights;
    use plumb_chess::board::{Game, Position};

    /// Keeps every report, and stops the search after an iteration.
    struct Stopper<'a> {
        reports: Vec<Report>,
        shared: &'a Shared,
        after: Option<u32>,
    }

    impl Stopper<'_> {
        fn is_enough(after: Option<u32>, report: &Report) -> bool {
            report.lines[0].bound == Bound::Exact
                && after.is_some_and(|depth| report.depth >= depth)
        }
    }

    impl Observer for Stopper<'_> {
        fn report(&mut self, report: &Report) {
            self.reports.push(Report {
                time_ms: 0,
                ..report.clone()
            });
            if Stopper::is_enough(self.after, report) {
                self.shared.stop();
            }
        }

        fn wants_failed_windows(&self) -> bool {
            true
        }
    }

    fn searched(limits: &Limits, after: Option<u32>) -> (Vec<Report>, u64) {
        let weights = Arc::new(Weights::embedded());
        let shared = Shared::new(Arc::clone(&weights), 1, 1).unwrap();
        let mut worker = Worker::new(0, weights).unwrap();
        let mut observer = Stopper {
            reports: Vec::new(),
            shared: &shared,
            after,
        };
        let game = Game::new(Position::start());
        let timer = Timer::start(limits);
        let outcome =
            SearchTask::new(&shared, &game, limits, &timer, &mut observer).run(&mut worker);
        (observer.reports, outcome.last.nodes)
    }

    /// The search keeps the contract: whatever ends it.
    #[test]
    fn a_search_ends_where_a_longer_one_says() {
        for multi_pv in [1, 3] {
            let limits = |nodes, depth| Limits {
                nodes,
                depth,
                multi_pv,
                ..Limits::default()
            };
            let longer = limits(Some(30_000), None);
            let (whole, nodes) = searched(&longer, None);
            for (shorter, after) in [
                (limits(None, Some(1)), None),
                (limits(None, Some(5)), None),
                (limits(Some(25_000), Some(4)), None),
                (limits(None, None), Some(1)),
                (limits(Some(29_000), None), Some(5)),
                (limits(Some(1), None), None),
                (limits(Some(700), None), None),
                (limits(Some(29_999), None), None),
            ] {
                let milestones = whole.iter().map(|report| Milestone {
                    depth: report.depth,
                    nodes: report.nodes,
                    bound: report.lines[0].bound,
                    is_enough: Stopper::is_enough(after, report),
                });
                let found = prefix(milestones, nodes, &longer, &shorter);
                let (made, made_nodes) = searched(&shorter, after);
                let is_by_nodes = shorter.are_nodes_spent(made_nodes);
                let is_told = !is_by_nodes || multi_pv > 1 && made[0].nodes < made_nodes;
                assert_eq!(found.is_some(), is_told, "{shorter:?} {after:?}");
                if let Some(found) = found {
                    assert_eq!(found.nodes, made_nodes, "{shorter:?} {after:?}");
                    assert_eq!(whole[..found.reports], made, "{shorter:?} {after:?}");
                }
            }
        }
    }

    #[test]
    fn other_ways_are_no_prefix() {
        let report = Milestone {
            depth: 1,
            nodes: 20,
            bound: Bound::Exact,
            is_enough: false,
        };
        let longer = Limits::nodes(100);
        let told = |shorter: &Limits| prefix([report], 100, &longer, shorter);
        let shorter = Limits::depth(1);
        assert_eq!(
            told(&shorter),
            Some(Prefix {
                reports: 1,
                nodes: 20
            })
        );
        let lines = Limits {
            multi_pv: 2,
            ..shorter.clone()
        };
        assert_eq!(told(&lines), None);
        let mate = Limits {
            mate: Some(2),
            ..shorter.clone()
        };
        assert_eq!(told(&mate), None);
        let clock = Limits {
            clock: crate::search::Clock::MoveTime(1_000),
            ..shorter
        };
        assert_eq!(told(&clock), None);
    }
}

//! Searches that are remembered, so that shorter ones need not be made.
//!
//! One thread that begins with cleared tables goes the same way every time until
//! it is stopped: what stops earlier is the beginning of what stops later. Start
//! with `Memory::find`.

use super::engine::Searched;
use crate::analysis::Iteration;
use crate::search::{Bound, Limits, MAX_PLY};

/// When a search ends, and how many lines it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    depth: Option<u32>,
    nodes: Option<u64>,
    seldepth: Option<usize>,
    multi_pv: usize,
}

impl Extent {
    /// Of a search without a clock and among all moves.
    pub(super) fn new(limits: &Limits, seldepth: Option<usize>) -> Extent {
        debug_assert!(limits.search_moves.is_empty());
        Extent {
            depth: limits.depth,
            nodes: limits.nodes,
            seldepth,
            multi_pv: limits.multi_pv,
        }
    }

    /// What a search that came to `whole` would have come to had it ended here.
    /// None if this cannot be told, or lies beyond it.
    fn beginning_of(&self, whole: &Searched, extent: &Extent) -> Option<Searched> {
        let is_cut = |nodes: u64, limit: Option<u64>| limit.is_some_and(|limit| nodes >= limit);
        for (index, report) in whole.iterations.iter().enumerate() {
            // What is reported at the end of its own nodes may be half an iteration.
            if is_cut(report.nodes, extent.nodes) {
                return None;
            }
            if is_cut(report.nodes, self.nodes) {
                return self.settled(&whole.iterations[..index]);
            }
            let by_depth = self.depth.is_some_and(|depth| report.depth >= depth);
            let by_seldepth = self.seldepth.is_some_and(|plies| report.seldepth >= plies);
            let is_last = report.depth as usize + 1 >= MAX_PLY;
            if report.bound == Bound::Exact && (by_depth || by_seldepth || is_last) {
                // After its last depth it stops by itself, else in the first node
                // of the next iteration.
                let one_more = u64::from(!by_depth && !is_last);
                return Some(Searched {
                    iterations: whole.iterations[..=index].to_vec(),
                    nodes: report.nodes + one_more,
                });
            }
        }
        match is_cut(whole.nodes, self.nodes) {
            true => self.settled(&whole.iterations),
            false => None,
        }
    }

    /// Cut in the middle of an iteration by its own nodes: several lines stand as
    /// they were last finished. A single one may have been overtaken in between,
    /// which is not known here.
    fn settled(&self, finished: &[Iteration]) -> Option<Searched> {
        let is_settled = self.multi_pv > 1 && !finished.is_empty();
        self.nodes.filter(|_| is_settled).map(|nodes| Searched {
            iterations: finished.to_vec(),
            nodes,
        })
    }
}

/// What was found out about a position and the one after it.
#[derive(Debug)]
pub(super) struct Memory {
    repeats_itself: bool,
    searches: Vec<(Vec<u64>, Extent, Searched)>,
}

impl Memory {
    /// Of searches by one thread, or by several, which never go the same way twice.
    pub(super) fn new(threads: usize) -> Memory {
        Memory {
            repeats_itself: threads == 1,
            searches: Vec::new(),
        }
    }

    /// Whether a search always goes the same way.
    pub(super) fn repeats_itself(&self) -> bool {
        self.repeats_itself
    }

    /// A search of `position`, or the beginning of a longer one.
    pub(super) fn find(&self, position: &[u64], extent: &Extent) -> Option<Searched> {
        let here = self.searches.iter().filter(|(at, ..)| at == position);
        here.filter(|(_, other, _)| other.multi_pv == extent.multi_pv)
            .find_map(|(_, other, searched)| match other == extent {
                true => Some(searched.clone()),
                false if self.repeats_itself => extent.beginning_of(searched, other),
                false => None,
            })
    }

    /// Remembers a search that was not interrupted.
    pub(super) fn keep(&mut self, position: Vec<u64>, extent: Extent, searched: Searched) {
        let is_same = |(at, other, _): &(Vec<u64>, Extent, Searched)| {
            (at.as_slice(), other) == (position.as_slice(), &extent)
        };
        self.searches.retain(|kept| !is_same(kept));
        self.searches.push((position, extent, searched));
    }

    /// Forgets all but what is known of `position`.
    pub(super) fn keep_only(&mut self, position: &[u64]) {
        self.searches.retain(|(at, ..)| at == position);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::analysis::Probe;
    use crate::board::{Game, Position};
    use crate::eval::Weights;
    use crate::notation::parse_fen;

    /// Quiet, sharp, an endgame, a mate, and one legal move.
    const POSITIONS: [&str; 6] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1",
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
        "7k/8/8/8/8/8/1r6/K7 w - - 0 1",
    ];

    fn searched(
        probe: &mut Probe,
        game: &Game,
        limits: &Limits,
        seldepth: Option<usize>,
    ) -> Searched {
        probe.clear();
        let search = probe.search(game, limits.clone(), seldepth, &AtomicBool::new(false));
        let mut iterations = search.iterations.clone();
        iterations.iter_mut().for_each(|one| one.time_ms = 0);
        Searched {
            nodes: search.nodes(),
            iterations,
        }
    }

    /// Every way to end a search earlier that the longer one tells of comes to
    /// what that search comes to. By depth and by selective depth it always tells;
    /// by nodes it does for several lines, after the first iteration.
    #[test]
    fn a_shorter_search_is_the_beginning_of_a_longer_one() {
        let mut probe = Probe::new(Arc::new(Weights::embedded()), 1).unwrap();
        for fen in POSITIONS {
            let game = Game::new(parse_fen(fen).unwrap());
            for multi_pv in [1, 5] {
                let limits = |nodes, depth| Limits {
                    nodes,
                    depth,
                    multi_pv,
                    ..Limits::default()
                };
                let long = limits(Some(40_000), None);
                let whole = searched(&mut probe, &game, &long, None);
                let extent = Extent::new(&long, None);
                let mut shorter: Vec<(Limits, Option<usize>)> = Vec::new();
                shorter.extend([1, 3, 6].map(|depth| (limits(None, Some(depth)), None)));
                shorter.extend([4, 9, 14].map(|plies| (limits(Some(20_000), None), Some(plies))));
                shorter.extend([50, 999, 5_000, 19_999].map(|n| (limits(Some(n), None), None)));
                for (limits, seldepth) in shorter {
                    let wanted = Extent::new(&limits, seldepth);
                    let made = searched(&mut probe, &game, &limits, seldepth);
                    let is_by_nodes = limits.nodes.is_some_and(|limit| made.nodes >= limit);
                    let is_told =
                        !is_by_nodes || multi_pv > 1 && made.iterations[0].nodes < made.nodes;
                    let beginning = wanted.beginning_of(&whole, &extent);
                    assert!(beginning == is_told.then_some(made), "{fen} {wanted:?}");
                }
            }
        }
    }

    #[test]
    fn what_may_lie_beyond_the_end_is_not_told() {
        let mut probe = Probe::new(Arc::new(Weights::embedded()), 1).unwrap();
        let game = Game::new(parse_fen(POSITIONS[1]).unwrap());
        let long = Limits::nodes(5_000);
        let whole = searched(&mut probe, &game, &long, None);
        let extent = Extent::new(&long, None);
        let deepest = whole.iterations.last().unwrap().depth;
        for (limits, seldepth) in [
            (Limits::nodes(6_000), None),
            (Limits::nodes(3_000), None),
            (
                Limits {
                    depth: Some(deepest + 1),
                    ..Limits::default()
                },
                None,
            ),
            (Limits::default(), Some(60)),
        ] {
            let wanted = Extent::new(&limits, seldepth);
            assert_eq!(wanted.beginning_of(&whole, &extent), None, "{wanted:?}");
        }
    }

    #[test]
    fn only_searches_of_the_same_position_and_lines_are_found() {
        let searched = Searched {
            iterations: Vec::new(),
            nodes: 7,
        };
        let extent = Extent::new(&Limits::nodes(100), None);
        let mut memory = Memory::new(1);
        memory.keep(vec![1], extent, searched.clone());
        assert_eq!(memory.find(&[1], &extent), Some(searched));
        assert_eq!(memory.find(&[2], &extent), None);
        let lines = Limits {
            multi_pv: 2,
            ..Limits::nodes(100)
        };
        assert_eq!(memory.find(&[1], &Extent::new(&lines, None)), None);
        memory.keep_only(&[2]);
        assert_eq!(memory.find(&[1], &extent), None);
    }

    #[test]
    fn several_threads_are_no_beginning_of_anything() {
        let mut probe = Probe::new(Arc::new(Weights::embedded()), 1).unwrap();
        let game = Game::new(Position::start());
        let depth = |depth| Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let whole = searched(&mut probe, &game, &depth(4), None);
        let [long, short] = [4, 2].map(|plies| Extent::new(&depth(plies), None));
        for (threads, is_found) in [(1, true), (2, false)] {
            let mut memory = Memory::new(threads);
            memory.keep(vec![1], long, whole.clone());
            assert_eq!(memory.find(&[1], &long).as_ref(), Some(&whole));
            assert_eq!(memory.find(&[1], &short).is_some(), is_found);
        }
    }
}

//! How far a search of a probe goes, and what a shorter one shares with a longer
//! one: the contract of the search, with the selective depth as one more end.

use super::iteration::Iteration;
use plumb_engine::search::{Limits, Milestone, Prefix, prefix};

/// What ends a search, and what it looks at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    limits: Limits,
    seldepth: Option<usize>,
}

impl Extent {
    /// Of a search within `limits` that also ends once a finished iteration has
    /// reached `seldepth`, in plies; as [`Probe::search`](super::Probe::search)
    /// takes them.
    pub fn new(limits: &Limits, seldepth: Option<usize>) -> Extent {
        Extent {
            limits: limits.clone(),
            seldepth,
        }
    }

    /// What a search that ends here comes to, told from the iterations and the
    /// nodes of one that went to `longer`: how many of the iterations it makes,
    /// and its nodes. None where this cannot be told.
    ///
    /// Both must be of a cleared probe with one thread and the same table size, in
    /// the same position with the same history. What is told is exact but for the
    /// times. By depth and by selective depth it is told wherever the longer search
    /// comes so far; by nodes only for several lines and after the first
    /// iteration. `search::prefix` says why.
    pub fn prefix_of(
        &self,
        iterations: &[Iteration],
        nodes: u64,
        longer: &Extent,
    ) -> Option<Prefix> {
        let reports = iterations.iter().map(|iteration| Milestone {
            depth: iteration.depth,
            nodes: iteration.nodes,
            bound: iteration.bound,
            is_enough: iteration.reaches(self.seldepth),
        });
        prefix(reports, nodes, &longer.limits, &self.limits)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::analysis::Probe;
    use plumb_chess::board::Game;
    use plumb_chess::notation::parse_fen;
    use plumb_engine::eval::Weights;

    /// Quiet, sharp, an endgame, a mate, and one legal move.
    const POSITIONS: [&str; 6] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1",
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
        "7k/8/8/8/8/8/1r6/K7 w - - 0 1",
    ];

    /// The iterations, without times, and the nodes of a search by itself.
    type SearchTrace = (Vec<Iteration>, u64);

    fn searched(
        probe: &mut Probe,
        game: &Game,
        limits: &Limits,
        seldepth: Option<usize>,
    ) -> SearchTrace {
        probe.clear();
        let search = probe.search(game, limits.clone(), seldepth, &AtomicBool::new(false));
        let mut iterations = search.iterations.clone();
        iterations.iter_mut().for_each(|one| one.time_ms = 0);
        (iterations, search.nodes())
    }

    /// The search that a prefix stands for.
    fn beginning_of(whole: &SearchTrace, extent: &Extent, wanted: &Extent) -> Option<SearchTrace> {
        let prefix = wanted.prefix_of(&whole.0, whole.1, extent)?;
        Some((whole.0[..prefix.reports].to_vec(), prefix.nodes))
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
                    let is_by_nodes = limits.nodes.is_some_and(|limit| made.1 >= limit);
                    let is_told = !is_by_nodes || multi_pv > 1 && made.0[0].nodes < made.1;
                    let beginning = beginning_of(&whole, &extent, &wanted);
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
        let deepest = whole.0.last().unwrap().depth;
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
            assert_eq!(beginning_of(&whole, &extent, &wanted), None, "{wanted:?}");
        }
    }
}

//! What the moves of a position look like at a first glance: a search of a few plies for
//! many lines, some milliseconds long.

use std::sync::atomic::{AtomicBool, Ordering};

use super::exchange_ranking::exchange_ranking;
use super::iteration::RankedLine;
use super::levels::level_value;
use super::probe::{Probe, Search};
use crate::board::{Game, Move};
use crate::choice::{Decision, Ranking};
use crate::search::Limits;

/// The deepest iteration of a first glance, in plies.
pub const GLANCE_DEPTH: u32 = 6;
/// The lines of a first glance, or all moves where there are fewer.
pub const GLANCE_LINES: usize = 10;
/// Nodes of a first glance.
pub const GLANCE_NODES: u64 = 3_000;

/// A first glance.
#[derive(Clone, Debug)]
pub struct Glance<'a> {
    /// What it saw.
    pub decision: Decision<'a>,
    /// Nodes searched.
    pub nodes: u64,
}

/// The limits of a first glance of so many nodes.
pub fn glance_limits(nodes: u64) -> Limits {
    Limits {
        depth: Some(GLANCE_DEPTH),
        nodes: Some(nodes),
        multi_pv: GLANCE_LINES,
        ..Limits::default()
    }
}

/// The decision on the board of `game` after a first glance; its position must have a move.
/// Where captures of captures keep the nodes from sufficing for one ply, exchanges stand in for
/// it, which are counted in no time: whatever the position, a glance takes as long. Nothing when
/// stopped.
pub fn glance_at<'a>(probe: &mut Probe, game: &'a Game, stop: &AtomicBool) -> Option<Glance<'a>> {
    let position = game.position();
    let lines = GLANCE_LINES.min(position.legal_moves().len());
    probe.clear();
    let search = probe.search(game, glance_limits(GLANCE_NODES), None, stop);
    let mut glance = rankings(&search, lines);
    if glance.is_empty() {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut ranking = exchange_ranking(position, probe.weights());
        ranking.truncate(lines);
        glance.push(ranking);
    }
    Some(Glance {
        decision: Decision::after(game, glance),
        nodes: search.nodes(),
    })
}

/// The iterations that finished so many lines.
fn rankings(search: &Search, lines: usize) -> Vec<Ranking> {
    let whole = search
        .iterations
        .iter()
        .filter(|one| one.lines.len() == lines);
    let entry = |line: &RankedLine| -> (Move, i32) { (line.moves[0], level_value(line.score)) };
    whole
        .map(|iteration| iteration.lines.iter().map(entry).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::eval::Weights;
    use crate::notation::parse_fen;

    /// How many rankings a glance has, how many lines the first of them, and how many nodes.
    fn glance(fen: &str) -> (usize, usize, u64) {
        let mut probe = Probe::new(Arc::new(Weights::embedded()), 4).unwrap();
        let game = Game::new(parse_fen(fen).unwrap());
        let never = AtomicBool::new(false);
        let Glance { decision, nodes } = glance_at(&mut probe, &game, &never).unwrap();
        (decision.glance.len(), decision.glance[0].len(), nodes)
    }

    #[test]
    fn no_position_takes_more_nodes() {
        let quiet = glance("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert!(quiet.0 > 1 && quiet.1 == GLANCE_LINES, "{quiet:?}");
        let crowded =
            glance("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        assert_eq!((crowded.0, crowded.1), (1, GLANCE_LINES));
        assert!(crowded.2 <= GLANCE_NODES, "{crowded:?}");
        assert_eq!(glance("7k/8/8/8/8/8/6q1/7K w - - 0 1").1, 1);
    }
}

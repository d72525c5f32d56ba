//! What the moves of a position look like at a first glance: a search of a few plies for
//! many lines, some milliseconds long.

use std::sync::atomic::{AtomicBool, Ordering};

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
/// Where many captures keep the nodes from sufficing for one ply, it looks again with four
/// times as many. Nothing when stopped.
pub fn glance_at<'a>(probe: &mut Probe, game: &'a Game, stop: &AtomicBool) -> Option<Decision<'a>> {
    let lines = GLANCE_LINES.min(game.position().legal_moves().len());
    let mut nodes = GLANCE_NODES;
    while !stop.load(Ordering::Relaxed) {
        probe.clear();
        let search = probe.search(game, glance_limits(nodes), None, stop);
        let glance = rankings(&search, lines);
        if !glance.is_empty() {
            return Some(Decision::after(game, glance));
        }
        nodes = nodes.saturating_mul(4);
    }
    None
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

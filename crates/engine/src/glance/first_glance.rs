//! The search of a first glance, and what it saw as a decision.

use std::sync::atomic::{AtomicBool, Ordering};

use super::exchange_ranking::exchange_ranking;
use super::level_value::level_value;
use crate::choice::{Decision, Ranking};
use crate::search::{Limits, Line, Observer, Report, SearchTask, Shared, Timer, Worker};
use plumb_chess::board::{Game, Move};

/// The deepest iteration of a first glance, in plies.
pub const GLANCE_DEPTH: u32 = 6;
/// The lines of a first glance, or all moves where there are fewer.
pub const GLANCE_LINES: usize = 10;
/// Nodes of a first glance.
pub const GLANCE_NODES: u64 = 3_000;
/// The table that a first glance searches with, in MiB: room for many times its nodes, and quickly
/// cleared.
pub const GLANCE_HASH_MB: usize = 1;

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
/// `shared` must have a cleared table and no other thread, so that a glance depends on the game
/// alone. Where captures of captures keep the nodes from sufficing for one ply, or
/// `timer` or `stop` end the search before that, exchanges stand in for it, which are counted
/// in no time: whatever the position, a glance takes as long.
pub fn first_glance<'a>(
    shared: &Shared,
    worker: &mut Worker,
    game: &'a Game,
    timer: &Timer,
    stop: Option<&AtomicBool>,
) -> Glance<'a> {
    let position = game.position();
    let lines = GLANCE_LINES.min(position.legal_moves().len());
    worker.clear();
    let mut recorder = RankingRecorder {
        lines,
        rankings: Vec::new(),
        stop,
    };
    let limits = glance_limits(GLANCE_NODES);
    let outcome = SearchTask::new(shared, game, &limits, timer, &mut recorder).run(worker);
    let mut rankings = recorder.rankings;
    if rankings.is_empty() {
        let mut ranking = exchange_ranking(position, &shared.weights);
        ranking.truncate(lines);
        rankings.push(ranking);
    }
    Glance {
        decision: Decision::after(game, rankings),
        nodes: outcome.last.nodes,
    }
}

/// Keeps the iterations that have finished so many lines.
struct RankingRecorder<'a> {
    lines: usize,
    rankings: Vec<Ranking>,
    stop: Option<&'a AtomicBool>,
}

impl Observer for RankingRecorder<'_> {
    fn report(&mut self, report: &Report) {
        if report.lines.len() == self.lines {
            let entry = |line: &Line| -> (Move, i32) { (line.moves[0], level_value(line.score)) };
            self.rankings.push(report.lines.iter().map(entry).collect());
        }
    }

    /// What is recorded must not depend on how fast the machine is.
    fn wants_failed_windows(&self) -> bool {
        true
    }

    fn wants_to_stop(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::eval::Weights;
    use plumb_chess::notation::parse_fen;

    /// How many rankings a glance has, how many lines the first of them, and how many nodes.
    fn glance(fen: &str) -> (usize, usize, u64) {
        let weights = Arc::new(Weights::embedded());
        let shared = Shared::new(Arc::clone(&weights), GLANCE_HASH_MB, 1).unwrap();
        let mut worker = Worker::new(0, weights).unwrap();
        let game = Game::new(parse_fen(fen).unwrap());
        let timer = Timer::start(&Limits::default());
        shared.begin_search();
        let Glance { decision, nodes } = first_glance(&shared, &mut worker, &game, &timer, None);
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

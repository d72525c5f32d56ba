//! What a longer look adds to a first glance: a list of the best moves, and the choice of a
//! search for one line.

use super::level_value::level_value;
use crate::choice::{Decision, Ranking};
use crate::search::{Limits, Line, Report, SearchTask, Shared, Timer, Worker};
use plumb_chess::board::{Game, Move};

/// The lines of the list, or all moves where there are fewer; as many as a record has.
const LIST_LINES: usize = 5;
/// Nodes of the list: those of a record in the profile `screen`, which keeps a fifth of 12,000
/// back for a move outside the list.
const LIST_NODES: u64 = 9_600;
/// Nodes of the search for one line, as in that profile.
const CHOICE_NODES: u64 = 12_000;

/// Adds to a decision of a first glance at `game` what a record has beside it; nothing where
/// `timer` leaves no time for both. `shared` must have no other thread; its table and the
/// worker's memory are forgotten before each search, as for a record. Returns the nodes searched.
pub fn second_look(
    decision: &mut Decision,
    shared: &Shared,
    worker: &mut Worker,
    game: &Game,
    timer: &Timer,
) -> u64 {
    let lines = LIST_LINES.min(decision.position.legal_moves().len());
    let list = Limits {
        multi_pv: LIST_LINES,
        ..Limits::nodes(LIST_NODES)
    };
    let mut iterations: Vec<Report> = Vec::new();
    forget(shared, worker);
    let mut nodes = SearchTask::new(shared, game, &list, timer, &mut iterations)
        .run(worker)
        .last
        .nodes;
    let last = iterations
        .iter()
        .rfind(|report| report.lines.len() == lines);
    let Some(last) = last else {
        return nodes;
    };
    let entry = |line: &Line| -> (Move, i32) { (line.moves[0], level_value(line.score)) };
    let ranking: Ranking = last.lines.iter().map(entry).collect();
    forget(shared, worker);
    let choice = Limits::nodes(CHOICE_NODES);
    let mut iterations: Vec<Report> = Vec::new();
    nodes += SearchTask::new(shared, game, &choice, timer, &mut iterations)
        .run(worker)
        .last
        .nodes;
    let Some(line) = iterations.last().and_then(|last| last.lines.first()) else {
        return nodes;
    };
    decision.list = Some(ranking);
    decision.first_choice = line.moves.first().copied();
    nodes
}

fn forget(shared: &Shared, worker: &mut Worker) {
    shared.table.wipe();
    worker.clear();
}

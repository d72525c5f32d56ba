//! A search that plays like a player of some strength: what he sees, and which
//! of the moves that look good to him he plays.
//!
//! Errors are those of people. He looks only some plies ahead, after some moves
//! less far than after others, and now and then he does not think of any reply
//! to a move; what he would have seen a ply later, he misses. Among moves by
//! what they seem to be worth to him he chooses by Regan's model (`choice`), so
//! that near-equals are exchanged often and clear losses are hardly ever
//! chosen. A move that throws something away is therefore one whose refutation
//! lies behind what was looked at.
//!
//! Depth and nodes limit the search, so the strength is the same on every
//! machine that reaches them within its time; the clock is obeyed all the same.
//! The table and the histories are cleared before, so that a move follows from
//! the position, its history, the level and the draws alone. What is reported
//! is the move that is played and what the search, not the player, says of it.
//! Start with `search_limited`.

use super::strength::Level;
use crate::choice::{partial_credit, scaled_difference};
use crate::eval::account;
use crate::search::{Limits, Report, Score, SearchOutcome, SearchTask, Shared, Worker};
use plumb_chess::board::{Move, Position};
use plumb_support::random::Random;

/// A level and the draws by which this move is chosen.
pub(super) struct LimitedPlayer {
    pub level: Level,
    pub random: Random,
}

/// Searches within the level's limits as well as the task's, and chooses a
/// move. `task.shared` must have a cleared table and no other thread.
pub(super) fn search_limited(
    player: LimitedPlayer,
    task: &SearchTask,
    worker: &mut Worker,
) -> SearchOutcome {
    let LimitedPlayer { level, mut random } = player;
    let (position, limits) = (task.game.position(), task.limits);
    let depth = random.rounded(level.depth);
    // Some moves are thought about longer: without this, a level with one line
    // would play the same game again and again.
    let nodes = (level.nodes as f64 * (0.75 + 0.5 * random.unit())) as u64;
    let own = Limits {
        depth: Some(limits.depth.map_or(depth, |limit| limit.min(depth))),
        nodes: Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes))),
        multi_pv: random.rounded(level.lines) as usize,
        search_moves: if level.sees_mates {
            without_mate_in_one(position, &limits.search_moves)
        } else {
            limits.search_moves.clone()
        },
        ..limits.clone()
    };
    worker.clear();
    let mut iterations: Vec<Report> = Vec::new();
    let mut outcome = task.with(&own, &mut iterations).run(worker);
    worker.clear();

    let moves: Vec<Move> = outcome
        .last
        .lines
        .iter()
        .map(|line| line.moves[0])
        .collect();
    if moves.is_empty() {
        return outcome;
    }
    let scores = moves.iter().map(|&mv| {
        if random.happens(level.overlooked) {
            return score_without_reply(position, mv, task.shared);
        }
        let mut depth = iterations.len();
        while depth > 1 && random.happens(level.shallow) {
            depth -= 1;
        }
        score_at_iteration(&iterations, depth, mv)
    });
    let scores: Vec<Score> = scores.collect();
    let chosen = choose(&scores, &level, random.unit());
    outcome.last.lines[..=chosen].rotate_right(1);
    outcome.last.lines.truncate(limits.multi_pv.max(1));
    let line = &outcome.last.lines[0];
    outcome.best = line.moves.first().copied();
    outcome.ponder = line.moves.get(1).copied();
    task.observer.borrow_mut().report(&outcome.last);
    outcome
}

/// What the search said of a move when it had come to the iteration with this
/// number, from 1; a later one where the move was not among the lines yet.
fn score_at_iteration(iterations: &[Report], number: usize, mv: Move) -> Score {
    let later = iterations[number.saturating_sub(1).min(iterations.len())..].iter();
    let mut found = later.filter_map(|report| {
        let line = report.lines.iter().find(|line| line.moves[0] == mv);
        line.map(|line| line.score)
    });
    found.next().unwrap_or(Score::DRAW)
}

/// The static evaluation of the position after a move, from the mover's side: what a player
/// goes by who thinks of no reply.
fn score_without_reply(position: &Position, mv: Move, shared: &Shared) -> Score {
    let after = position.play(mv);
    Score::cp(-account(&after, &shared.weights).score_cp())
}

/// The index of the move that is played. `scores` are what the moves seem to be worth to the
/// player, from his side; `point`, from 0 to 1, is the draw.
fn choose(scores: &[Score], level: &Level, point: f64) -> usize {
    let by_score = (0..scores.len()).rev().max_by_key(|&index| scores[index]);
    let best = by_score.unwrap_or_default();
    // To the model all mates are worth the same; a game has to end.
    if scores[best].is_mate() && scores[best] > Score::DRAW {
        return best;
    }
    let best_cp = scores[best].to_int();
    let differences: Vec<f64> = scores
        .iter()
        .map(|score| scaled_difference(best_cp, score.to_int()))
        .collect();
    let shares = partial_credit(&differences, level.sensitivity, level.consistency);
    let mut left = point;
    for (index, share) in shares.iter().enumerate() {
        left -= share;
        if left < 0.0 {
            return index;
        }
    }
    best
}

/// The moves that somebody considers who always sees a mate in one: those that
/// mate, or else those that allow none. Only moves of `among` count, if it has any;
/// where nothing is left out, or nothing left, `among` comes back.
fn without_mate_in_one(position: &Position, among: &[Move]) -> Vec<Move> {
    let legal = position.legal_moves();
    let named = |mv: &Move| among.contains(mv);
    let moves: Vec<Move> = if legal.iter().any(named) {
        legal.iter().copied().filter(named).collect()
    } else {
        legal.to_vec()
    };
    let mates = |position: &Position, mv: Move| {
        let after = position.play(mv);
        after.in_check() && after.has_no_moves()
    };
    let mating: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|&mv| mates(position, mv))
        .collect();
    if !mating.is_empty() {
        return mating;
    }
    let safe: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|&mv| {
            let after = position.play(mv);
            !after
                .legal_moves()
                .iter()
                .any(|&reply| mates(&after, reply))
        })
        .collect();
    if safe.is_empty() || safe.len() == moves.len() {
        among.to_vec()
    } else {
        safe
    }
}

#[cfg(test)]
#[path = "limited_tests.rs"]
mod tests;

//! Plays as people of a rating choose: each move as often as the human-choice model says.
//!
//! The model (`choice`) knows what moves look like at a first glance and at a second look
//! (`glance`), and how often people of a rating then play each of them; one is drawn. So the
//! opponent has people's preferences, not only their errors: it recaptures, castles, goes on
//! with a plan and overlooks what they overlook. That takes some hundredths of a second a move;
//! where the clock leaves less, the glance has to do.
//!
//! What is reported is the move that is played and what a short search says of it. Start with
//! `search_as_person`.

use std::sync::Arc;

use crate::choice::{HumanModel, Sight, move_features};
use crate::glance::{GLANCE_NODES, first_glance, second_look};
use crate::search::{Limits, SearchOutcome, SearchTask, Worker};
use plumb_chess::board::Move;
use plumb_support::random::Random;

/// A person of a rating, and the draw by which this move is chosen.
pub(super) struct Person {
    /// The human-choice model.
    pub model: Arc<HumanModel>,
    /// The rating over the board at long time controls.
    pub rating: f64,
    /// The draw.
    pub random: Random,
}

/// Chooses a move as such a person would, among those of `limits` if it names any, and searches
/// what it is worth. `task.shared` must have a cleared table and no other thread.
pub(super) fn search_as_person(
    person: Person,
    task: &SearchTask,
    worker: &mut Worker,
) -> SearchOutcome {
    let limits = task.limits;
    let mut own = Limits {
        nodes: Some(
            limits
                .nodes
                .map_or(GLANCE_NODES, |nodes| nodes.min(GLANCE_NODES)),
        ),
        multi_pv: 1,
        ..limits.clone()
    };
    let choice = choice(person, task, worker);
    if let Some(choice) = &choice {
        own.search_moves = vec![choice.mv];
    }
    let mut outcome = task.with(&own, &mut ()).run(worker);
    worker.clear();
    outcome.last.nodes += choice.map_or(0, |choice| choice.nodes);
    if outcome.best.is_some() {
        task.observer.borrow_mut().report(&outcome.last);
    }
    outcome
}

/// A move that was drawn.
struct Choice {
    mv: Move,
    /// Nodes searched before.
    nodes: u64,
}

/// The move that is drawn; none where there is no legal move.
fn choice(person: Person, task: &SearchTask, worker: &mut Worker) -> Option<Choice> {
    let &SearchTask {
        shared,
        game,
        timer,
        ..
    } = task;
    let among = &task.limits.search_moves;
    if game.position().has_no_moves() {
        return None;
    }
    let Person {
        model,
        rating,
        mut random,
    } = person;
    let glance = first_glance(shared, worker, game, timer, None);
    let mut decision = glance.decision;
    let nodes = glance.nodes + second_look(&mut decision, shared, worker, game, timer);
    let sight = match decision.list {
        Some(_) => Sight::Record,
        None => Sight::Glance,
    };
    let (moves, features): (Vec<Move>, Vec<_>) = move_features(&decision).into_iter().unzip();
    let shares = model.shares(&features, sight, rating);
    let is_free = !moves.iter().any(|mv| among.contains(mv));
    let choices = moves.into_iter().zip(shares);
    let choices: Vec<(Move, f64)> = choices
        .filter(|(mv, _)| is_free || among.contains(mv))
        .collect();
    let all: f64 = choices.iter().map(|(_, share)| share).sum();
    let mv = draw_move(&choices, random.unit() * all)?;
    Some(Choice { mv, nodes })
}

/// The move drawn from `choices`, each with its share: the first at which the shares, added up,
/// pass `point`, a number from 0 to their sum.
fn draw_move(choices: &[(Move, f64)], point: f64) -> Option<Move> {
    let mut left = point;
    let passed = choices.iter().find(|(_, share)| {
        left -= share;
        left < 0.0
    });
    // Rounding may leave a last crumb.
    passed.or(choices.last()).map(|&(mv, _)| mv)
}

#[cfg(test)]
#[path = "person_tests.rs"]
mod tests;

//! Regan's model of choice as a policy.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::first_look::FirstLook;
use super::question::{History, Policy, PolicyError, PolicyQuestion};
use plumb_chess::board::Move;
use plumb_engine::choice::{Ranking, ReganSkill, partial_credit, scaled_difference};
use plumb_engine::eval::Weights;
use plumb_engine::search::OutOfMemory;

/// Regan's model ([`partial_credit`]): how likely a move is depends on how much it seems to
/// lose, and on nothing else. What moves are worth is said by a first glance; s and c follow the
/// rating. The opponent's rating does not matter.
pub struct ReganPolicy {
    skill: Arc<ReganSkill>,
    look: FirstLook,
}

impl ReganPolicy {
    /// With s and c from this table; `weights` are the evaluation's.
    pub fn new(skill: Arc<ReganSkill>, weights: Arc<Weights>) -> Result<ReganPolicy, OutOfMemory> {
        let look = FirstLook::new(weights)?;
        Ok(ReganPolicy { skill, look })
    }

    /// Answers [`PolicyError::Stopped`] once `stop` is true.
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> ReganPolicy {
        self.look.stop = stop;
        self
    }
}

impl Policy for ReganPolicy {
    fn name(&self) -> String {
        "regan".to_owned()
    }

    fn history(&self) -> History {
        History::Position
    }

    fn chances(&mut self, question: &PolicyQuestion<'_>) -> Result<Vec<(Move, f64)>, PolicyError> {
        let rankings = self.look.rankings(question.game.position())?;
        let last = rankings.last().ok_or(PolicyError::NoMoves)?;
        let player = self.skill.at(question.rating);
        let differences = differences(last, question.legal)?;
        let credits = partial_credit(&differences, player.sensitivity, player.consistency);
        Ok(question.legal.iter().copied().zip(credits).collect())
    }
}

/// The scaled difference of each legal move from the best of a list. A move that is not listed
/// counts as the worst that is.
fn differences(list: &Ranking, legal: &[Move]) -> Result<Vec<f64>, PolicyError> {
    let values = list.iter().map(|&(_, cp)| cp);
    let best = values.clone().max().ok_or(PolicyError::NoMoves)?;
    let worst = values.min().ok_or(PolicyError::NoMoves)?;
    let value = |mv: &Move| {
        let entry = list.iter().find(|(listed, _)| listed == mv);
        entry.map_or(worst, |&(_, cp)| cp)
    };
    let difference = |mv: &Move| scaled_difference(best, value(mv));
    Ok(legal.iter().map(difference).collect())
}

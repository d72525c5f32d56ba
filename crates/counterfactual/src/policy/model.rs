//! The human-choice model as a policy.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::first_look::FirstLook;
use super::question::{History, Policy, PolicyError, PolicyQuestion};
use plumb_chess::board::Move;
use plumb_engine::choice::{Decision, HumanModel, Sight, move_features};
use plumb_engine::eval::Weights;
use plumb_engine::search::OutOfMemory;

/// Plumb's own model of how people choose ([`HumanModel`]), after a first glance. Ratings are
/// those over the board at long time controls; the opponent's does not matter.
pub struct ModelPolicy {
    model: Arc<HumanModel>,
    look: FirstLook,
    looks_again: bool,
}

impl ModelPolicy {
    /// With this model; `weights` are the evaluation's.
    pub fn new(model: Arc<HumanModel>, weights: Arc<Weights>) -> Result<ModelPolicy, OutOfMemory> {
        let look = FirstLook::new(weights)?;
        Ok(ModelPolicy {
            model,
            look,
            looks_again: false,
        })
    }

    /// Takes a second look, as long as a record's of fair play, after each glance: strong players
    /// see more than a glance does. It takes some six times as long.
    pub fn with_second_look(mut self) -> ModelPolicy {
        self.looks_again = true;
        self
    }

    /// Answers [`PolicyError::Stopped`] once `stop` is true.
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> ModelPolicy {
        self.look.stop = stop;
        self
    }
}

impl Policy for ModelPolicy {
    fn name(&self) -> String {
        match self.looks_again {
            false => "model".to_owned(),
            true => "second-look".to_owned(),
        }
    }

    fn history(&self) -> History {
        History::LastMoves
    }

    fn chances(&mut self, question: &PolicyQuestion<'_>) -> Result<Vec<(Move, f64)>, PolicyError> {
        let position = question.game.position();
        let rankings = self.look.rankings(position)?;
        let second = match self.looks_again {
            true => self.look.second_look(position, &rankings)?,
            false => (None, None),
        };
        let mut decision = Decision::after(question.game, rankings);
        (decision.list, decision.first_choice) = second;
        let sight = match decision.list {
            Some(_) => Sight::Record,
            None => Sight::Glance,
        };
        let (moves, features): (Vec<Move>, Vec<_>) = move_features(&decision).into_iter().unzip();
        let shares = self.model.shares(&features, sight, question.rating);
        Ok(moves.into_iter().zip(shares).collect())
    }
}

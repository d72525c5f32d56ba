//! What a person sees at a first glance, as a function of the position alone.
//!
//! A search knows how often its position stood before and how many plies passed without a
//! capture. Answers of a policy are remembered by less than that, so the glance is taken at the
//! same position as the start of a game. Start with `FirstLook::rankings`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::question::PolicyError;
use crate::bare_position::bare_position;
use plumb_chess::board::{Game, Move, Position};
use plumb_engine::choice::{Decision, Ranking};
use plumb_engine::eval::Weights;
use plumb_engine::glance::{GLANCE_HASH_MB, first_glance, second_look};
use plumb_engine::search::{Limits, OutOfMemory, Shared, Timer, Worker};

/// The memory that first glances are taken with.
pub(super) struct FirstLook {
    shared: Shared,
    worker: Worker,
    /// When this becomes true, a glance ends with [`PolicyError::Stopped`].
    pub(super) stop: Arc<AtomicBool>,
}

impl FirstLook {
    pub(super) fn new(weights: Arc<Weights>) -> Result<FirstLook, OutOfMemory> {
        Ok(FirstLook {
            shared: Shared::new(Arc::clone(&weights), GLANCE_HASH_MB, 1)?,
            worker: Worker::new(0, weights)?,
            stop: Arc::default(),
        })
    }

    /// Every iteration of a first glance at this position, which must have a move. They depend
    /// on the first four fields of its FEN alone.
    pub(super) fn rankings(&mut self, position: &Position) -> Result<Vec<Ranking>, PolicyError> {
        let game = Game::new(bare_position(position));
        if game.position().has_no_moves() {
            return Err(PolicyError::NoMoves);
        }
        self.shared.table.clear();
        self.shared.begin_search();
        let timer = Timer::start(&Limits::default());
        let (shared, worker) = (&self.shared, &mut self.worker);
        let glance = first_glance(shared, worker, &game, &timer, Some(&self.stop));
        if self.stop.load(Ordering::Relaxed) {
            return Err(PolicyError::Stopped);
        }
        Ok(glance.decision.glance)
    }

    /// What a second look adds to these rankings: a list of the best moves, and the choice of a
    /// search for one line.
    pub(super) fn second_look(
        &mut self,
        position: &Position,
        rankings: &[Ranking],
    ) -> Result<(Option<Ranking>, Option<Move>), PolicyError> {
        let game = Game::new(bare_position(position));
        let mut decision = Decision::after(&game, rankings.to_vec());
        self.shared.begin_search();
        let timer = Timer::start(&Limits::default());
        let (shared, worker) = (&self.shared, &mut self.worker);
        second_look(&mut decision, shared, worker, &game, &timer);
        if self.stop.load(Ordering::Relaxed) {
            return Err(PolicyError::Stopped);
        }
        Ok((decision.list, decision.first_choice))
    }
}

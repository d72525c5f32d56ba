//! What a person sees at a first glance, as a function of the position alone.
//!
//! A search knows how often its position stood before and how many plies passed without a
//! capture. Answers of a policy are remembered by less than that, so the glance is taken at the
//! same position as the start of a game. Start with `FirstLook::rankings`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::question::PolicyError;
use crate::board::{Game, Position};
use crate::choice::Ranking;
use crate::eval::Weights;
use crate::glance::{GLANCE_HASH_MB, first_glance};
use crate::search::{Limits, OutOfMemory, Shared, Timer, Worker};

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
        let game = Game::new(without_clocks(position)?);
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
}

/// The position as if a game began with it.
fn without_clocks(position: &Position) -> Result<Position, PolicyError> {
    let mut setup = position.to_setup();
    setup.halfmove_clock = 0;
    setup.fullmove_number = 1;
    // A position of a game is one that can be set up again.
    Position::from_setup(&setup).map_err(|error| PolicyError::Failed(error.to_string()))
}

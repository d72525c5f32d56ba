//! Somebody who plays as the human-choice model says that people of his rating do, after a
//! first glance at each position.

use std::sync::atomic::AtomicBool;

use plumb_chess::board::{Game, Move};
use plumb_coach::analysis::Probe;
use plumb_engine::choice::{HumanModel, RatedPlayer, Sight, move_features};
use plumb_support::random::Random;

/// A person of a rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimulatedPerson {
    /// His rating, whose it is, and how fast the game is.
    pub rated: RatedPlayer,
    /// The rating over the board at long time controls that it stands for.
    pub comparable: f64,
}

/// What somebody sees of a position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Glimpse {
    /// Every legal move, and how often people of his rating play it, 0 to 1.
    pub(super) shares: Vec<(Move, f64)>,
    /// What the best of them seems to be worth, in centipawns from his side, mates being
    /// large numbers.
    pub(super) level_cp: i32,
}

impl SimulatedPerson {
    /// What he sees on the board of `game`, where there must be a move; nothing when stopped.
    pub(super) fn glimpse(
        &self,
        game: &Game,
        people: &HumanModel,
        probe: &mut Probe,
        stop: &AtomicBool,
    ) -> Option<Glimpse> {
        let decision = probe.first_glance(game, stop)?.decision;
        let (moves, features): (Vec<_>, Vec<_>) = move_features(&decision).into_iter().unzip();
        let shares = people.shares(&features, Sight::Glance, self.comparable);
        let level = decision.glance.last().and_then(|ranking| ranking.first());
        Some(Glimpse {
            shares: moves.into_iter().zip(shares).collect(),
            level_cp: level.map_or(0, |&(_, cp)| cp),
        })
    }
}

impl Glimpse {
    /// A move, each as often as its share says.
    pub(super) fn drawn(&self, random: &mut Random) -> Option<Move> {
        let mut rest = random.unit();
        let reached = self.shares.iter().find(|(_, share)| {
            rest -= share;
            rest < 0.0
        });
        // Shares may sum to a little less than one.
        let reached = reached.or(self.shares.last());
        reached.map(|&(mv, _)| mv)
    }

    /// How often a move is played, 0 to 1.
    pub(super) fn share(&self, mv: Move) -> f64 {
        let found = self.shares.iter().find(|(other, _)| *other == mv);
        found.map_or(0.0, |&(_, share)| share)
    }
}

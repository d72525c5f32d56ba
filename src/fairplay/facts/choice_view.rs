//! What there was to choose from in a recorded position, as people and engines would have it.
//!
//! Depends on the position and what the engine saw there, never on what was played; only
//! `chosen` says that. Start with `ChoiceView::of`.

use serde::Serialize;

use super::decision::decision_of;
use crate::board::{Game, Move};
use crate::choice::{EngineModel, HumanModel, Sight, WeighedMoves, move_features};
use crate::fairplay::records::MoveRecord;

/// Shares below this count as this: a model knows nothing of one in ten thousand.
const LEAST_SHARE: f64 = 1e-4;

/// The shares of people and engines of every legal move of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceView {
    moves: Vec<Move>,
    people: WeighedMoves,
    engines: Vec<f64>,
    /// Which move was made.
    chosen: usize,
    /// The engine's first choice.
    first_choice: Option<usize>,
}

/// What people of a rating would choose, and how the move that was made compares.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ExpectedChoice {
    /// Of them, the share, 0 to 1, who would make the move that was made.
    pub share: f64,
    /// Of engines, the share who would.
    pub engine_share: f64,
    /// The share of people who would make the engine's first choice.
    pub first_choice_share: f64,
    /// ln(engine_share / share), in nats: above 0 the move is likelier for an engine than for them.
    pub log_ratio: f64,
    /// What that is on average where people of the rating choose.
    pub expected_log_ratio: f64,
    /// Its variance there.
    pub log_ratio_variance: f64,
    /// The share of people whose move has a log ratio above 0.
    pub engine_like_share: f64,
}

impl ChoiceView {
    /// The decision on the board of `game`, in which `played` was played; nothing where the
    /// record has no glance or no list.
    pub fn of(
        people: &HumanModel,
        engines: &EngineModel,
        game: &Game,
        record: &MoveRecord,
        played: Move,
    ) -> Option<ChoiceView> {
        let decision = decision_of(game, record)?;
        let (moves, features): (Vec<_>, Vec<_>) = move_features(&decision).into_iter().unzip();
        let place = |wanted: Move| moves.iter().position(|&mv| mv == wanted);
        Some(ChoiceView {
            people: people.weigh(&features, Sight::Record),
            engines: engines.shares(&features),
            chosen: place(played)?,
            first_choice: decision.first_choice.and_then(place),
            moves,
        })
    }

    /// The same position with another move made; nothing where it has no such move.
    pub fn choosing(&self, mv: Move) -> Option<ChoiceView> {
        let chosen = self.moves.iter().position(|&other| other == mv)?;
        Some(ChoiceView {
            chosen,
            ..self.clone()
        })
    }

    /// The engine's first choice was made.
    pub fn is_match(&self) -> bool {
        self.first_choice == Some(self.chosen)
    }

    /// ln(share of people of this rating who would make the move that was made), in nats.
    pub fn log_share(&self, rating: f64) -> f64 {
        libm::log(self.people.shares(rating)[self.chosen].max(LEAST_SHARE))
    }

    /// What people of a comparable rating would choose.
    pub fn expected(&self, rating: f64) -> ExpectedChoice {
        let shares = self.people.shares(rating);
        let log_ratio = |(people, engines): (&f64, &f64)| {
            libm::log(engines.max(LEAST_SHARE) / people.max(LEAST_SHARE))
        };
        let ratios: Vec<f64> = shares.iter().zip(&self.engines).map(log_ratio).collect();
        let mean = |value: &dyn Fn(f64) -> f64| -> f64 {
            let parts = shares.iter().zip(&ratios);
            parts.map(|(share, &ratio)| share * value(ratio)).sum()
        };
        let expected_log_ratio = mean(&|ratio| ratio);
        ExpectedChoice {
            share: shares[self.chosen],
            engine_share: self.engines[self.chosen],
            first_choice_share: self.first_choice.map_or(0.0, |place| shares[place]),
            log_ratio: ratios[self.chosen],
            expected_log_ratio,
            log_ratio_variance: mean(&|ratio| (ratio - expected_log_ratio).powi(2)),
            engine_like_share: mean(&|ratio| f64::from(u8::from(ratio > 0.0))).clamp(0.0, 1.0),
        }
    }
}

#[cfg(test)]
#[path = "choice_view_tests.rs"]
mod tests;

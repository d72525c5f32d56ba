//! What there was to choose from in a recorded position, as people and engines would have it.
//!
//! Depends on the position and what the engine saw there, never on what was played; only
//! `chosen` says that. Start with `ChoiceView::of`.

use serde::Serialize;

use super::decision::decision_of;
use super::move_facts::capped;
use crate::records::{LossLook, MoveRecord};
use plumb_chess::board::{Game, Move};
use plumb_engine::choice::{
    Decision, EngineModel, HumanModel, MoveFeatures, Ranking, Sight, WeighedMoves, move_features,
    scaled_difference,
};

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
    /// What each move loses as the record has it, scaled.
    losses: Vec<f64>,
    /// The same in centipawns, with evaluations held within ±`CAP_CP`.
    losses_cp: Vec<f64>,
    /// What the move that was made lost by a deep look, scaled; none where there was none.
    deep_loss: Option<f64>,
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
    /// What people of the rating lose here on average by the list and the glance, scaled.
    pub listed_loss: f64,
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
        let found = ChoiceView::with_features(people, engines, game, record, played)?;
        Some(found.0)
    }

    /// The same, and the features of each move, in the same order as the shares.
    pub(super) fn with_features(
        people: &HumanModel,
        engines: &EngineModel,
        game: &Game,
        record: &MoveRecord,
        played: Move,
    ) -> Option<(ChoiceView, Vec<MoveFeatures>)> {
        let decision = decision_of(game, record)?;
        let losses = listed_losses(&decision, |best, cp| {
            scaled_difference(best, cp).clamp(0.0, LOSS_LIMIT)
        });
        let losses_cp = listed_losses(&decision, capped_difference);
        let (moves, features): (Vec<_>, Vec<_>) = move_features(&decision).into_iter().unzip();
        let place = |wanted: Move| moves.iter().position(|&mv| mv == wanted);
        let view = ChoiceView {
            people: people.weigh(&features, Sight::Record),
            engines: engines.shares(&features),
            chosen: place(played)?,
            first_choice: decision.first_choice.and_then(place),
            losses: moves.iter().map(|mv| losses(*mv)).collect(),
            losses_cp: moves.iter().map(|mv| losses_cp(*mv)).collect(),
            deep_loss: deep_loss(record),
            moves,
        };
        Some((view, features))
    }

    /// The same position with another move made, which lost so much by a deep look; nothing
    /// where it has no such move.
    pub fn choosing(&self, mv: Move, deep_loss: Option<f64>) -> Option<ChoiceView> {
        let chosen = self.moves.iter().position(|&other| other == mv)?;
        Some(ChoiceView {
            chosen,
            deep_loss: match self.first_choice == Some(chosen) {
                true => Some(0.0),
                false => deep_loss,
            },
            ..self.clone()
        })
    }

    /// Which move was made, in the order of the shares.
    pub(super) fn chosen(&self) -> usize {
        self.chosen
    }

    /// The share, 0 to 1, of people of a comparable rating who would make each move.
    pub(super) fn people_shares(&self, rating: f64) -> Vec<f64> {
        self.people.shares(rating)
    }

    /// The engine's first choice was made.
    pub fn is_match(&self) -> bool {
        self.first_choice == Some(self.chosen)
    }

    /// What the move that was made loses by the list, in centipawns, with evaluations held
    /// within ±`CAP_CP`; outside the list no less than its last move and than the glance says.
    pub fn listed_loss_cp(&self) -> f64 {
        self.losses_cp[self.chosen]
    }

    /// What the move that was made lost by a deep look, scaled: 0 for the first choice; none
    /// where nobody looked.
    pub fn deep_loss(&self) -> Option<f64> {
        self.deep_loss
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
            listed_loss: shares
                .iter()
                .zip(&self.losses)
                .map(|(s, loss)| s * loss)
                .sum(),
        }
    }
}

/// Losses above this count as this, scaled: one blunder must not outweigh a game.
const LOSS_LIMIT: f64 = 1.0;

/// What a move lost by a deep look, scaled; 0 for the first choice.
fn deep_loss(record: &MoveRecord) -> Option<f64> {
    if record.is_first_choice() {
        return Some(0.0);
    }
    record.deep_look.map(|look| scaled_loss(&look))
}

/// What a look says, scaled, and held within 0 and `LOSS_LIMIT`.
pub fn scaled_loss(look: &LossLook) -> f64 {
    let (best, played) = (look.first_choice.level_cp(), look.played.level_cp());
    scaled_difference(best, played).clamp(0.0, LOSS_LIMIT)
}

/// What a move loses by the list, as `difference` takes the best value and its own in
/// centipawns; outside the list no less than its last move and than what the glance says. The
/// first choice loses nothing.
fn listed_losses(
    decision: &Decision<'_>,
    difference: impl Fn(i32, i32) -> f64,
) -> impl Fn(Move) -> f64 {
    let loss = move |ranking: &Ranking, mv: Move| {
        let best = ranking.iter().map(|&(_, cp)| cp).max().unwrap_or(0);
        let found = ranking.iter().find(|&&(other, _)| other == mv);
        let worst = ranking.iter().map(|&(_, cp)| cp).min().unwrap_or(0);
        let cp = found.map_or(worst, |&(_, cp)| cp);
        (difference(best, cp), found.is_some())
    };
    let list = decision.list.clone().unwrap_or_default();
    let glance = decision.glance.last().cloned().unwrap_or_default();
    let first_choice = decision.first_choice;
    move |mv| match (loss(&list, mv), loss(&glance, mv)) {
        _ if first_choice == Some(mv) => 0.0,
        ((listed, true), _) => listed,
        ((last, false), (glanced, _)) => last.max(glanced),
    }
}

/// The best value less another, in centipawns, both held within ±`CAP_CP`.
fn capped_difference(best_cp: i32, cp: i32) -> f64 {
    f64::from(capped(best_cp) - capped(cp))
}

#[cfg(test)]
#[path = "choice_view_tests.rs"]
mod tests;

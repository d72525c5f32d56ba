//! Choices of rated people with the features of all moves, from the records of runs.

use std::collections::HashMap;

use plumb_chess::board::Move;
use plumb_engine::choice::{
    Decision, Feature, MoveChoice, MoveFeatures, Pool, TimeClass, move_features, scaled_difference,
};
use plumb_fairplay::{
    AuditError, RecordedMove, RecordedMoves, choice_of, decision_of, pool_of, time_class_of,
};

/// A choice of a rated person.
#[derive(Clone, Debug, PartialEq)]
pub struct SampledChoice {
    /// The position's Zobrist key.
    pub key: u64,
    /// Which of the moves was made.
    pub chosen: usize,
    /// The rating in its own list.
    pub rating: f64,
    /// That list.
    pub pool: Pool,
    /// How fast the game was.
    pub class: TimeClass,
    /// The evaluation before the move, in centipawns from the mover's side.
    pub level_cp: i32,
    /// The same as one decision in Regan's model of choice; none where its list is not whole.
    pub by_loss: Option<MoveChoice>,
    /// The same by the last iteration of a first glance.
    pub by_glance: Option<MoveChoice>,
    /// Who chose, by his place among the players of the sample.
    pub player: usize,
    /// The features of all legal moves, one move after the other.
    features: std::ops::Range<usize>,
}

/// Choices and their features.
#[derive(Clone, Debug, Default)]
pub struct ChoiceSample {
    choices: Vec<SampledChoice>,
    features: Vec<f32>,
    /// Players by their names, in the order in which they came.
    players: Vec<String>,
    places: HashMap<String, usize>,
    /// Games that choices came from.
    games: usize,
}

impl ChoiceSample {
    /// Adds the choices of a run; `go_on` is told how many of its games were read, and ends
    /// the reading with false.
    pub fn add(
        &mut self,
        run: &RecordedMoves,
        mut go_on: impl FnMut(u64) -> bool,
    ) -> Result<(), AuditError> {
        let mut last = 0;
        run.each(|id, recorded| {
            if let Some(choice) = self.choice(&recorded) {
                self.games += usize::from(last != id);
                last = id;
                self.choices.push(choice);
            }
            go_on(id)
        })
    }

    /// The choice, with its features kept; nothing where the player has no rating.
    fn choice(&mut self, recorded: &RecordedMove<'_>) -> Option<SampledChoice> {
        let RecordedMove {
            source,
            game,
            record,
            index,
        } = recorded;
        let side = game.position().turn();
        let rating = source.rating(side)?;
        let played = source.plies[*index].mv?;
        let decision = decision_of(game, record)?;
        let moves = move_features(&decision);
        let chosen = moves.iter().position(|&(mv, _)| mv == played)?;
        let player = self.place(source.player(side).unwrap_or_default());
        let start = self.features.len();
        for (_, features) in &moves {
            self.features.extend_from_slice(features);
        }
        Some(SampledChoice {
            key: game.position().key(),
            chosen,
            rating: f64::from(rating),
            pool: pool_of(source),
            class: time_class_of(source),
            level_cp: record.before.score.level_cp(),
            by_loss: choice_of(record),
            by_glance: choice_at_glance(&decision, played),
            player,
            features: start..self.features.len(),
        })
    }

    /// A player's place.
    fn place(&mut self, name: &str) -> usize {
        if let Some(&place) = self.places.get(name) {
            return place;
        }
        self.places.insert(name.to_owned(), self.players.len());
        self.players.push(name.to_owned());
        self.players.len() - 1
    }

    /// The name of who chose; empty where the file does not say it.
    pub fn player(&self, choice: &SampledChoice) -> &str {
        &self.players[choice.player]
    }

    /// The choices, in the order of the runs.
    pub fn choices(&self) -> &[SampledChoice] {
        &self.choices
    }

    /// Games that choices came from.
    pub fn games(&self) -> usize {
        self.games
    }

    /// The features of a choice's moves, one move after the other.
    pub fn features(&self, choice: &SampledChoice) -> &[f32] {
        &self.features[choice.features.clone()]
    }

    /// The same, move by move.
    pub fn moves(&self, choice: &SampledChoice) -> Vec<MoveFeatures> {
        let rows = self.features(choice).chunks_exact(Feature::ALL.len());
        rows.map(|row| std::array::from_fn(|index| row[index]))
            .collect()
    }
}

/// What was chosen, in Regan's model, by what the last iteration of a first glance says moves
/// lose.
fn choice_at_glance(decision: &Decision<'_>, played: Move) -> Option<MoveChoice> {
    let list = decision.glance.last()?;
    let best = list.iter().map(|&(_, cp)| cp).max()?;
    let differences: Vec<f64> = list
        .iter()
        .map(|&(_, cp)| scaled_difference(best, cp))
        .collect();
    let place = list.iter().position(|&(mv, _)| mv == played);
    MoveChoice::new(&differences, decision.position.legal_moves().len(), place)
}

#[cfg(test)]
pub(super) mod fixtures {
    use super::*;

    impl ChoiceSample {
        /// Adds a choice among made-up moves, by somebody of this rating over the board.
        pub(in super::super) fn add_choice(
            &mut self,
            moves: &[MoveFeatures],
            chosen: usize,
            rating: f64,
        ) {
            let player = self.place("Somebody");
            let start = self.features.len();
            self.features.extend(moves.iter().flatten());
            self.choices.push(SampledChoice {
                key: self.choices.len() as u64,
                chosen,
                rating,
                pool: Pool::OverTheBoard,
                class: TimeClass::Classical,
                level_cp: 0,
                by_loss: None,
                by_glance: None,
                player,
                features: start..self.features.len(),
            });
        }
    }
}

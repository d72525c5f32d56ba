//! Recorded games that were played out with help, beside the same numbered players' games
//! without.

use std::collections::{BTreeMap, BTreeSet};

use super::assistance_measure::ArmFigures;
use super::assisted_player::{AssistedPlayer, PlainMeans};
use super::honest_sample::{HonestSample, PlayerKey, average_loss_cp};
use super::played_out_pgn::{PlayedOutTags, assisted_moves, numbered_side};
use super::scatter_fit::added_up;
use plumb_fairplay::{AuditError, ChoiceModels, RecordedMoves};

/// The numbered players of a run of games that were played out.
#[derive(Clone, Debug, Default)]
pub struct PlayedOutSample {
    choices: HonestSample,
    /// By name: moves of the assistant, and all behind the opening.
    assisted: BTreeMap<String, (u64, u64)>,
    /// What the games' tags say: one where all are of one run.
    tags: BTreeSet<PlayedOutTags>,
    /// A game has no numbered player, or says nothing of help.
    has_strangers: bool,
}

impl PlayedOutSample {
    /// Adds the games of a run; `go_on` is told how many were read, and ends the reading with
    /// false.
    pub fn add(
        &mut self,
        run: &RecordedMoves,
        models: &ChoiceModels,
        go_on: impl FnMut(u64) -> bool,
    ) -> Result<(), AuditError> {
        for id in 1..=run.games()? {
            let source = run.source(id)?;
            let player = numbered_side(&source).and_then(|side| source.player(side));
            let known = player.zip(assisted_moves(&source));
            let Some(((player, (assisted, of)), tags)) = known.zip(PlayedOutTags::of(&source))
            else {
                self.has_strangers = true;
                continue;
            };
            let sum = self.assisted.entry(player.to_owned()).or_default();
            *sum = (sum.0 + assisted, sum.1 + of);
            self.tags.insert(tags);
        }
        self.choices.add(run, models, go_on)
    }

    /// What all games say of how they were played out; nothing where they are not of one run.
    pub fn tags(&self) -> Option<&PlayedOutTags> {
        let is_one = self.tags.len() == 1 && !self.has_strangers;
        self.tags.first().filter(|_| is_one)
    }

    /// Numbered players with at least so many choices, by list and name.
    fn players(
        &self,
        models: &ChoiceModels,
        least_choices: usize,
    ) -> BTreeMap<&PlayerKey, AssistedPlayer> {
        let players = self.choices.players.iter();
        let players = players.filter_map(|(key, sides)| {
            let &(assisted, of) = self.assisted.get(&key.1)?;
            let choices: usize = sides.iter().map(|side| side.views.len()).sum();
            if choices < least_choices {
                return None;
            }
            let (sums, rating) = added_up(sides, models);
            let means = PlainMeans {
                assisted: assisted as f64 / (of as f64).max(1.0),
                rating,
                average_loss_cp: average_loss_cp(sides),
            };
            Some((key, AssistedPlayer::of(&sums, means, models)?))
        });
        players.collect()
    }

    /// How well the figures tell these players from the same ones of `honest`: those with so
    /// many choices in both; nothing where there are none.
    pub fn figures_against(
        &self,
        honest: &PlayedOutSample,
        models: &ChoiceModels,
        least_choices: usize,
        seed: u64,
    ) -> Option<ArmFigures> {
        let helped = self.players(models, least_choices);
        let unaided = honest.players(models, least_choices);
        let both = helped.iter();
        let both = both.filter_map(|(key, one)| Some((*one, *unaided.get(key)?)));
        let (helped, unaided): (Vec<_>, Vec<_>) = both.unzip();
        ArmFigures::of(&helped, &unaided, seed)
    }
}

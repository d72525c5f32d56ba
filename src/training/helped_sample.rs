//! Recorded games that were played out with help, beside the same numbered players' games
//! without.

use std::collections::{BTreeMap, BTreeSet};

use super::assistance_measure::ArmFigures;
use super::assisted_player::{AssistedPlayer, PlainMeans};
use super::honest_sample::{HonestSample, PlayerKey};
use super::played_out_pgn::{PlayedOutTags, assisted_moves, numbered_side};
use crate::fairplay::{
    AuditError, ChoiceModels, ChoiceSums, Chooser, ModelledChoice, RecordedMoves,
};

/// The numbered players of a run of games that were played out.
#[derive(Clone, Debug, Default)]
pub struct HelpedSample {
    choices: HonestSample,
    /// By name: moves of the assistant, and all behind the opening.
    assisted: BTreeMap<String, (u64, u64)>,
    /// What the games' tags say: one where all are of one run.
    tags: BTreeSet<PlayedOutTags>,
    /// A game has no numbered player, or says nothing of help.
    has_strangers: bool,
}

impl HelpedSample {
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
            let mut sums = ChoiceSums::default();
            let (mut ratings, mut losses_cp) = (0.0, 0.0);
            for side in sides {
                let chooser = Chooser::rated(side.player);
                let rating = models.scatter.comparable(&models.people, &side.player);
                ratings += rating * side.views.len() as f64;
                let own = side.views.iter();
                losses_cp += own.map(|view| view.listed_loss_cp()).sum::<f64>();
                let views = side.views.iter();
                let choices = views.map(|view| models.modelled(view, &chooser));
                sums.merge(&ChoiceSums::of_side(
                    &choices.collect::<Vec<ModelledChoice>>(),
                ));
            }
            let count = (choices as f64).max(1.0);
            let means = PlainMeans {
                assisted: assisted as f64 / (of as f64).max(1.0),
                rating: ratings / count,
                average_loss_cp: losses_cp / count,
            };
            Some((key, AssistedPlayer::of(&sums, means, models)?))
        });
        players.collect()
    }

    /// How well the figures tell these players from the same ones of `honest`: those with so
    /// many choices in both; nothing where there are none.
    pub fn beside(
        &self,
        honest: &HelpedSample,
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

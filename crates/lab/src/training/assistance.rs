//! Simulated assistance, scored in place: honest people's positions as they were played, with
//! some of their moves replaced by another engine's.
//!
//! What a figure says of such players beside the same players as they were is how well it
//! sees assistance; nothing else differs between the two, neither positions nor people. Start
//! with `AssistedSample`, then `AssistedSample::arm`.

use std::collections::{BTreeMap, BTreeSet};

use super::assisted_player::{AssistedPlayer, PlainMeans};
use super::honest_sample::{PlayerKey, asked_player, view_of};
use plumb_chess::board::{Game, Move};
use plumb_engine::choice::RatedPlayer;
use plumb_fairplay::{
    AuditError, ChoiceModels, ChoiceSums, ChoiceView, Chooser, ModelledChoice, MoveRecord,
    RecordedMoves,
};
use plumb_support::random::Random;

/// A first choice so far ahead of the assistant's second, in centipawns, is critical.
pub const CRITICAL_CP: i32 = 50;
/// From so far behind on, in centipawns, a player stands worse.
pub const WORSE_CP: i32 = 50;
/// The assistant is asked for so many moves.
pub const ASSISTANT_LINES: usize = 3;

/// Which players and how much of them.
#[derive(Clone, Copy, Debug)]
pub struct AssistancePlan {
    /// Choices that a player must have.
    pub least_choices: usize,
    /// Choices of a player that are used, at most: those of his first games.
    pub most_choices: usize,
    /// Players, at most, drawn by the seed.
    pub most_players: usize,
    /// Seed of all draws.
    pub seed: u64,
}

/// When the assistant is listened to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Occasion {
    /// At any move, with this chance.
    Any(f64),
    /// Wherever its first choice is [`CRITICAL_CP`] ahead of its second.
    Critical,
    /// Wherever the player stands [`WORSE_CP`] worse.
    Worse,
}

/// Which of its moves is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The first.
    First,
    /// Any of the first three.
    OfThree,
    /// Of the first three, the one that people of the player's rating play most.
    MostHuman,
}

impl Pick {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Pick::First => "first choice",
            Pick::OfThree => "any of three",
            Pick::MostHuman => "the most human of three",
        }
    }

    /// The place of the move that is made among those proposed, best first, of which `shares`
    /// (or their logarithms) says how often people of the player's rating play them; nothing
    /// where none is proposed. Equally human ones: the better one.
    pub(super) fn place(self, shares: &[f64], random: &mut Random) -> Option<usize> {
        let place = match self {
            Pick::First => 0,
            Pick::OfThree => random.below(shares.len().max(1)),
            Pick::MostHuman => {
                let places = (0..shares.len()).rev();
                places.max_by(|&a, &b| shares[a].total_cmp(&shares[b]))?
            }
        };
        (place < shares.len()).then_some(place)
    }
}

/// A move that an assistant proposes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdvisedMove {
    /// The move.
    pub mv: Move,
    /// What the assistant makes of it, in centipawns from the player's side.
    pub cp: i32,
    /// What it loses by a deep look, scaled; none where nobody looked.
    pub deep_loss: Option<f64>,
}

/// A choice with what the assistant would have played.
#[derive(Clone, Debug)]
struct AssistedChoice {
    view: ChoiceView,
    /// The evaluation, in centipawns from the player's side.
    level_cp: i32,
    /// The assistant's moves, best first.
    answer: Vec<AdvisedMove>,
}

/// A player's choices in one game.
#[derive(Clone, Debug)]
struct AssistedSide {
    player: RatedPlayer,
    choices: Vec<AssistedChoice>,
}

/// Players of runs whose choices an assistant knows.
#[derive(Clone, Debug, Default)]
pub struct AssistedSample {
    players: BTreeMap<PlayerKey, Vec<AssistedSide>>,
    choices: usize,
}

/// The players of these runs that a plan takes: those with enough choices, drawn by lot.
pub fn drawn_players(
    runs: &[RecordedMoves],
    plan: &AssistancePlan,
    mut go_on: impl FnMut() -> bool,
) -> Result<Option<BTreeSet<PlayerKey>>, AuditError> {
    let mut choices: BTreeMap<PlayerKey, usize> = BTreeMap::new();
    let mut is_going = true;
    for run in runs {
        run.each(|_, recorded| {
            if let Some((key, _)) = asked_player(&recorded) {
                *choices.entry(key).or_default() += 1;
            }
            is_going = go_on();
            is_going
        })?;
    }
    let enough = choices
        .into_iter()
        .filter(|(_, count)| *count >= plan.least_choices);
    let enough: Vec<PlayerKey> = enough.map(|(key, _)| key).collect();
    let order = Random::seeded(plan.seed).order(enough.len());
    let drawn = order.into_iter().take(plan.most_players);
    Ok(is_going.then(|| drawn.map(|place| enough[place].clone()).collect()))
}

impl AssistedSample {
    /// Adds the choices of these players in a run. `ask` gives the assistant's moves, best
    /// first; nothing where it was stopped, which ends the reading.
    pub fn add<E: From<AuditError>>(
        &mut self,
        run: &RecordedMoves,
        models: &ChoiceModels,
        players: &BTreeSet<PlayerKey>,
        plan: &AssistancePlan,
        mut ask: impl FnMut(&Game, &MoveRecord) -> Result<Option<Vec<AdvisedMove>>, E>,
    ) -> Result<bool, E> {
        let mut failure = None;
        let mut is_whole = true;
        let mut last: BTreeMap<PlayerKey, u64> = BTreeMap::new();
        run.each(|id, recorded| {
            let found = asked_player(&recorded).filter(|(key, _)| players.contains(key));
            let Some((key, player)) = found else {
                return true;
            };
            let sides = self.players.entry(key.clone()).or_default();
            let so_far: usize = sides.iter().map(|side| side.choices.len()).sum();
            if so_far >= plan.most_choices {
                return true;
            }
            let Some(view) = view_of(&recorded, models) else {
                return true;
            };
            let answer = match ask(recorded.game, recorded.record) {
                Ok(Some(answer)) => answer,
                Ok(None) => {
                    is_whole = false;
                    return false;
                }
                Err(error) => {
                    failure = Some(error);
                    return false;
                }
            };
            if last.insert(key, id) != Some(id) {
                sides.push(AssistedSide {
                    player,
                    choices: Vec::new(),
                });
            }
            let level_cp = recorded.record.before.score.level_cp();
            if let Some(side) = sides.last_mut() {
                self.choices += 1;
                side.choices.push(AssistedChoice {
                    view,
                    level_cp,
                    answer,
                });
            }
            true
        })?;
        match failure {
            Some(error) => Err(error),
            None => Ok(is_whole),
        }
    }

    /// Players.
    pub fn players(&self) -> usize {
        self.players.len()
    }

    /// Choices.
    pub fn choices(&self) -> usize {
        self.choices
    }

    /// Every player as he would be with this assistance, in the same order for all arms.
    pub fn arm(
        &self,
        models: &ChoiceModels,
        occasion: Occasion,
        pick: Pick,
        seed: u64,
    ) -> Vec<AssistedPlayer> {
        let players = self.players.values().zip(1..);
        players
            .filter_map(|(sides, number)| {
                let mut random = Random::stream(seed, number);
                assisted(sides, models, occasion, pick, &mut random)
            })
            .collect()
    }
}

fn assisted(
    sides: &[AssistedSide],
    models: &ChoiceModels,
    occasion: Occasion,
    pick: Pick,
    random: &mut Random,
) -> Option<AssistedPlayer> {
    let mut sums = ChoiceSums::default();
    let (mut replaced, mut count, mut ratings, mut losses_cp) = (0.0, 0.0, 0.0, 0.0);
    for side in sides {
        let chooser = Chooser::rated(side.player);
        let rating = models.scatter.comparable(&models.people, &side.player);
        let mut choices: Vec<ModelledChoice> = Vec::with_capacity(side.choices.len());
        for choice in &side.choices {
            let asks = match occasion {
                Occasion::Any(chance) => random.happens(chance),
                Occasion::Critical => is_critical(&choice.answer),
                Occasion::Worse => choice.level_cp <= -WORSE_CP,
            };
            let advised = asks.then(|| advice(choice, pick, rating, random)).flatten();
            replaced += f64::from(u8::from(advised.is_some()));
            let view = advised.as_ref().unwrap_or(&choice.view);
            count += 1.0;
            ratings += rating;
            losses_cp += view.listed_loss_cp();
            choices.push(models.modelled(view, &chooser));
        }
        sums.merge(&ChoiceSums::of_side(&choices));
    }
    let means = PlainMeans {
        assisted: replaced / f64::max(count, 1.0),
        rating: ratings / f64::max(count, 1.0),
        average_loss_cp: losses_cp / f64::max(count, 1.0),
    };
    AssistedPlayer::of(&sums, means, models)
}

fn is_critical(answer: &[AdvisedMove]) -> bool {
    matches!(answer, [first, second, ..] if first.cp - second.cp >= CRITICAL_CP)
}

/// The choice as it is when the assistant is followed; nothing where it said no legal move.
fn advice(
    choice: &AssistedChoice,
    pick: Pick,
    rating: f64,
    random: &mut Random,
) -> Option<ChoiceView> {
    let lines = choice.answer.iter().take(ASSISTANT_LINES);
    let mut views: Vec<ChoiceView> = lines
        .filter_map(|one| choice.view.choosing(one.mv, one.deep_loss))
        .collect();
    let shares: Vec<f64> = views.iter().map(|view| view.log_share(rating)).collect();
    let place = pick.place(&shares, random)?;
    Some(views.swap_remove(place))
}

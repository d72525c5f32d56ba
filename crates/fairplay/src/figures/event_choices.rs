//! Choices in single events: each player's, alone and beside everybody else's there.
//!
//! A player who has help in one of many events shows it there. And a whole event may have
//! ratings that are off: then everybody there is above, or below, what is expected, and a player
//! is better held against the others than against honest play at large. Start with
//! `PlayerEvents::add_side`, then `EventFields::add`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::choice_figures::{ChoiceFigures, ZScore};
use super::choice_sums::{ChoiceSums, ExcessSums};
use super::evidence::{EVIDENCE_GATE, Evidence, Looks};
use super::figures::PLAYER_GAMES;
use super::moments::{UNIT, millionths};
use super::sums::GAME_GATE;
use plumb_engine::choice::HonestScatter;

/// A player's choices in every event that has a name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerEvents {
    events: BTreeMap<String, OwnSums>,
}

/// Everybody's choices in every event that has a name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EventFields {
    events: BTreeMap<String, FieldSums>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct OwnSums {
    games: u64,
    /// Games with [`GAME_GATE`] rated choices and more.
    full_games: u64,
    sums: ChoiceSums,
}

impl OwnSums {
    /// Whether there is enough for figures: one game is never evidence about a player.
    fn is_enough(&self) -> bool {
        self.sums.rated >= EVIDENCE_GATE && self.full_games >= PLAYER_GAMES
    }

    /// Whether there is enough for evidence, and more elsewhere. `all_rated` is how many rated
    /// choices the player has altogether.
    fn is_part(&self, all_rated: u64) -> bool {
        self.is_enough() && self.sums.rated < all_rated
    }
}

/// Many players' choices together, who differ each in his own way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FieldSums {
    all: FieldPart,
    /// Those players whose every choice was looked at deeper.
    deeper: FieldPart,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct FieldPart {
    players: u64,
    sums: ChoiceSums,
    /// The variance between players of matches, log ratios and deep losses.
    player_variances: [f64; 3],
}

/// A field's z-scores: how far everybody together is from honest play at large.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FieldChoices {
    /// Players with rated choices.
    pub players: u64,
    /// Their choices.
    pub of: u64,
    /// Of matches; none below the gate.
    pub z: Option<ZScore>,
    /// Of engine likeness.
    pub engine_like: Option<ZScore>,
    /// Of deep losses, of the players who were looked at so.
    pub deep_loss: Option<ZScore>,
}

/// A player's choices in one event.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerEvent {
    /// The event, as its games' tag has it.
    pub event: String,
    /// His games in it.
    pub games: u64,
    /// What his choices there come to.
    #[serde(flatten)]
    pub choices: ChoiceFigures,
    /// His z-scores less what everybody else's choices there say of the event; none without
    /// enough of these.
    pub beside_field: Option<FieldChoices>,
    /// How likely honest players show as much; none where he has no other choices, which
    /// is the same as the player's.
    pub evidence: Option<Evidence>,
}

impl PlayerEvents {
    /// Adds his choices in a game of an event; a game without any is left out.
    pub fn add_side(&mut self, event: &str, sums: &ChoiceSums) {
        if sums.choices == 0 {
            return;
        }
        let own = self.events.entry(event.to_owned()).or_default();
        own.games += 1;
        own.full_games += u64::from(sums.rated >= GAME_GATE);
        own.sums.merge(sums);
    }

    /// Whether every choice was looked at deeper because he has many. First choices lose
    /// nothing without a look, so somebody with nothing else seems to have been looked at, too.
    fn has_all_deep_losses(&self) -> bool {
        let sums = || self.events.values().map(|own| &own.sums);
        let rated: u64 = sums().map(|sums| sums.rated).sum();
        rated >= EVIDENCE_GATE && sums().all(|sums| sums.with_deep_loss == sums.rated)
    }

    /// How many summaries of him in one of several events there are: each is a look.
    /// `all_rated` is how many rated choices he has altogether; 0 where he has no evidence.
    pub fn looks(&self, all_rated: u64) -> u64 {
        let parts = self.events.values().filter(|own| own.is_part(all_rated));
        parts.count() as u64
    }

    /// His events with enough choices for evidence. `all_rated` is how many rated choices
    /// he has altogether.
    pub fn figures(
        &self,
        all_rated: u64,
        fields: &EventFields,
        scatter: &HonestScatter,
        looks: Looks,
    ) -> Vec<PlayerEvent> {
        let is_deeper = self.has_all_deep_losses();
        let enough = self.events.iter().filter(|(_, own)| own.is_enough());
        let event = |(event, own): (&String, &OwnSums)| {
            let choices = ChoiceFigures::of(&own.sums, EVIDENCE_GATE);
            let field = fields.get(event);
            PlayerEvent {
                event: event.clone(),
                games: own.games,
                choices,
                beside_field: field.and_then(|field| field.beside(&own.sums, is_deeper)),
                evidence: Some(&choices)
                    .filter(|_| own.is_part(all_rated))
                    .and_then(|choices| Evidence::of(choices, scatter, looks)),
            }
        };
        enough.map(event).collect()
    }
}

impl EventFields {
    /// Adds a player. Variances are rounded: the same bytes need the same order of players.
    pub fn add(&mut self, player: &PlayerEvents) {
        let is_deeper = player.has_all_deep_losses();
        for (event, own) in &player.events {
            let field = match self.events.get_mut(event) {
                Some(field) => field,
                None => self.events.entry(event.clone()).or_default(),
            };
            field.add(&own.sums, is_deeper);
        }
    }

    /// Everybody, event by event.
    pub fn iter(&self) -> impl Iterator<Item = &FieldSums> {
        self.events.values()
    }

    /// Everybody in an event.
    pub fn get(&self, event: &str) -> Option<&FieldSums> {
        self.events.get(event)
    }
}

impl FieldSums {
    /// Adds a player, of whom every choice was looked at deeper or not.
    fn add(&mut self, own: &ChoiceSums, is_deeper: bool) {
        if own.rated == 0 {
            return;
        }
        self.all.change(own, 1.0);
        if is_deeper {
            self.deeper.change(own, 1.0);
        }
    }

    fn without(&self, own: &ChoiceSums, is_deeper: bool) -> FieldSums {
        let mut others = self.clone();
        others.all.change(own, -1.0);
        if is_deeper {
            others.deeper.change(own, -1.0);
        }
        others
    }

    /// How far the field is from honest play at large; nothing of nobody.
    pub fn figures(&self) -> Option<FieldChoices> {
        let (all, deeper) = (&self.all, &self.deeper);
        let (matches, ratios, _) = all.excesses();
        let (_, _, losses) = deeper.excesses();
        let z = |part: &FieldPart, sums: &ExcessSums| {
            ZScore::of(sums).filter(|_| part.sums.rated >= EVIDENCE_GATE)
        };
        (all.players > 0).then(|| FieldChoices {
            players: all.players,
            of: all.sums.rated,
            z: z(all, &matches),
            engine_like: z(all, &ratios),
            deep_loss: z(deeper, &losses),
        })
    }

    /// A player of the field less what the others' choices say of it; nothing where they have
    /// too few.
    fn beside(&self, own: &ChoiceSums, is_deeper: bool) -> Option<FieldChoices> {
        let others = self.without(own, is_deeper);
        let (all, deeper) = (&others.all, &others.deeper);
        let (matches, ratios, _) = all.excesses();
        let (_, _, losses) = deeper.excesses();
        let share = own.rated as f64 / all.sums.rated as f64;
        let expected = |sums: &ChoiceSums| sums.expected_deep_loss as f64;
        let loss_share = expected(own) / expected(&deeper.sums);
        let is_known = is_deeper && deeper.sums.rated >= EVIDENCE_GATE;
        (all.sums.rated >= EVIDENCE_GATE).then(|| FieldChoices {
            players: all.players,
            of: all.sums.rated,
            z: ZScore::of(&less(&own.match_sums, &matches, share)),
            engine_like: ZScore::of(&less(&own.ratio_sums, &ratios, share)),
            deep_loss: is_known
                .then(|| ZScore::of(&less(&own.loss_sums, &losses, loss_share)))
                .flatten(),
        })
    }
}

impl FieldPart {
    /// Adds a player, or takes him away.
    fn change(&mut self, own: &ChoiceSums, sign: f64) {
        match sign > 0.0 {
            true => {
                self.players += 1;
                self.sums.merge(own);
            }
            false => {
                self.players = self.players.saturating_sub(1);
                self.sums.remove(own);
            }
        }
        let excesses = [&own.match_sums, &own.ratio_sums, &own.loss_sums];
        for (sum, own) in self.player_variances.iter_mut().zip(excesses) {
            *sum += sign * (own.player_deviation as f64 / UNIT).powi(2);
        }
    }

    /// Matches, log ratios and deep losses, with the deviation of players who differ each in
    /// his own way; what the event does to them it does to all.
    fn excesses(&self) -> (ExcessSums, ExcessSums, ExcessSums) {
        let of = |sums: &ExcessSums, variance: f64| ExcessSums {
            player_deviation: millionths(variance.max(0.0).sqrt()),
            ..*sums
        };
        let [matches, ratios, losses] = self.player_variances;
        let sums = &self.sums;
        (
            of(&sums.match_sums, matches),
            of(&sums.ratio_sums, ratios),
            of(&sums.loss_sums, losses),
        )
    }
}

/// A difference less `share` of another, which is independent of it.
fn less(own: &ExcessSums, theirs: &ExcessSums, share: f64) -> ExcessSums {
    let part = |sum: i128, share: f64| millionths(sum as f64 / UNIT * share);
    let square = share * share;
    let own_player = own.player_deviation as f64 / UNIT;
    let their_player = theirs.player_deviation as f64 / UNIT * share;
    ExcessSums {
        excess: own.excess - part(theirs.excess, share),
        variance: own.variance + part(theirs.variance, square),
        game_variance: own.game_variance + part(theirs.game_variance, square),
        player_deviation: millionths(own_player.hypot(their_player)),
        // What is the event's goes away, but what that is rests on few events: it stays where
        // it is more on the player's side.
        event_deviation: own.event_deviation,
    }
}

#[cfg(test)]
#[path = "event_choices_tests.rs"]
mod tests;

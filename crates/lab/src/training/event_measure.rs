//! How well z-scores hold on honest people in single events, and what it does to look at
//! somebody again after each of his games.

use super::honest_sample::{HonestSample, HonestSide};
use super::scatter_fit::side_sums;
use plumb_fairplay::{
    ChoiceFigures, ChoiceModels, ChoiceSums, EVIDENCE_GATE, EventFields, Evidence, FieldChoices,
    FieldSums, Looks, PlayerEvents,
};
use plumb_stats::statistics::clopper_pearson;

/// z-scores of matches, engine likeness and deep losses of a player in one event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EventScores {
    /// Against honest play at large.
    pub against_honest_play: [Option<f64>; 3],
    /// Beside everybody else there; none of all where these have too few choices.
    pub against_field: [Option<f64>; 3],
}

/// Every player in every event in which he has enough choices for evidence.
pub fn honest_events(sample: &HonestSample, models: &ChoiceModels) -> Vec<EventScores> {
    let players = player_events(sample, models);
    let mut fields = EventFields::default();
    players.iter().for_each(|player| fields.add(player));
    let of_player = |player: &PlayerEvents| {
        // What share of his choices it is makes no difference to z-scores.
        let own = player.figures(0, &fields, &models.scatter, Looks::ONE);
        own.into_iter().map(|event| EventScores {
            against_honest_play: {
                let choices = event.choices;
                [
                    choices.z.map(|own| own.z.value),
                    choices.engine_like.map(|own| own.z.value),
                    choices.deep_loss.map(|own| own.z.value),
                ]
            },
            against_field: event.beside_field.map_or([None; 3], values),
        })
    };
    players.iter().flat_map(of_player).collect()
}

/// Everybody together in each event: z-scores of matches, engine likeness and deep losses against
/// honest play at large, with players who differ each in his own way; of events with at least so
/// many players.
pub fn honest_fields(
    sample: &HonestSample,
    models: &ChoiceModels,
    players: u64,
) -> Vec<[Option<f64>; 3]> {
    let mut fields = EventFields::default();
    let all = player_events(sample, models);
    all.iter().for_each(|player| fields.add(player));
    let figures = fields.iter().filter_map(FieldSums::figures);
    let figures = figures.filter(|field| field.players >= players);
    figures.map(values).collect()
}

/// The events of every player, in the order of lists and names.
fn player_events(sample: &HonestSample, models: &ChoiceModels) -> Vec<PlayerEvents> {
    let of_player = |sides: &Vec<HonestSide>| {
        let mut events = PlayerEvents::default();
        for side in sides {
            if let Some(event) = &side.event {
                events.add_side(event, &side_sums(side, models));
            }
        }
        events
    };
    sample.players.values().map(of_player).collect()
}

fn values(field: FieldChoices) -> [Option<f64>; 3] {
    [field.z, field.engine_like, field.deep_loss].map(|score| Some(score?.value))
}

/// Chances that honest players have, looked at once and again and again.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RepeatedLooks {
    /// Players with enough choices for evidence.
    pub players: u64,
    /// Looks at them after each game from there on.
    pub looks: u64,
    /// How many players have a chance of at most one in 20, 100 and 1,000 in the end.
    pub at_the_end: [u64; 3],
    /// How many have it at any of the looks.
    pub at_any_look: [u64; 3],
}

/// The chances that [`RepeatedLooks`] counts.
const CHANCES: [f64; 3] = [0.05, 0.01, 1e-3];

impl RepeatedLooks {
    /// Of all players of a sample, in the order of its games.
    pub fn of(sample: &HonestSample, models: &ChoiceModels) -> RepeatedLooks {
        let mut all = RepeatedLooks::default();
        for sides in sample.players.values() {
            all.add(&looks_at(sides, models));
        }
        all
    }

    /// A player's chances at one look after the other.
    fn add(&mut self, chances: &[f64]) {
        let Some(&last) = chances.last() else {
            return;
        };
        let lowest = chances.iter().copied().fold(1.0, f64::min);
        self.players += 1;
        self.looks += chances.len() as u64;
        for (place, limit) in CHANCES.into_iter().enumerate() {
            self.at_the_end[place] += u64::from(last <= limit);
            self.at_any_look[place] += u64::from(lowest <= limit);
        }
    }

    /// The exact 95 % interval of a share of the players.
    pub fn interval(&self, count: u64) -> [f64; 2] {
        clopper_pearson(count, self.players)
    }
}

/// What evidence says after each game from enough choices on.
fn looks_at(sides: &[HonestSide], models: &ChoiceModels) -> Vec<f64> {
    let mut sums = ChoiceSums::default();
    let after_each = sides.iter().filter_map(|side| {
        sums.merge(&side_sums(side, models));
        let figures = ChoiceFigures::of(&sums, EVIDENCE_GATE);
        Some(Evidence::of(&figures, &models.scatter, Looks::ONE)?.p)
    });
    after_each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_that_was_low_once_is_remembered() {
        let mut all = RepeatedLooks::default();
        all.add(&[]);
        all.add(&[0.5, 0.04, 0.2]);
        all.add(&[0.5, 0.0005]);
        all.add(&[0.9]);
        let expected = RepeatedLooks {
            players: 3,
            looks: 6,
            at_the_end: [1, 1, 1],
            at_any_look: [2, 1, 1],
        };
        assert_eq!(all, expected);
    }
}

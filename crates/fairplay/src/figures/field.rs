//! Games put together: a player, his opponents, and everybody else, beside each other.
//!
//! A field knows no names and takes the same memory whatever the number of games; whose sums
//! are added up where is for its user to say. Start with `Field::add`.

use super::comparison::Comparison;
use super::differences::Differences;
use super::figures::{Figures, Level};
use super::game_numbers::GameNumbers;
use super::options::FigureOptions;
use super::replicates::Replicates;
use super::resampled_sums::ResampledSums;
use super::sums::Sums;
use crate::facts::MoveVerdict;
use plumb_chess::board::Color;
use plumb_stats::statistics::bootstrap_weights;

/// What a game adds for each side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct GameSums {
    pub white: Sums,
    pub black: Sums,
    /// Whether White and Black are computers, whose moves are in no figure of people.
    pub computers: [bool; 2],
}

impl GameSums {
    /// Of all plies of a game, in their order, of which `first` made the first.
    pub fn of(plies: &[MoveVerdict], first: Color) -> GameSums {
        let every_other = |from: usize| Sums::of_side(plies.iter().skip(from).step_by(2));
        let (one, other) = (every_other(0), every_other(1));
        let (white, black) = first.fold((one.clone(), other.clone()), (other, one));
        GameSums {
            white,
            black,
            ..GameSums::default()
        }
    }

    /// The sides that are people's.
    pub(super) fn people(&self) -> impl Iterator<Item = &Sums> {
        let sides = [&self.white, &self.black].into_iter().zip(self.computers);
        sides.filter_map(|(side, is_computer)| (!is_computer).then_some(side))
    }
}

/// A player's games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerSums {
    /// His own moves.
    pub own: ResampledSums,
    /// The moves of the opponents in the same games, as far as these are people.
    pub opponents: ResampledSums,
    /// The player is a computer: no part of the field, and compared with nobody.
    pub is_computer: bool,
}

impl PlayerSums {
    /// Adds a game, by its place in the input, which says how it is drawn again.
    pub fn add(&mut self, game: u64, own: &Sums, opponent: &Sums) {
        self.own.add(game, own);
        self.opponents.add(game, opponent);
    }
}

/// All games of an input, of which people's sides count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Field {
    everybody: Sums,
    replicates: Replicates,
}

impl Field {
    /// Adds a game, by its place in the input, which says how it is drawn again. A side
    /// without a name counts as well.
    pub fn add(&mut self, id: u64, game: &GameSums) {
        let weights = bootstrap_weights(id);
        for side in game.people() {
            self.everybody.merge(side);
            self.replicates.add(&weights, &GameNumbers::of(side));
        }
    }

    /// Everybody's moves.
    #[cfg(test)]
    pub(crate) fn everybody(&self) -> &Sums {
        &self.everybody
    }

    /// A player of the field beside the others.
    pub fn comparison(&self, player: &PlayerSums, options: &FigureOptions) -> Comparison {
        let mut found = self.values(player, options);
        let (own, theirs) = (player.own.replicates(), player.opponents.replicates());
        if !player.is_computer {
            let opponents = (&found.opponents, &*theirs);
            found.less_opponents = Differences::of((&found.player, &own), opponents);
        }
        found.player.resample(&own);
        found.opponents.resample(&theirs);
        if found.field.counted > 0 {
            match player.is_computer {
                true => found.field.resample(&self.replicates),
                false => found.field.resample(&self.replicates.without(&own)),
            }
        }
        found
    }

    /// The values of a player and all whom he stands beside, for ranges: the intervals
    /// are not those over games.
    pub fn values(&self, player: &PlayerSums, options: &FigureOptions) -> Comparison {
        let (own, opponents) = (player.own.sums(), player.opponents.sums());
        let others = match player.is_computer {
            true => self.everybody.clone(),
            false => self.everybody.without(own),
        };
        Comparison {
            player: Figures::of(own, Level::Player, options),
            opponents: Figures::of(opponents, Level::Field, options),
            field: Figures::of(&others, Level::Field, options),
            less_opponents: None,
        }
    }

    /// The figures of everybody together.
    pub fn figures(&self, options: &FigureOptions) -> Figures {
        let mut figures = Figures::of(&self.everybody, Level::Field, options);
        figures.resample(&self.replicates);
        figures
    }
}

#[cfg(test)]
#[path = "field_tests.rs"]
mod tests;

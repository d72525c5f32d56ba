//! Games put together: every player, his opponents, and everybody else, beside
//! each other.
//!
//! Start with `Field::add`. An event is a field of its own games.

use std::collections::BTreeMap;

use super::comparison::Comparison;
use super::figures::{FigureOptions, Figures, Level};
use super::sums::Sums;
use crate::board::Color;
use crate::fairplay::facts::MoveVerdict;

/// What a game adds for each side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct GameSums {
    pub white: Sums,
    pub black: Sums,
}

impl GameSums {
    /// Of all plies of a game, in their order, of which `first` made the first.
    pub fn of(plies: &[MoveVerdict], first: Color) -> GameSums {
        let every_other = |from: usize| Sums::of_side(plies.iter().skip(from).step_by(2));
        let (one, other) = (every_other(0), every_other(1));
        let (white, black) = first.fold((one.clone(), other.clone()), (other, one));
        GameSums { white, black }
    }
}

/// A player's games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerSums {
    /// His own moves.
    pub own: Sums,
    /// His opponents' moves in the same games.
    pub opponents: Sums,
}

/// All games of an event, or of a whole input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    everybody: Sums,
    players: BTreeMap<String, PlayerSums>,
}

impl Field {
    /// Adds a game. A side without a name counts for the field and as an opponent.
    pub fn add(&mut self, white: Option<&str>, black: Option<&str>, game: &GameSums) {
        for (name, own, other) in [
            (white, &game.white, &game.black),
            (black, &game.black, &game.white),
        ] {
            self.everybody.merge(own);
            if let Some(name) = name {
                let player = self.players.entry(name.to_owned()).or_default();
                player.own.merge(own);
                player.opponents.merge(other);
            }
        }
    }

    /// Everybody's moves.
    pub fn everybody(&self) -> &Sums {
        &self.everybody
    }

    /// Players by their names as the files write them, in the order of these.
    pub fn players(&self) -> impl Iterator<Item = (&str, &PlayerSums)> {
        self.players
            .iter()
            .map(|(name, sums)| (name.as_str(), sums))
    }

    /// A player's sums.
    pub fn player(&self, name: &str) -> Option<&PlayerSums> {
        self.players.get(name)
    }

    /// A player beside the others; nothing if he did not play.
    pub fn comparison(&self, name: &str, options: &FigureOptions) -> Option<Comparison> {
        let player = self.players.get(name)?;
        let others = self.everybody.without(&player.own);
        Some(Comparison {
            player: Figures::of(&player.own, Level::Player, options),
            opponents: Figures::of(&player.opponents, Level::Field, options),
            field: Figures::of(&others, Level::Field, options),
        })
    }

    /// The figures of everybody together.
    pub fn figures(&self, options: &FigureOptions) -> Figures {
        Figures::of(&self.everybody, Level::Field, options)
    }
}

#[cfg(test)]
#[path = "field_tests.rs"]
mod tests;

//! Games put together: every player, his opponents, and everybody else, beside
//! each other.
//!
//! Start with `Field::add`. An event is a field of its own games.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::comparison::Comparison;
use super::differences::Differences;
use super::figures::{Figures, Level};
use super::game_numbers::GameNumbers;
use super::options::FigureOptions;
use super::replicates::{GameList, Replicates, game_weights};
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerSums {
    /// His own moves.
    pub own: Sums,
    /// His opponents' moves in the same games.
    pub opponents: Sums,
    /// His games one by one, to be drawn again.
    own_games: GameList,
    opponents_games: GameList,
}

/// All games of an event, or of a whole input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Field {
    everybody: Sums,
    replicates: Replicates,
    players: BTreeMap<String, PlayerSums>,
}

impl Field {
    /// Adds a game, by its place in the input, which says how it is drawn again; gives
    /// the numbers of White and Black there. A side without a name counts for the field
    /// and as an opponent.
    pub fn add(
        &mut self,
        id: u64,
        white: Option<&str>,
        black: Option<&str>,
        game: &GameSums,
    ) -> [Arc<GameNumbers>; 2] {
        let weights = game_weights(id);
        let numbers = [&game.white, &game.black].map(|sums| Arc::new(GameNumbers::of(sums)));
        let [of_white, of_black] = &numbers;
        for (name, own, other, own_numbers, other_numbers) in [
            (white, &game.white, &game.black, of_white, of_black),
            (black, &game.black, &game.white, of_black, of_white),
        ] {
            self.everybody.merge(own);
            self.replicates.add(&weights, own_numbers);
            if let Some(name) = name {
                let player = self.players.entry(name.to_owned()).or_default();
                player.own.merge(own);
                player.opponents.merge(other);
                player.own_games.push((id, Arc::clone(own_numbers)));
                player.opponents_games.push((id, Arc::clone(other_numbers)));
            }
        }
        numbers
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
        let own = Replicates::of(&player.own_games);
        let theirs = Replicates::of(&player.opponents_games);
        let others = self.everybody.without(&player.own);
        let mut found = Comparison {
            player: Figures::of(&player.own, Level::Player, options),
            opponents: Figures::of(&player.opponents, Level::Field, options),
            field: Figures::of(&others, Level::Field, options),
            less_opponents: None,
        };
        found.less_opponents = Differences::of((&found.player, &own), (&found.opponents, &theirs));
        found.player.resample(&own);
        found.opponents.resample(&theirs);
        if found.field.counted > 0 {
            found.field.resample(&self.replicates.without(&own));
        }
        Some(found)
    }

    /// A player's own figures; nothing if he did not play.
    pub fn player_figures(&self, name: &str, options: &FigureOptions) -> Option<Figures> {
        let player = self.players.get(name)?;
        let mut figures = Figures::of(&player.own, Level::Player, options);
        if figures.counted().is_some() {
            figures.resample(&Replicates::of(&player.own_games));
        }
        Some(figures)
    }

    /// The values of a player and all whom he stands beside, for ranges: the intervals
    /// are not those over games.
    pub fn values(&self, name: &str, options: &FigureOptions) -> Option<Comparison> {
        let player = self.players.get(name)?;
        let others = self.everybody.without(&player.own);
        Some(Comparison {
            player: Figures::of(&player.own, Level::Player, options),
            opponents: Figures::of(&player.opponents, Level::Field, options),
            field: Figures::of(&others, Level::Field, options),
            less_opponents: None,
        })
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

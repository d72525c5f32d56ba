//! Sides of games added up, with what it takes to draw the games again.
//!
//! Start with `ResampledSums::add`.

use std::borrow::Cow;
use std::sync::Arc;

use super::figures::{Figures, Level};
use super::game_numbers::GameNumbers;
use super::options::FigureOptions;
use super::replicates::{GameList, Replicates};
use super::sums::Sums;

/// The numbers of so many sides take as much memory as all replicates of their sums, some
/// 2 megabytes.
const LISTED_SIDES: usize = 1_000;

/// Sides of games added up, game by game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResampledSums {
    sums: Sums,
    /// Single games, while they are few: replicates are made only if somebody asks.
    games: GameList,
    /// Of all games, once they are many.
    replicates: Option<Replicates>,
}

impl ResampledSums {
    /// Adds one side of a game, which has this place in the input.
    pub fn add(&mut self, game: u64, side: &Sums) {
        self.sums.merge(side);
        self.games.push((game, Arc::new(GameNumbers::of(side))));
        if self.games.len() > LISTED_SIDES || self.replicates.is_some() {
            let all = self.replicates.get_or_insert_default();
            all.add_games(&std::mem::take(&mut self.games));
        }
    }

    /// All of them together.
    pub fn sums(&self) -> &Sums {
        &self.sums
    }

    /// Their games drawn again.
    pub(super) fn replicates(&self) -> Cow<'_, Replicates> {
        match &self.replicates {
            Some(all) => Cow::Borrowed(all),
            None => Cow::Owned(Replicates::of(&self.games)),
        }
    }

    /// What they come to, with intervals over games.
    pub fn figures(&self, level: Level, options: &FigureOptions) -> Figures {
        let mut figures = Figures::of(&self.sums, level, options);
        if figures.counted().is_some() {
            figures.resample(&self.replicates());
        }
        figures
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{FIVE, cp_record, judged};

    /// Many games are drawn again as if all had been listed, to the last bit.
    #[test]
    fn many_games_take_the_room_of_their_replicates() {
        let hit = judged(&cp_record("e2e4", "e2e4", &FIVE));
        let miss = judged(&cp_record("c2c4", "e2e4", &FIVE));
        let side = |first: usize| {
            let hits = std::iter::repeat_n(&hit, first);
            Sums::of_side(hits.chain(std::iter::repeat_n(&miss, 20 - first)))
        };
        let sides: Vec<Sums> = (0..20).map(side).collect();
        let (mut all, mut listed) = (ResampledSums::default(), GameList::new());
        for game in 0..LISTED_SIDES as u64 + 5 {
            let side = &sides[game as usize % sides.len()];
            all.add(game, side);
            listed.push((game, Arc::new(GameNumbers::of(side))));
            if game as usize + 1 == LISTED_SIDES {
                assert_eq!((all.games.len(), &all.replicates), (LISTED_SIDES, &None));
            }
        }
        assert!(all.games.is_empty());
        assert_eq!(*all.replicates(), Replicates::of(&listed));
    }
}

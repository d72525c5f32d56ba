//! Whole games of people who are taken to be honest, as choices beside the models.

use std::collections::BTreeMap;

use crate::choice::{Pool, RatedPlayer};
use crate::fairplay::{
    AuditError, ChoiceModels, ChoiceView, PlyContext, RecordedMoves, asks_for_choice, pool_of,
    time_class_of,
};

/// The choices of a player in one game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct HonestSide {
    /// His rating, where it is from, and how fast the game was.
    pub(super) player: RatedPlayer,
    /// What he chose from, move by move.
    pub(super) views: Vec<ChoiceView>,
}

/// Rated players' choices in whole games.
#[derive(Clone, Debug, Default)]
pub struct HonestSample {
    /// Each player's games, by list and name.
    pub(super) players: BTreeMap<(Pool, String), Vec<HonestSide>>,
    games: usize,
    choices: usize,
}

impl HonestSample {
    /// Adds the choices of a run; `go_on` is told how many of its games were read, and ends
    /// the reading with false.
    pub fn add(
        &mut self,
        run: &RecordedMoves,
        models: &ChoiceModels,
        mut go_on: impl FnMut(u64) -> bool,
    ) -> Result<(), AuditError> {
        // The sides of the game that is being read, and its number.
        let mut open: BTreeMap<(Pool, String), HonestSide> = BTreeMap::new();
        let mut last = 0;
        run.each(|id, recorded| {
            if id != last {
                self.end_game(&mut open);
                last = id;
            }
            let (source, game) = (recorded.source, recorded.game);
            let side = game.position().turn();
            let played = source.plies[recorded.index].mv;
            let known = source.rating(side).zip(source.player(side)).zip(played);
            let is_asked = asks_for_choice(recorded.record, &PlyContext::of(source, game));
            if let (Some(((rating, name), played)), true) = (known, is_asked) {
                let (people, engines) = (&models.people, &models.engines);
                let view = ChoiceView::of(people, engines, game, recorded.record, played);
                let pool = pool_of(source);
                let key = (pool, name.to_owned());
                let own = open.entry(key).or_insert_with(|| HonestSide {
                    player: RatedPlayer {
                        rating: f64::from(rating),
                        pool,
                        class: time_class_of(source),
                    },
                    views: Vec::new(),
                });
                own.views.extend(view);
            }
            go_on(id)
        })?;
        self.end_game(&mut open);
        Ok(())
    }

    fn end_game(&mut self, open: &mut BTreeMap<(Pool, String), HonestSide>) {
        let mut sides = std::mem::take(open);
        sides.retain(|_, side| !side.views.is_empty());
        self.games += usize::from(!sides.is_empty());
        for (key, side) in sides {
            self.choices += side.views.len();
            self.players.entry(key).or_default().push(side);
        }
    }

    /// How many choices there are.
    pub fn choices(&self) -> usize {
        self.choices
    }

    /// Games with choices.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Players with choices.
    pub fn players(&self) -> usize {
        self.players.len()
    }

    /// All games of all players.
    pub(super) fn sides(&self) -> impl Iterator<Item = &HonestSide> {
        self.players.values().flatten()
    }
}

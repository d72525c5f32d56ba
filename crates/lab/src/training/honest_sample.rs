//! Whole games of people who are taken to be honest, as choices beside the models.

use std::collections::BTreeMap;

use plumb_engine::choice::{Pool, RatedPlayer};
use plumb_fairplay::{
    AuditError, ChoiceModels, ChoiceView, PlyContext, RecordedMove, RecordedMoves, asks_for_choice,
    rated_player,
};

/// A player by the list of his ratings and his name.
pub(super) type PlayerKey = (Pool, String);

/// The rated player who is to choose, if the position asks for a choice.
pub(super) fn asked_player(recorded: &RecordedMove<'_>) -> Option<(PlayerKey, RatedPlayer)> {
    let (source, game) = (recorded.source, recorded.game);
    let side = game.position().turn();
    let (player, name) = rated_player(source, side).zip(source.player(side))?;
    let is_asked = asks_for_choice(recorded.record, &PlyContext::of(source, game));
    is_asked.then(|| ((player.pool, name.to_owned()), player))
}

/// What was chosen from, as the models have it.
pub(super) fn view_of(recorded: &RecordedMove<'_>, models: &ChoiceModels) -> Option<ChoiceView> {
    let played = recorded.source.plies[recorded.index].mv?;
    let (people, engines) = (&models.people, &models.engines);
    ChoiceView::of(people, engines, recorded.game, recorded.record, played)
}

/// The choices of a player in one game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct HonestSide {
    /// His rating, where it is from, and how fast the game was.
    pub(super) player: RatedPlayer,
    /// The event, if the file names one.
    pub(super) event: Option<String>,
    /// What he chose from, move by move.
    pub(super) views: Vec<ChoiceView>,
}

/// What the moves of these games lose on average by the list, in centipawns.
pub(super) fn average_loss_cp(sides: &[HonestSide]) -> f64 {
    let views = || sides.iter().flat_map(|side| &side.views);
    let all: f64 = views().map(ChoiceView::listed_loss_cp).sum();
    all / views().count().max(1) as f64
}

/// Rated players' choices in whole games.
#[derive(Clone, Debug, Default)]
pub struct HonestSample {
    /// Each player's games, by list and name.
    pub(super) players: BTreeMap<PlayerKey, Vec<HonestSide>>,
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
        let mut open: BTreeMap<PlayerKey, HonestSide> = BTreeMap::new();
        let mut last = 0;
        run.each(|id, recorded| {
            if id != last {
                self.end_game(&mut open);
                last = id;
            }
            if let Some((key, player)) = asked_player(&recorded) {
                let own = open.entry(key).or_insert_with(|| HonestSide {
                    player,
                    event: recorded.source.tag("Event").map(str::to_owned),
                    views: Vec::new(),
                });
                own.views.extend(view_of(&recorded, models));
            }
            go_on(id)
        })?;
        self.end_game(&mut open);
        Ok(())
    }

    fn end_game(&mut self, open: &mut BTreeMap<PlayerKey, HonestSide>) {
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

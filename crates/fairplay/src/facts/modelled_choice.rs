//! A move beside what people of the player's rating would choose.
//!
//! Start with `ChoiceModels::choice`.

use std::sync::Arc;

use serde::Serialize;

use super::choice_view::{ChoiceView, ExpectedChoice};
use crate::games::{SourceGame, pool_of, time_class_of};
use crate::records::MoveRecord;
use plumb_chess::board::{Color, Game, Move};
use plumb_engine::choice::{
    EngineModel, HonestScatter, HumanModel, Pool, PoolScatter, RatedPlayer,
};
use plumb_engine::tables::{Models, Table, TableError};
use plumb_support::wording::say;

/// The ratings, in Elo, at which the share of a chosen move is recorded: the intrinsic rating is
/// interpolated between them.
pub const RATING_GRID: [f64; 24] = {
    let mut grid = [0.0; 24];
    let mut index = 0;
    while index < grid.len() {
        grid[index] = 600.0 + 100.0 * index as f64;
        index += 1;
    }
    grid
};

/// The models that a choice is compared with. All three must be fitted to records of the same
/// engine and settings (`differ` checks that).
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceModels {
    /// What people choose.
    pub people: Arc<HumanModel>,
    /// What engines choose.
    pub engines: Arc<EngineModel>,
    /// How far sums over honest people's choices scatter around the model of people.
    pub scatter: Arc<HonestScatter>,
}

/// A choice as the models see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModelledChoice {
    /// The engine's first choice was made.
    pub is_match: bool,
    /// What the move lost by a deep look, scaled (Regan); none where there was none.
    pub deep_loss: Option<f64>,
    /// ln(share of the move that was made) at each rating of `RATING_GRID`, in nats.
    #[serde(skip)]
    pub log_shares: [f64; RATING_GRID.len()],
    /// The numbers of the list that the player's rating is from.
    #[serde(skip)]
    pub scatter: PoolScatter,
    /// Beside people of his rating; none without a rating.
    #[serde(flatten)]
    pub rated: Option<RatedChoice>,
}

/// A choice beside people of the player's rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RatedChoice {
    /// The rating over the board at long time controls that his stands for.
    pub rating: f64,
    /// The chance, 0 to 1, that an honest player of it makes the first choice.
    pub match_chance: f64,
    /// What they would choose.
    #[serde(flatten)]
    pub expected: ExpectedChoice,
    /// What an honest player of it loses here on average by a deep look, scaled.
    pub expected_deep_loss: f64,
}

/// The player who makes a choice, as far as the models need him: the rating list that the game
/// belongs to, and his rating in it, if he has one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chooser {
    pool: Pool,
    rated: Option<RatedPlayer>,
}

/// The player of one side with his rating; nothing without one.
pub fn rated_player(game: &SourceGame, side: Color) -> Option<RatedPlayer> {
    Some(RatedPlayer {
        rating: f64::from(game.rating(side)?),
        pool: pool_of(game),
        class: time_class_of(game),
    })
}

impl Chooser {
    /// A player whose rating is known.
    pub fn rated(player: RatedPlayer) -> Chooser {
        Chooser {
            pool: player.pool,
            rated: Some(player),
        }
    }

    /// The player of one side.
    pub fn of(game: &SourceGame, side: Color) -> Chooser {
        Chooser {
            pool: pool_of(game),
            rated: rated_player(game, side),
        }
    }
}

impl ChoiceModels {
    /// The models of the tables; an error names the table.
    pub fn of(models: &Models) -> Result<ChoiceModels, TableError> {
        Ok(ChoiceModels {
            people: models.get()?,
            engines: models.get()?,
            scatter: models.get()?,
        })
    }

    /// Why records with this stamp are not those that the models belong to; nothing if they
    /// are. `with_scatter` is false while the scatter table itself is being fitted.
    pub fn differ(&self, stamp: &str, with_scatter: bool) -> Option<String> {
        let scatter = with_scatter.then_some((Table::Evidence, &self.scatter.stamp));
        let models = [
            (Table::Choice, &self.people.stamp),
            (Table::EngineChoice, &self.engines.stamp),
        ];
        let mut models = models.into_iter().chain(scatter);
        let (table, found) = models.find(|(_, found)| found.as_str() != stamp)?;
        Some(say!(
            models.other_records,
            table = table.file_name(),
            theirs = found,
            ours = stamp
        ))
    }

    /// The choice on the board of `game`, in which `played` was played; nothing where the
    /// record does not tell what there was to choose from.
    pub fn choice(
        &self,
        game: &Game,
        record: &MoveRecord,
        played: Move,
        chooser: &Chooser,
    ) -> Option<ModelledChoice> {
        let view = ChoiceView::of(&self.people, &self.engines, game, record, played)?;
        Some(self.modelled(&view, chooser))
    }

    /// The same from what there was to choose from.
    pub fn modelled(&self, view: &ChoiceView, chooser: &Chooser) -> ModelledChoice {
        let scatter = self.scatter.pools[chooser.pool as usize];
        let rated = chooser.rated.map(|player| {
            let rating = self.scatter.comparable(&self.people, &player);
            let expected = view.expected(rating);
            RatedChoice {
                rating,
                match_chance: scatter.match_chance(expected.first_choice_share),
                expected_deep_loss: scatter.deep_loss(expected.listed_loss, rating),
                expected,
            }
        });
        ModelledChoice {
            is_match: view.is_match(),
            deep_loss: view.deep_loss(),
            log_shares: RATING_GRID.map(|rating| view.log_share(rating)),
            scatter,
            rated,
        }
    }
}

//! What every figure needs to know of one move, derived once from its record.
//!
//! Facts do not depend on a rule set; whether the move counts is another
//! question (`rules`). All values are from the side of the player who moved.
//! Start with `MoveFacts::of`.

use serde::Serialize;

use super::choice::choice_of;
use super::rules::gap_cp;
use crate::records::{MoveRecord, Value};
use plumb_chess::board::Position;
use plumb_coach::analysis::{winning_chance, winning_loss};
use plumb_engine::choice::{MoveChoice, ReganReference, scaled_difference};
use plumb_engine::eval::{WdlModel, phase};
use plumb_engine::tables::{Models, TableError};

/// Up to this far from equal, in centipawns, a position is level.
pub const LEVEL_CP: i32 = 50;
/// Evaluations are held within this, in centipawns, before the capped loss is taken.
pub const CAP_CP: i32 = 1_000;
/// A move is better than the best if it gains at least this, in centipawns.
pub const BETTER_CP: i32 = 10;
/// With at least this much material, of 24, a position is in the opening.
pub const OPENING_PHASE: i32 = 22;
/// With at most this much material, of 24, a position is an endgame.
pub const ENDGAME_PHASE: i32 = 8;

/// What turns scores into chances and shares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Yardstick {
    /// From scores to chances.
    pub chances: WdlModel,
    /// The player by whom partial credit is shared out.
    pub reference: ReganReference,
}

impl Yardstick {
    /// The one of these tables.
    pub fn of(models: &Models) -> Result<Yardstick, TableError> {
        Ok(Yardstick {
            chances: *models.get()?,
            reference: *models.get()?,
        })
    }

    /// The one this binary was built with.
    pub fn embedded() -> Yardstick {
        Yardstick {
            chances: WdlModel::embedded(),
            reference: ReganReference::embedded(),
        }
    }
}

/// The part of the game, by the material on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum GamePhase {
    Opening,
    Middlegame,
    Endgame,
}

impl GamePhase {
    /// Of a position.
    pub fn of(position: &Position) -> GamePhase {
        match phase(position) {
            OPENING_PHASE.. => GamePhase::Opening,
            ..=ENDGAME_PHASE => GamePhase::Endgame,
            _ => GamePhase::Middlegame,
        }
    }
}

/// How the player stood before the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Balance {
    Better,
    Level,
    Worse,
}

impl Balance {
    /// Of a score in centipawns from the player's side.
    pub fn of(cp: i32) -> Balance {
        if cp > LEVEL_CP {
            Balance::Better
        } else if cp < -LEVEL_CP {
            Balance::Worse
        } else {
            Balance::Level
        }
    }
}

/// A forced mate that was there to be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MateFact {
    /// Moves to the quickest mate that any search saw; none if only the
    /// played move's own search saw one.
    pub best_moves: Option<i32>,
    /// Moves to mate after the played move; none if it let the mate go.
    pub played_moves: Option<i32>,
}

impl MateFact {
    /// No mate that was seen is quicker. Mates of equal length are equal.
    pub fn is_quickest(self) -> bool {
        match (self.played_moves, self.best_moves) {
            (Some(played), Some(best)) => played <= best,
            (played, _) => played.is_some(),
        }
    }
}

/// Everything the sums need of one move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveFacts {
    /// The first choice of the single-line search.
    pub is_first_choice: bool,
    /// Its place in the list, from 1; equal scores share the better place. One
    /// more than the number of listed moves that are better, and behind all lines
    /// where it was not among them.
    pub rank: usize,
    /// The first choice, or of the same value as the best of the list.
    pub is_equal_best: bool,
    /// The first choice, although the list has a better one: the two searches
    /// disagree.
    pub is_disputed: bool,
    /// First choice less played, each searched alone and to the same depth, in
    /// centipawns, never negative; 0 for the first choice.
    pub loss_cp: i32,
    /// The looks at the move do not agree on what it lost, however deep they went: the
    /// loss is in no sum of losses.
    pub is_uncertain: bool,
    /// `loss_cp` with both scores held within ±[`CAP_CP`] first, in centipawns.
    pub capped_loss_cp: i32,
    /// The loss on Regan's scale, on which the same difference counts less the further the
    /// position is from equal; never negative.
    pub scaled_loss: f64,
    /// The loss as a difference of winning chances, 0 to 1.
    pub winning_loss: f64,
    /// What the winning loss comes to as an accuracy, 0 to 100 (see [`accuracy`]).
    pub accuracy: f64,
    /// The chance, 0 to 1, with which the reference player would choose it.
    pub credit: f64,
    /// Best less played, each by a search of its own, in centipawns; negative
    /// if the move turned out better.
    pub drop_cp: i32,
    /// Not the first choice, and better by at least [`BETTER_CP`] in its own search.
    pub is_better_than_best: bool,
    /// How far the best of the list is ahead of the next, in centipawns.
    pub gap_cp: Option<i32>,
    /// How many moves were legal.
    pub legal: usize,
    /// How often the best move changed as the search went deeper.
    pub changes: usize,
    /// The same in the search after the move, for the opponent's answer.
    pub changes_after: usize,
    /// The depth from which the final choice held, in plies.
    pub settled_depth: u32,
    /// How many plies from here on, both sides counted, had one good choice; none where
    /// that was not searched.
    pub forced_plies: Option<usize>,
    /// A forced mate for the player.
    pub mate: Option<MateFact>,
    /// By how much a mate was riskier than need be; none without mating lines.
    pub mate_risk_excess: Option<f64>,
    /// The part of the game.
    pub phase: GamePhase,
    /// How the player stood.
    pub balance: Balance,
    /// The evaluation before the move, by the single-line search, in centipawns
    /// on the scale of levels.
    pub level_cp: i32,
    /// The winning chance before the move, 0 to 1.
    pub chance: f64,
    /// The milliseconds it took, where known.
    pub spent_ms: Option<u64>,
    /// What there was to choose from, for fitting sensitivity and consistency.
    #[serde(skip)]
    pub choice: MoveChoice,
}

impl MoveFacts {
    /// From a record and the position before the move; nothing if the record
    /// has no first choice, does not list the played move or never looked at its loss.
    pub fn of(
        record: &MoveRecord,
        position: &Position,
        spent_ms: Option<u64>,
        yardstick: &Yardstick,
    ) -> Option<MoveFacts> {
        let scores = match record.loss_looks.last() {
            Some(look) if look.loss_cp() > 0 => [look.first_choice, look.played],
            Some(look) => [look.first_choice; 2],
            None if record.is_first_choice() => [record.listed.first()?.score; 2],
            None => return None,
        };
        MoveFacts::with_loss(record, scores, position, spent_ms, yardstick)
    }

    /// With the first choice's and the played move's scores, of which the difference is what was lost.
    fn with_loss(
        record: &MoveRecord,
        [first, own]: [Value; 2],
        position: &Position,
        spent_ms: Option<u64>,
        yardstick: &Yardstick,
    ) -> Option<MoveFacts> {
        record.before.choice()?;
        let best = record.listed.first()?.score;
        let played = record.played_listed()?.score;
        let (best_cp, played_cp) = (best.level_cp(), played.level_cp());
        let choice = choice_of(record)?;
        let is_first_choice = record.is_first_choice();
        // The deeper search is the one for a single line: who plays its choice
        // has made no error, even where the list sees it otherwise.
        let counted_cp = if is_first_choice { best_cp } else { played_cp };
        let (first_cp, own_cp) = (first.level_cp(), own.level_cp());
        let winning_loss = winning_loss(first.score(), own.score(), position, &yardstick.chances);
        let better = |listed: &&crate::records::ListedMove| listed.score.level_cp() > played_cp;
        let before_cp = record.before.score.level_cp();
        let reference = &yardstick.reference;
        let drop_cp = record.drop_cp();
        Some(MoveFacts {
            is_first_choice,
            rank: match record.played_apart {
                true => record.listed.len(),
                false => 1 + record.listed.iter().filter(better).count(),
            },
            is_equal_best: counted_cp >= best_cp,
            is_disputed: is_first_choice && played_cp != best_cp,
            loss_cp: first_cp - own_cp,
            is_uncertain: record.is_uncertain(),
            capped_loss_cp: capped(first_cp) - capped(own_cp),
            scaled_loss: scaled_difference(first_cp, own_cp).max(0.0),
            winning_loss,
            accuracy: accuracy(winning_loss),
            credit: choice.credit(reference.sensitivity, reference.consistency),
            drop_cp,
            is_better_than_best: !is_first_choice && drop_cp <= -BETTER_CP,
            gap_cp: gap_cp(record),
            legal: record.legal,
            changes: record.before.choices.len().saturating_sub(1),
            changes_after: record.after.choices.len().saturating_sub(1),
            settled_depth: record.before.choices.last().map_or(0, |&(depth, _)| depth),
            forced_plies: record.forced_plies(),
            mate: mate_fact(record),
            mate_risk_excess: record.mates.as_ref().and_then(|mates| mates.excess),
            phase: GamePhase::of(position),
            balance: Balance::of(before_cp),
            level_cp: before_cp,
            chance: winning_chance(record.before.score.score(), position, &yardstick.chances),
            spent_ms,
            choice,
        })
    }
}

impl MoveFacts {
    /// With everything that a move is worth taken from the list alone, as
    /// Barnes and Hernandez-Castro have it: the first choice of the single-line search
    /// has no say in what is equal or lost, and no other search is asked for.
    pub(super) fn by_list(
        record: &MoveRecord,
        position: &Position,
        spent_ms: Option<u64>,
        yardstick: &Yardstick,
    ) -> Option<MoveFacts> {
        let best = record.listed.first()?.score;
        let played = record.played_listed()?.score;
        let is_equal_best = played.level_cp() >= best.level_cp();
        let scores = [best, if is_equal_best { best } else { played }];
        let facts = MoveFacts::with_loss(record, scores, position, spent_ms, yardstick)?;
        Some(MoveFacts {
            is_equal_best,
            is_disputed: false,
            is_uncertain: false,
            ..facts
        })
    }

    /// By how much, in centipawns, a move that was not the first choice turned out
    /// better than it by searches of their own; nothing below [`BETTER_CP`].
    pub fn gain_cp(&self) -> Option<i32> {
        self.is_better_than_best
            .then(|| self.drop_cp.saturating_neg())
    }
}

/// Held within ±[`CAP_CP`].
pub(super) fn capped(cp: i32) -> i32 {
    cp.clamp(-CAP_CP, CAP_CP)
}

/// The accuracy, 0 to 100, of a move that lost this winning chance (0 to 1), by
/// the curve that lichess publishes (lichess.org/page/accuracy). Chances come
/// from our own model, so the numbers are not those of lichess.
pub fn accuracy(winning_loss: f64) -> f64 {
    let points = 100.0 * winning_loss.clamp(0.0, 1.0);
    (103.1668 * libm::exp(-0.04354 * points) - 3.1669).clamp(0.0, 100.0)
}

fn mate_fact(record: &MoveRecord) -> Option<MateFact> {
    let quickest = |values: [Option<Value>; 3]| {
        let mating = values
            .into_iter()
            .flatten()
            .filter_map(|value| match value {
                Value::Mate(moves) if moves > 0 => Some(moves),
                _ => None,
            });
        mating.min()
    };
    let listed = |listed: &crate::records::ListedMove| listed.score;
    let look = record.loss_looks.last();
    let best_moves = quickest([
        Some(record.before.score),
        record.listed.first().map(listed),
        look.map(|look| look.first_choice),
    ]);
    let played_moves = quickest([
        Some(record.after.score),
        record.played_listed().map(listed),
        look.map(|look| look.played),
    ]);
    (best_moves.is_some() || played_moves.is_some()).then_some(MateFact {
        best_moves,
        played_moves,
    })
}

#[cfg(test)]
#[path = "move_facts_tests.rs"]
mod tests;

//! Several judges on the same move, and how far they are apart.
//!
//! Each engine's figures stand beside the others' and beside their common vote,
//! and what they disagree on is counted, so that nobody can pick the engine he
//! likes. Engines' centipawns are not the same unit; a spread between them is
//! partly that. `vote` sums one move up and `Votes` many; neither knows which moves
//! ought to be left out.

use serde::{Deserialize, Serialize};

use super::moments::Share;
use crate::records::{MoveRecord, Value};

/// What several engines say of one move together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vote {
    /// The first choice of more than half of them.
    pub choice: Option<String>,
    /// Whether the played move is that choice.
    pub is_match: bool,
    /// The median of their losses in centipawns, the smaller of the middle two
    /// where their number is even; none where for one of them the loss is no certain number of
    /// centipawns: it sees a mate, or its looks at the move do not agree.
    pub loss_cp: Option<i32>,
}

/// The vote on one move; none without a record.
pub fn vote(records: &[&MoveRecord]) -> Option<Vote> {
    let played = &records.first()?.played;
    let choices = || records.iter().filter_map(|record| record.before.choice());
    let has_majority =
        |choice: &&str| 2 * choices().filter(|other| other == choice).count() > records.len();
    let choice = choices().find(has_majority);
    let losses: Option<Vec<i32>> = records.iter().map(|one| centipawn_loss(one)).collect();
    let loss_cp = losses.map(|mut losses| {
        losses.sort_unstable();
        losses[(losses.len() - 1) / 2]
    });
    Some(Vote {
        choice: choice.map(str::to_owned),
        is_match: choice == Some(played.as_str()),
        loss_cp,
    })
}

/// What one engine said of the moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EngineFigures {
    /// Moves it has a record of.
    pub moves: usize,
    /// Played moves that were its first choice.
    pub first_choices: usize,
    /// Moves whose loss is certain and in centipawns: the looks at it agree, and neither best
    /// nor played is a mate.
    pub losses: usize,
    /// The mean of these losses; withheld below the gate.
    pub mean_loss_cp: Option<f64>,
}

/// How far several engines are apart on the same moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Disagreement {
    /// One for each engine, in the order given.
    pub engines: Vec<EngineFigures>,
    /// Moves that every engine has a record of.
    pub moves: usize,
    /// Of these, moves on which the first choices are not all the same.
    pub differing: usize,
    /// Of these, moves that some engines would have played first and others not.
    pub contested: usize,
    /// Of these, moves with a first choice of more than half of the engines.
    pub majorities: usize,
    /// Of these, moves on which that was the played move; withheld below the gate.
    pub majority_matches: Option<usize>,
    /// Moves whose loss is certain and in centipawns for every engine.
    pub spreads: usize,
    /// The mean of greatest less least loss over these, in centipawns; withheld
    /// below the gate.
    pub mean_spread_cp: Option<f64>,
    /// The mean of the median loss over these, in centipawns; withheld below it.
    pub mean_median_loss_cp: Option<f64>,
}

/// Sums over moves that several engines looked at; adds up, move by move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Votes {
    engines: Vec<EngineSums>,
    moves: usize,
    differing: usize,
    contested: usize,
    majorities: usize,
    majority_matches: usize,
    spreads: usize,
    spread_cp: i64,
    median_cp: i64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct EngineSums {
    moves: usize,
    first_choices: usize,
    losses: usize,
    loss_cp: i64,
}

impl Votes {
    /// Of so many engines, no move counted yet.
    pub fn of(engines: usize) -> Votes {
        Votes {
            engines: vec![EngineSums::default(); engines],
            ..Votes::default()
        }
    }

    /// Counts a move. `records` has an entry for each engine in their order, none
    /// where it has no record.
    pub fn add(&mut self, records: &[Option<&MoveRecord>]) {
        for (sums, record) in self.engines.iter_mut().zip(records) {
            let Some(record) = record else { continue };
            sums.moves += 1;
            sums.first_choices += usize::from(record.is_first_choice());
            if let Some(loss) = centipawn_loss(record) {
                sums.losses += 1;
                sums.loss_cp += i64::from(loss);
            }
        }
        let all: Option<Vec<&MoveRecord>> = records.iter().copied().collect();
        let is_common = |all: &Vec<_>| all.len() == self.engines.len() && all.len() > 1;
        if let Some(all) = all.filter(is_common) {
            self.add_common(&all);
        }
    }

    /// Counts a move that every engine has a record of.
    fn add_common(&mut self, all: &[&MoveRecord]) {
        self.moves += 1;
        let choice = all[0].before.choice();
        let hits = all.iter().filter(|record| record.is_first_choice()).count();
        self.differing += usize::from(all.iter().any(|one| one.before.choice() != choice));
        self.contested += usize::from(hits > 0 && hits < all.len());
        let voted = vote(all).unwrap_or_default();
        self.majorities += usize::from(voted.choice.is_some());
        self.majority_matches += usize::from(voted.is_match);
        self.median_cp += i64::from(voted.loss_cp.unwrap_or(0));
        let losses: Option<Vec<i32>> = all.iter().map(|record| centipawn_loss(record)).collect();
        let losses = losses.unwrap_or_default();
        if let (Some(least), Some(most)) = (losses.iter().min(), losses.iter().max()) {
            self.spreads += 1;
            self.spread_cp += i64::from(most - least);
        }
    }

    /// Moves on which more than half of the engines agreed on a first choice.
    pub fn majorities(&self) -> usize {
        self.majorities
    }

    /// MM against the majority: of these moves, those that were its choice;
    /// nothing out of nothing.
    pub fn majority(&self) -> Option<Share> {
        Share::of(self.majority_matches as u64, self.majorities as u64)
    }

    /// What the sums come to; means of fewer than `gate` moves, at least one, are
    /// withheld.
    pub fn disagreement(&self, gate: u64) -> Disagreement {
        let is_enough = |count: usize| count as u64 >= gate.max(1);
        let mean = |sum: i64, count: usize| is_enough(count).then(|| sum as f64 / count as f64);
        let figures = |sums: &EngineSums| EngineFigures {
            moves: sums.moves,
            first_choices: sums.first_choices,
            losses: sums.losses,
            mean_loss_cp: mean(sums.loss_cp, sums.losses),
        };
        Disagreement {
            engines: self.engines.iter().map(figures).collect(),
            moves: self.moves,
            differing: self.differing,
            contested: self.contested,
            majorities: self.majorities,
            majority_matches: Some(self.majority_matches).filter(|_| is_enough(self.majorities)),
            spreads: self.spreads,
            mean_spread_cp: mean(self.spread_cp, self.spreads),
            mean_median_loss_cp: mean(self.median_cp, self.spreads),
        }
    }
}

/// The loss where no mate is involved and the engine is certain of it; a first choice has
/// none, as everywhere.
fn centipawn_loss(record: &MoveRecord) -> Option<i32> {
    let (best, played) = (record.listed.first()?, record.played_listed()?);
    let look = record.loss_looks.last();
    let of_look = look.map(|look| [look.first_choice, look.played]);
    let mut scores = [best.score, played.score].into_iter();
    let has_mate =
        scores.any(Value::is_mate) || of_look.is_some_and(|of| of.iter().any(|one| one.is_mate()));
    match has_mate || record.is_uncertain() {
        true => None,
        false => record.loss_cp(),
    }
}

#[cfg(test)]
#[path = "votes_tests.rs"]
mod tests;

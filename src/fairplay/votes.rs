//! Several judges on the same move, and how far they are apart.
//!
//! Each engine's figures stand beside the others' and beside their common vote,
//! and what they disagree on is counted, so that nobody can pick the engine he
//! likes. Engines' centipawns are not the same unit; a spread between them is
//! partly that. `Jury::look` asks, `vote` sums one move up and `disagreement`
//! many; none knows which moves ought to be left out.

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::board::{Game, Move};

use super::judge::{Judge, Stamp};
use super::record::MoveRecord;

/// Several judges.
#[derive(Default)]
pub struct Jury {
    members: Vec<Box<dyn Judge>>,
}

impl Jury {
    /// Of these judges, whose order is kept in everything that follows.
    pub fn new(members: Vec<Box<dyn Judge>>) -> Jury {
        Jury { members }
    }

    /// What the records of each member depend on.
    pub fn stamps(&self) -> Vec<&Stamp> {
        self.members.iter().map(|member| member.stamp()).collect()
    }

    /// What each member says of the move: its record, or one line that says why
    /// there is none. None when stopped.
    pub fn look(
        &mut self,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Option<Vec<Result<MoveRecord, String>>> {
        self.members
            .iter_mut()
            .map(|member| member.look(game, played, stop).transpose())
            .collect()
    }
}

/// What several engines say of one move together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vote {
    /// The first choice of more than half of them.
    pub choice: Option<String>,
    /// Whether the played move is that choice.
    pub is_match: bool,
    /// The median of their losses in centipawns, the smaller of the middle two
    /// where their number is even; none where one of them sees a mate.
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
    /// Moves whose loss is in centipawns: neither best nor played is a mate.
    pub losses: usize,
    /// The mean of these losses; none where there are none.
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
    /// Of these, moves on which that was the played move.
    pub majority_matches: usize,
    /// Moves whose loss is in centipawns for every engine.
    pub spreads: usize,
    /// The mean of greatest less least loss over these, in centipawns.
    pub mean_spread_cp: Option<f64>,
    /// The mean of the median loss over these, in centipawns.
    pub mean_median_loss_cp: Option<f64>,
}

/// Compares engines. `moves` has an entry for each move, in it one for each
/// engine: the same number everywhere, none where that engine has no record.
pub fn disagreement(moves: &[Vec<Option<&MoveRecord>>]) -> Disagreement {
    let engines = moves.iter().map(Vec::len).max().unwrap_or(0);
    let mut figures = vec![EngineFigures::default(); engines];
    let mut sums = vec![0_i64; engines];
    let mut result = Disagreement::default();
    let mut spread_sum = 0_i64;
    let mut median_sum = 0_i64;
    for records in moves {
        for (index, record) in records.iter().enumerate() {
            let Some(record) = record else { continue };
            figures[index].moves += 1;
            figures[index].first_choices += usize::from(record.is_first_choice());
            if let Some(loss) = centipawn_loss(record) {
                figures[index].losses += 1;
                sums[index] += i64::from(loss);
            }
        }
        let all: Option<Vec<&MoveRecord>> = records.iter().copied().collect();
        let Some(all) = all.filter(|all| all.len() == engines && engines > 1) else {
            continue;
        };
        result.moves += 1;
        let choice = all[0].before.choice();
        let hits = all.iter().filter(|record| record.is_first_choice()).count();
        result.differing += usize::from(all.iter().any(|one| one.before.choice() != choice));
        result.contested += usize::from(hits > 0 && hits < engines);
        let voted = vote(&all).unwrap_or_default();
        result.majorities += usize::from(voted.choice.is_some());
        result.majority_matches += usize::from(voted.is_match);
        median_sum += i64::from(voted.loss_cp.unwrap_or(0));
        let losses: Option<Vec<i32>> = all.iter().map(|record| centipawn_loss(record)).collect();
        let losses = losses.unwrap_or_default();
        if let (Some(least), Some(most)) = (losses.iter().min(), losses.iter().max()) {
            result.spreads += 1;
            spread_sum += i64::from(most - least);
        }
    }
    let mean = |sum: i64, count: usize| (count > 0).then(|| sum as f64 / count as f64);
    for (figures, sum) in figures.iter_mut().zip(sums) {
        figures.mean_loss_cp = mean(sum, figures.losses);
    }
    result.mean_spread_cp = mean(spread_sum, result.spreads);
    result.mean_median_loss_cp = mean(median_sum, result.spreads);
    result.engines = figures;
    result
}

/// The loss at the common depth where no mate is involved.
fn centipawn_loss(record: &MoveRecord) -> Option<i32> {
    let (best, played) = (record.listed.first()?, record.played_listed()?);
    if best.score.is_mate() || played.score.is_mate() {
        return None;
    }
    record.loss_cp()
}

#[cfg(test)]
mod tests {
    use super::super::record::{Line, Listed, Value};
    use super::*;

    fn record(choice: &str, list: &[(&str, Value)]) -> MoveRecord {
        let line = Line {
            score: list[0].1,
            depth: 5,
            seldepth: 5,
            nodes: 1,
            levels: Vec::new(),
            extrapolated: 0,
            choices: vec![(1, choice.to_owned())],
            pv: Vec::new(),
        };
        let listed = |&(mv, score): &(&str, Value)| Listed {
            mv: mv.to_owned(),
            score,
            depth: 5,
        };
        MoveRecord {
            played: "e2e4".to_owned(),
            legal: 20,
            before: line.clone(),
            after: line,
            depth: 5,
            listed: list.iter().map(listed).collect(),
            mates: None,
            forced_plies: 0,
        }
    }

    #[test]
    fn figures_worked_out_by_hand() {
        let cp = Value::Cp;
        // Three moves, two engines: both e4; one e4 (30 lost to the other); a mate.
        let first = record("e2e4", &[("e2e4", cp(20)), ("d2d4", cp(10))]);
        let also = record("e2e4", &[("d2d4", cp(24)), ("e2e4", cp(20))]);
        let other = record("d2d4", &[("d2d4", cp(30)), ("e2e4", cp(0))]);
        let mate = record("d2d4", &[("d2d4", Value::Mate(3)), ("e2e4", cp(0))]);
        let found = disagreement(&[
            vec![Some(&first), Some(&also)],
            vec![Some(&first), Some(&other)],
            vec![Some(&first), Some(&mate)],
            // One engine failed: its own figures only.
            vec![None, Some(&other)],
        ]);
        assert_eq!(found.moves, 3);
        assert_eq!((found.differing, found.contested), (2, 2));
        assert_eq!((found.spreads, found.mean_spread_cp), (2, Some(17.0)));
        // Both for e4 once; the smaller losses are 0 and 0.
        assert_eq!((found.majorities, found.majority_matches), (1, 1));
        assert_eq!(found.mean_median_loss_cp, Some(0.0));
        let [one, two] = &found.engines[..] else {
            panic!("two engines")
        };
        assert_eq!((one.moves, one.first_choices), (3, 3));
        assert_eq!((one.losses, one.mean_loss_cp), (3, Some(0.0)));
        assert_eq!((two.moves, two.first_choices, two.losses), (4, 1, 3));
        assert_eq!(two.mean_loss_cp, Some(64.0 / 3.0));
    }

    #[test]
    fn more_than_half_decide() {
        let cp = Value::Cp;
        let good = record("e2e4", &[("e2e4", cp(20)), ("d2d4", cp(10))]);
        let bad = record("d2d4", &[("d2d4", cp(24)), ("e2e4", cp(20))]);
        let worse = record("d2d4", &[("d2d4", cp(90)), ("e2e4", cp(20))]);
        let mate = record("c2c4", &[("c2c4", Value::Mate(2)), ("e2e4", cp(20))]);
        let two_to_one = vote(&[&worse, &good, &bad]).unwrap();
        assert_eq!(two_to_one.choice.as_deref(), Some("d2d4"));
        assert_eq!((two_to_one.is_match, two_to_one.loss_cp), (false, Some(4)));
        let tie = vote(&[&good, &bad]).unwrap();
        assert_eq!(
            (tie.choice, tie.is_match, tie.loss_cp),
            (None, false, Some(0))
        );
        let split = vote(&[&good, &good, &mate]).unwrap();
        assert_eq!((split.is_match, split.loss_cp), (true, None));
        assert_eq!(vote(&[]), None);
    }

    #[test]
    fn one_engine_cannot_disagree_and_none_says_nothing() {
        let only = record("d2d4", &[("d2d4", Value::Cp(9)), ("e2e4", Value::Cp(4))]);
        let found = disagreement(&[vec![Some(&only)]]);
        assert_eq!((found.moves, found.mean_spread_cp), (0, None));
        assert_eq!(found.engines[0].mean_loss_cp, Some(5.0));
        assert_eq!(disagreement(&[]), Disagreement::default());
    }
}

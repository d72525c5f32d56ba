//! Classifiers fitted to moves of engines and people, tried on others.
//!
//! Engines reach other positions than people, so a classifier may recognise positions instead
//! of moves. Against that: as many moves of both are taken of every kind; the same classifier
//! without a column of the move stands beside it; and areas are also taken among positions that
//! are alike, or that came of the same opening. Start with `predictions`.

use std::collections::{BTreeMap, BTreeSet};

use super::class_figures::ClassProbability;
use super::move_sample::{MoveSample, MoveVector};
use crate::classifiers::{Classifier, Examples};
use plumb_support::random::Random;

/// Borders of evaluations, in centipawns, between positions that are not alike.
const LEVEL_BORDERS_CP: [i32; 4] = [-100, -25, 25, 100];
/// Borders of what people lose on average, scaled.
const DIFFICULTY_BORDERS: [f64; 3] = [0.03, 0.06, 0.12];

/// Which columns a classifier sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// All.
    All,
    /// All but the length of forced lines, partial credit, and ranks and losses at four to six
    /// plies.
    Earlier,
    /// What the position says by itself.
    Position,
    /// What the move says.
    Move,
    /// The log ratio of engines' and people's shares less its mean, alone.
    LogRatio,
    /// Whether it is the first choice, alone.
    FirstChoice,
}

impl Columns {
    /// Their name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Columns::All => "position and move",
            Columns::Earlier => "all but forced lines, credit, and depths 4 to 6",
            Columns::Position => "position alone",
            Columns::Move => "move alone",
            Columns::LogRatio => "log ratio alone",
            Columns::FirstChoice => "first choice or not",
        }
    }

    fn places(self) -> Vec<usize> {
        let names = MoveSample::columns();
        let all = names.len();
        let named = |wanted: &str| {
            let places = names
                .iter()
                .enumerate()
                .filter(|(_, name)| **name == wanted);
            places.map(|(place, _)| place).collect()
        };
        match self {
            Columns::All => (0..all).collect(),
            Columns::Earlier => {
                let later = MoveSample::later_columns();
                (0..all).filter(|place| !later.contains(place)).collect()
            }
            Columns::Position => (0..MoveSample::position_columns()).collect(),
            Columns::Move => (MoveSample::position_columns()..all).collect(),
            Columns::LogRatio => named("log ratio less its mean where people choose"),
            Columns::FirstChoice => named(plumb_engine::choice::Feature::FirstChoice.sentence()),
        }
    }
}

/// As many moves of engines as of people of every kind: by side, phase, and whether they lose
/// something; drawn by lot, in the order of the sample.
pub fn balanced_sample<'a>(moves: &[&'a MoveVector], seed: u64) -> Vec<&'a MoveVector> {
    let kind = |one: &MoveVector| (one.side as u8, one.phase, one.is_loss);
    let mut counts: BTreeMap<_, [usize; 2]> = BTreeMap::new();
    for one in moves {
        counts.entry(kind(one)).or_default()[usize::from(one.is_engine)] += 1;
    }
    let mut left: BTreeMap<_, [usize; 2]> = counts
        .into_iter()
        .map(|(kind, [people, engines])| (kind, [people.min(engines); 2]))
        .collect();
    let mut drawn = BTreeSet::new();
    for place in Random::seeded(seed).order(moves.len()) {
        let one = moves[place];
        if let Some(left) = left.get_mut(&kind(one)) {
            let left = &mut left[usize::from(one.is_engine)];
            if *left > 0 {
                *left -= 1;
                drawn.insert(place);
            }
        }
    }
    drawn.into_iter().map(|place| moves[place]).collect()
}

/// What a classifier that was fitted to some moves says of others, by the columns that it sees.
/// An error is the library's.
pub fn predictions(
    machine: Classifier,
    columns: Columns,
    fitted_to: &[&MoveVector],
    others: &[&MoveVector],
) -> Result<Vec<ClassProbability>, String> {
    let places = columns.places();
    let row = |one: &MoveVector| -> Vec<f64> {
        places.iter().map(|&place| one.features[place]).collect()
    };
    let examples = Examples {
        vectors: fitted_to.iter().map(|one| row(one)).collect(),
        is_in_class: fitted_to.iter().map(|one| one.is_engine).collect(),
        groups: fitted_to.iter().map(|one| one.game).collect(),
    };
    let rows: Vec<Vec<f64>> = others.iter().map(|one| row(one)).collect();
    let said = machine.probabilities(&examples, &rows)?;
    let pairs = said.into_iter().zip(others);
    Ok(pairs
        .map(|(probability, one)| ClassProbability {
            probability,
            is_in_class: one.is_engine,
            group: one.game,
            stratum: 0,
        })
        .collect())
}

/// The same, held against each other only among positions that are alike by phase, side,
/// evaluation and difficulty.
pub fn among_like_positions(
    predictions: &[ClassProbability],
    moves: &[&MoveVector],
) -> Vec<ClassProbability> {
    let pairs = predictions.iter().zip(moves);
    pairs
        .map(|(one, of)| ClassProbability {
            stratum: likeness(of),
            ..*one
        })
        .collect()
}

fn likeness(one: &MoveVector) -> u64 {
    let level = LEVEL_BORDERS_CP.partition_point(|&border| border <= one.level_cp) as u64;
    let difficulty = DIFFICULTY_BORDERS.partition_point(|&border| border <= one.difficulty) as u64;
    ((level * 4 + difficulty) * 4 + one.phase as u64) * 2 + one.side as u64
}

/// The same, held against each other only among games that came of one opening; how many pairs
/// of an engine's game and a person's there are.
pub fn among_shared_openings(
    predictions: &[ClassProbability],
    moves: &[&MoveVector],
) -> (Vec<ClassProbability>, usize) {
    let mut games: BTreeMap<u64, [BTreeSet<usize>; 2]> = BTreeMap::new();
    for one in moves {
        if let Some(opening) = one.opening {
            games.entry(opening).or_default()[usize::from(one.is_engine)].insert(one.game);
        }
    }
    games.retain(|_, sides| sides.iter().all(|side| !side.is_empty()));
    let pairs = games
        .values()
        .map(|[people, engines]| people.len().min(engines.len()))
        .sum();
    let shared = predictions.iter().zip(moves).filter_map(|(one, of)| {
        let stratum = of.opening.filter(|opening| games.contains_key(opening))?;
        Some(ClassProbability { stratum, ..*one })
    });
    (shared.collect(), pairs)
}

/// The engines with the most moves, without their versions.
pub fn frequent_engines(moves: &[&MoveVector], most: usize) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for one in moves.iter().filter(|one| one.is_engine) {
        *counts.entry(&one.engine).or_default() += 1;
    }
    let mut engines: Vec<(&str, usize)> = counts.into_iter().collect();
    engines.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
    let names = engines.into_iter().take(most);
    names.map(|(name, _)| name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::move_sample::fixtures::move_vector;

    #[test]
    fn every_kind_has_as_many_of_both() {
        let mut moves = Vec::new();
        for place in 0..40 {
            let mut one = move_vector(place % 4 == 0, place);
            one.is_loss = place % 5 == 0;
            moves.push(one);
        }
        let all: Vec<&MoveVector> = moves.iter().collect();
        let drawn = balanced_sample(&all, 1);
        // Of eight losses two are engines', of 32 others eight.
        assert_eq!(drawn.len(), 20);
        for is_loss in [false, true] {
            let kind: Vec<_> = drawn.iter().filter(|one| one.is_loss == is_loss).collect();
            let engines = kind.iter().filter(|one| one.is_engine).count();
            assert_eq!(2 * engines, kind.len());
        }
        assert_eq!(balanced_sample(&all, 1), drawn);
    }

    #[test]
    fn a_position_alone_tells_nothing_of_moves() {
        let mut random = Random::seeded(3);
        let mut moves = Vec::new();
        for place in 0..300 {
            let is_engine = place % 2 == 0;
            let mut one = move_vector(is_engine, place);
            for value in &mut one.features {
                *value = random.normal();
            }
            // The last column is one of the move.
            if let Some(last) = one.features.last_mut() {
                *last += if is_engine { 5.0 } else { 0.0 };
            }
            moves.push(one);
        }
        let (first, second): (Vec<_>, Vec<_>) = moves.iter().partition(|one| one.game < 200);
        let right = |columns| {
            let predicted = predictions(Classifier::Logit, columns, &first, &second).unwrap();
            let right = predicted
                .iter()
                .filter(|one| (one.probability > 0.5) == one.is_in_class);
            right.count()
        };
        assert!(
            right(Columns::Position) < 65,
            "{}",
            right(Columns::Position)
        );
        for columns in [Columns::Move, Columns::All] {
            assert!(right(columns) > 75, "{columns:?}: {}", right(columns));
        }
        assert_eq!(Columns::LogRatio.places().len(), 1);
        assert_eq!(Columns::FirstChoice.places().len(), 1);
    }

    #[test]
    fn strata_part_what_is_not_alike() {
        let mut moves = [
            move_vector(true, 1),
            move_vector(false, 2),
            move_vector(false, 3),
        ];
        moves[0].opening = Some(7);
        moves[1].opening = Some(7);
        moves[2].opening = Some(8);
        moves[2].level_cp = 300;
        let all: Vec<&MoveVector> = moves.iter().collect();
        let predicted: Vec<ClassProbability> = (all.iter())
            .map(|one| ClassProbability {
                probability: 0.5,
                is_in_class: one.is_engine,
                group: one.game,
                stratum: 0,
            })
            .collect();
        let alike = among_like_positions(&predicted, &all);
        assert_eq!(alike[0].stratum, alike[1].stratum);
        assert_ne!(alike[0].stratum, alike[2].stratum);
        let (shared, pairs) = among_shared_openings(&predicted, &all);
        assert_eq!((shared.len(), pairs), (2, 1));
        assert_eq!(frequent_engines(&all, 3), ["Engine"]);
    }
}

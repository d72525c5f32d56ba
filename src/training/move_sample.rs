//! Moves of engines and of strong people as vectors, for classifiers to tell them apart.
//!
//! A vector begins with what the position says by itself; what the move that was made says
//! follows (`MoveSample::position_columns`), so that it can be told how much of the difference is
//! the positions that engines reach. Start with `MoveSample::add`.

use std::collections::HashMap;

use super::engine_fit::engine_family;
use super::honest_sample::asked_player;
use crate::board::{Color, Position};
use crate::choice::{Feature, Sight, TimeClass, move_features, scaled_difference};
use crate::fairplay::{
    AuditError, ChoiceModels, GamePhase, MoveRecord, RecordedMove, RecordedMoves, SourceGame,
    decision_of, time_class_of,
};

/// Everybody's moves are held against people of this rating.
const YARDSTICK_RATING: f64 = 2_500.0;
/// Openings are shared if these plies of two games lead to the same position.
const OPENING_PLIES: usize = 14;
/// Shares below this count as this.
const LEAST_SHARE: f64 = 1e-4;
/// Evaluations beyond this, in centipawns, count as this.
const LEVEL_LIMIT_CP: i32 = 1_000;
/// The difference from which a move loses something by the list, scaled.
const SMALL_LOSS: f64 = 0.01;

/// Whose moves a run has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoverKind {
    /// Engines.
    Engines,
    /// People of this rating and more.
    People {
        /// The least rating, in Elo, as the file has it.
        from_rating: i32,
    },
}

/// A move with what it is told by, and what it is matched by.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveVector {
    /// An engine made it.
    pub is_engine: bool,
    /// The game, over all runs.
    pub game: usize,
    /// The engine without its version; empty for people.
    pub engine: String,
    /// The rating as the file has it, in Elo.
    pub rating: i32,
    /// How fast the game was.
    pub class: TimeClass,
    /// Who moved.
    pub side: Color,
    /// How far the game was.
    pub phase: GamePhase,
    /// The evaluation before the move, in centipawns from the mover's side.
    pub level_cp: i32,
    /// What people of the rating of comparison lose here on average, scaled.
    pub difficulty: f64,
    /// It lost something by the record's list.
    pub is_loss: bool,
    /// The key of the position after the opening's plies; none where the game began elsewhere.
    pub opening: Option<u64>,
    /// Of the position first, then of the move.
    pub features: Vec<f64>,
    /// Position and move: what several games of engines have in common was their opening.
    key: (u64, usize),
}

/// Moves of engines and people.
#[derive(Clone, Debug, Default)]
pub struct MoveSample {
    /// The moves, in the order of the runs.
    pub moves: Vec<MoveVector>,
    games: usize,
}

/// What the first columns of a vector are.
const POSITION_FEATURES: [&str; 18] = [
    "evaluation, in pawns",
    "its size",
    "logarithm of the number of legal moves",
    "material left, 0 to 1",
    "check",
    "White moves",
    "what people lose on average",
    "entropy of people's shares",
    "entropy of engines' shares",
    "people's share of the first choice",
    "engines' share of the first choice",
    "mean log ratio where people choose",
    "its variance",
    "gap to the second of the list, scaled",
    "gap to the third",
    "gap to the last",
    "the first choice is the best at a glance",
    "depth of the record's search",
];

/// What the last columns of a vector are, behind the features of the move.
const MOVE_FEATURES: [&str; 5] = [
    "logarithm of people's share of the move",
    "logarithm of engines' share",
    "log ratio",
    "log ratio less its mean where people choose",
    "people's share less that of their favourite, in logarithms",
];

impl MoveSample {
    /// How many columns of a vector say something of the position alone: the first.
    pub const fn position_columns() -> usize {
        POSITION_FEATURES.len()
    }

    /// What the columns are, in words.
    pub fn columns() -> Vec<&'static str> {
        let features = Feature::ALL.iter().map(|feature| feature.sentence());
        let position = POSITION_FEATURES.into_iter();
        position.chain(features).chain(MOVE_FEATURES).collect()
    }

    /// Adds the choices of a run that ask for one; `go_on` is told how many of its games were
    /// read, and ends the reading with false.
    pub fn add(
        &mut self,
        run: &RecordedMoves,
        kind: MoverKind,
        models: &ChoiceModels,
        mut go_on: impl FnMut(u64) -> bool,
    ) -> Result<(), AuditError> {
        let mut last = 0;
        run.each(|id, recorded| {
            if id != last {
                self.games += 1;
                last = id;
            }
            self.moves
                .extend(vector(&recorded, kind, self.games, models));
            go_on(id)
        })
    }

    /// Without moves that several games of engines have in common: these were given to them.
    pub fn without_given_moves(&mut self) {
        let mut times: HashMap<(u64, usize), u32> = HashMap::new();
        for one in self.moves.iter().filter(|one| one.is_engine) {
            *times.entry(one.key).or_default() += 1;
        }
        self.moves
            .retain(|one| !one.is_engine || times.get(&one.key) == Some(&1));
    }
}

fn vector(
    recorded: &RecordedMove<'_>,
    kind: MoverKind,
    game_number: usize,
    models: &ChoiceModels,
) -> Option<MoveVector> {
    let (source, game, record) = (recorded.source, recorded.game, recorded.record);
    let position = game.position();
    let side = position.turn();
    let ((_, name), _) = asked_player(recorded)?;
    let rating = source.rating(side)?;
    let engine = match kind {
        MoverKind::Engines => engine_family(&name).to_owned(),
        MoverKind::People { from_rating } if rating >= from_rating => String::new(),
        MoverKind::People { .. } => return None,
    };
    let played = source.plies[recorded.index].mv?;
    let decision = decision_of(game, record)?;
    let moves = move_features(&decision);
    let place = |wanted| moves.iter().position(|&(mv, _)| mv == wanted);
    let chosen = place(played)?;
    let first_choice = decision.first_choice.and_then(place)?;
    let rows: Vec<_> = moves.iter().map(|&(_, row)| row).collect();
    let people = (models.people).shares(&rows, Sight::Record, YARDSTICK_RATING);
    let engines = models.engines.shares(&rows);
    let log = |share: f64| libm::log(share.max(LEAST_SHARE));
    let ratios: Vec<f64> = people
        .iter()
        .zip(&engines)
        .map(|(p, e)| log(*e) - log(*p))
        .collect();
    let mean = |values: &[f64]| -> f64 {
        let pairs = people.iter().zip(values);
        pairs.map(|(share, value)| share * value).sum()
    };
    let expected = mean(&ratios);
    let squares: Vec<f64> = ratios
        .iter()
        .map(|ratio| (ratio - expected).powi(2))
        .collect();
    let losses: Vec<f64> = rows
        .iter()
        .map(|row| f64::from(row[Feature::FullListLoss as usize]).min(1.0))
        .collect();
    let difficulty = mean(&losses);
    let entropy = |shares: &[f64]| -shares.iter().map(|&s| s * log(s)).sum::<f64>();
    let gaps = gaps(&line_levels(record));
    let level_cp = record.before.score.level_cp();
    let bounded = f64::from(level_cp.clamp(-LEVEL_LIMIT_CP, LEVEL_LIMIT_CP)) / 100.0;
    let flag = |is: bool| f64::from(u8::from(is));
    let favourite = people.iter().copied().fold(0.0, f64::max);
    let of_position: [f64; POSITION_FEATURES.len()] = [
        bounded,
        bounded.abs(),
        libm::log(moves.len() as f64),
        f64::from(crate::eval::phase(position)) / 24.0,
        flag(position.in_check()),
        flag(side == Color::White),
        difficulty,
        entropy(&people),
        entropy(&engines),
        people[first_choice],
        engines[first_choice],
        expected,
        mean(&squares),
        gaps[0],
        gaps[1],
        gaps[2],
        f64::from(rows[first_choice][Feature::BestAtGlance as usize]),
        f64::from(record.before.depth),
    ];
    let of_move: [f64; MOVE_FEATURES.len()] = [
        log(people[chosen]),
        log(engines[chosen]),
        ratios[chosen],
        ratios[chosen] - expected,
        log(people[chosen]) - log(favourite),
    ];
    let of_choice = rows[chosen].iter().map(|&x| f64::from(x));
    Some(MoveVector {
        is_engine: kind == MoverKind::Engines,
        game: game_number,
        engine,
        rating,
        class: time_class_of(source),
        side,
        phase: GamePhase::of(position),
        level_cp,
        difficulty,
        is_loss: losses[chosen] > SMALL_LOSS,
        opening: opening(source),
        features: (of_position.into_iter().chain(of_choice).chain(of_move)).collect(),
        key: (position.key(), chosen),
    })
}

/// The levels of the list's lines, best first, without a move that is there because it was played.
pub(super) fn line_levels(record: &MoveRecord) -> Vec<i32> {
    let is_line = |mv: &str| !record.played_apart || mv != record.played;
    let lines = record.listed.iter().filter(|listed| is_line(&listed.mv));
    lines.map(|listed| listed.score.level_cp()).collect()
}

/// How far the second, the third and the last line are behind the first, scaled; as far as the
/// last where there are fewer.
fn gaps(levels: &[i32]) -> [f64; 3] {
    let (Some(&best), Some(&last)) = (levels.first(), levels.last()) else {
        return [0.0; 3];
    };
    let gap = |cp: i32| scaled_difference(best, cp).max(0.0);
    [1, 2, levels.len()].map(|place| gap(levels.get(place).copied().unwrap_or(last)))
}

/// The position's key after the opening's plies.
fn opening(source: &SourceGame) -> Option<u64> {
    if source.start != Position::start() {
        return None;
    }
    let mut position = source.start.clone();
    for ply in source.plies.get(..OPENING_PLIES)? {
        position = position.play(ply.mv?);
    }
    Some(position.key())
}

#[cfg(test)]
pub(super) mod fixtures {
    use super::*;

    /// A move of a game with nothing remarkable about it.
    pub(in super::super) fn move_vector(is_engine: bool, game: usize) -> MoveVector {
        MoveVector {
            is_engine,
            game,
            engine: if is_engine { "Engine" } else { "" }.to_owned(),
            rating: 2_500,
            class: TimeClass::Classical,
            side: Color::White,
            phase: GamePhase::Middlegame,
            level_cp: 0,
            difficulty: 0.0,
            is_loss: false,
            opening: None,
            features: vec![0.0; MoveSample::columns().len()],
            key: (game as u64, 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_behind_the_first_line() {
        assert_eq!(gaps(&[]), [0.0; 3]);
        assert_eq!(gaps(&[40]), [0.0; 3]);
        let last = scaled_difference(40, -100);
        assert_eq!(gaps(&[40, -100]), [last; 3]);
        let second = scaled_difference(40, 30);
        assert_eq!(gaps(&[40, 30, -100]), [second, last, last]);
    }

    #[test]
    fn every_column_has_a_name() {
        let all = POSITION_FEATURES.len() + Feature::ALL.len() + MOVE_FEATURES.len();
        assert_eq!(MoveSample::columns().len(), all);
    }

    #[test]
    fn moves_that_several_engines_share_are_given() {
        let one = |is_engine, key| MoveVector {
            key: (key, 0),
            ..super::fixtures::move_vector(is_engine, 1)
        };
        let mut sample = MoveSample {
            moves: vec![
                one(true, 1),
                one(true, 1),
                one(true, 2),
                one(false, 3),
                one(false, 3),
            ],
            games: 1,
        };
        sample.without_given_moves();
        let keys: Vec<u64> = sample.moves.iter().map(|one| one.key.0).collect();
        assert_eq!(keys, [2, 3, 3]);
    }
}

//! Moves of engines and of strong people as vectors, for classifiers to tell them apart.
//!
//! A vector begins with what the position says by itself; what the move that was made says
//! follows (`MoveSample::position_columns`), so that it can be told how much of the difference is
//! the positions that engines reach. Start with `MoveSample::add`.

use std::collections::HashMap;

use super::engine_fit::engine_family;
use super::honest_sample::asked_player;
use super::move_course::MoveCourse;
use plumb_chess::board::{Color, Position};
use plumb_engine::choice::{
    Feature, ReganReference, Sight, TimeClass, move_features, scaled_difference,
};
use plumb_fairplay::{
    AuditError, ChoiceModels, GamePhase, MoveRecord, RecordedMove, RecordedMoves, SourceGame,
    choice_of, decision_of, time_class_of,
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
    /// Some of the records do not say how far the line is forced.
    lacks_forced_lines: bool,
}

/// The column of the length of forced lines.
const FORCED_LINE: &str = "plies from here on that had one good choice";

/// What the first columns of a vector are.
const POSITION_FEATURES: [&str; 19] = [
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
    FORCED_LINE,
];

/// What the last columns of a vector are, behind the features of the move.
const MOVE_FEATURES: [&str; 12] = [
    "logarithm of people's share of the move",
    "logarithm of engines' share",
    "log ratio",
    "log ratio less its mean where people choose",
    "people's share less that of their favourite, in logarithms",
    PARTIAL_CREDIT,
    "loss by the list at four plies, scaled",
    "rank at four plies",
    "loss at five plies",
    "rank at five plies",
    "loss at six plies",
    "rank at six plies",
];
/// The first of the columns of a move that neither a glance nor the models have a part in.
const PARTIAL_CREDIT: &str = "partial credit";
/// The depths, in plies, of the columns behind it.
const COURSE_DEPTHS: [u32; 3] = [4, 5, 6];

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
            let vector = vector(&recorded, kind, self.games, models);
            self.lacks_forced_lines |= vector.is_some() && recorded.record.forced.is_none();
            self.moves.extend(vector);
            go_on(id)
        })
    }

    /// Whether every record says how far the line is forced.
    pub fn has_forced_lines(&self) -> bool {
        !self.lacks_forced_lines
    }

    /// Takes what is known of forced lines out: where only some records have it, it would tell
    /// these from the others.
    pub fn forget_forced_lines(&mut self) {
        let place = column(FORCED_LINE);
        for one in &mut self.moves {
            one.features[place] = 0.0;
        }
    }

    /// The columns that came last: the length of forced lines, partial credit, and what a move
    /// looked like at four to six plies.
    pub(super) fn later_columns() -> Vec<usize> {
        let all = MoveSample::columns().len();
        let credit = column(PARTIAL_CREDIT);
        std::iter::once(column(FORCED_LINE))
            .chain(credit..all)
            .collect()
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

/// The place of the column with this name.
fn column(name: &str) -> usize {
    let mut names = MoveSample::columns().into_iter();
    let place = names.position(|column| column == name);
    place.expect("a constant names it")
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
    let reference = ReganReference::embedded();
    let credit = choice_of(record)?.credit(reference.sensitivity, reference.consistency);
    let level_cp = record.before.score.level_cp();
    let bounded = f64::from(level_cp.clamp(-LEVEL_LIMIT_CP, LEVEL_LIMIT_CP)) / 100.0;
    let flag = |is: bool| f64::from(u8::from(is));
    let favourite = people.iter().copied().fold(0.0, f64::max);
    let of_position: [f64; POSITION_FEATURES.len()] = [
        bounded,
        bounded.abs(),
        libm::log(moves.len() as f64),
        f64::from(plumb_engine::eval::phase(position)) / 24.0,
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
        record.forced_plies().unwrap_or(0) as f64,
    ];
    let [four, five, six] = COURSE_DEPTHS.map(|depth| match MoveCourse::at(record, depth) {
        Some(MoveCourse { loss, rank }) => [loss, rank as f64],
        None => [0.0; 2],
    });
    let of_move: [f64; MOVE_FEATURES.len()] = [
        log(people[chosen]),
        log(engines[chosen]),
        ratios[chosen],
        ratios[chosen] - expected,
        log(people[chosen]) - log(favourite),
        credit,
        four[0],
        four[1],
        five[0],
        five[1],
        six[0],
        six[1],
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
    fn forced_lines_that_some_records_lack_are_forgotten() {
        let mut sample = MoveSample::default();
        assert!(sample.has_forced_lines());
        let mut one = super::fixtures::move_vector(true, 1);
        one.features.fill(2.0);
        sample.moves.push(one);
        sample.forget_forced_lines();
        let features = &sample.moves[0].features;
        let forgotten: Vec<usize> = (0..features.len())
            .filter(|&place| features[place] == 0.0)
            .collect();
        assert_eq!(forgotten, [POSITION_FEATURES.len() - 1]);
        let later = MoveSample::later_columns();
        assert_eq!(later.len(), 2 + 2 * COURSE_DEPTHS.len());
        assert_eq!(later[0], forgotten[0]);
        assert_eq!(MoveSample::columns()[later[1]], PARTIAL_CREDIT);
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
            ..MoveSample::default()
        };
        sample.without_given_moves();
        let keys: Vec<u64> = sample.moves.iter().map(|one| one.key.0).collect();
        assert_eq!(keys, [2, 3, 3]);
    }
}

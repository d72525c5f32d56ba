//! Moves of engines and people by Burnham's seventeen features, for his experiment.
//!
//! His features are of the levels of the search after a move, of what was evaluated before it,
//! and of the alternatives; his moves those of the middlegame that lost nothing. Records are
//! those of the profile `full`, which has thirty levels and a list. Start with
//! `BurnhamSample::add`.

use super::class_figures::{ClassFigures, ClassProbability};
use super::move_sample::{MoverKind, line_levels};
use crate::classifiers::{Boosting, Classifier, Examples};
use plumb_chess::board::{Color, Move};
use plumb_chess::notation::parse_uci_move;
use plumb_coach::analysis::{Shape, Trend, TrendModel};
use plumb_fairplay::{AuditError, GamePhase, MoveTrend, RecordedMove, RecordedMoves};
use plumb_support::random::Random;

/// How many moves of engines and of people he had.
const MOVES: [usize; 2] = [513, 457];
/// One part of so many is kept back.
const PARTS: usize = 5;

/// His boosting: trees and depth, and what splits ask for.
pub const BURNHAM_BOOSTING: Boosting = Boosting {
    trees: 10,
    depth: 7,
    rate: 0.3,
    least_examples: 5,
    gamma: 0.4,
    lambda: 4.0,
};

/// The features, in the order of a vector.
const FEATURES: [&str; 17] = [
    "amplitude",
    "first factor of the cubic",
    "second",
    "third",
    "fourth",
    "residual",
    "trend",
    "mean offset",
    "best-move changes after the move",
    "evaluation",
    "gap to the second best",
    "to the third",
    "to the fourth",
    "to the fifth",
    "distance of the played move from the best",
    "side",
    "drop",
];

/// Moves as vectors of his features, in the class where an engine made them, grouped by game.
#[derive(Clone, Debug, Default)]
pub struct BurnhamSample {
    examples: Examples,
    games: usize,
}

impl BurnhamSample {
    /// Adds the moves of a run; `go_on` is told how many of its games were read, and ends the
    /// reading with false.
    pub fn add(
        &mut self,
        run: &RecordedMoves,
        kind: MoverKind,
        trends: &TrendModel,
        mut go_on: impl FnMut(u64) -> bool,
    ) -> Result<(), AuditError> {
        let mut last = 0;
        run.each(|id, recorded| {
            if id != last {
                self.games += 1;
                last = id;
            }
            if let Some(features) = features(&recorded, kind, trends) {
                self.examples.vectors.push(features.to_vec());
                self.examples.is_in_class.push(kind == MoverKind::Engines);
                self.examples.groups.push(self.games);
            }
            go_on(id)
        })
    }

    /// How many moves of engines and of people there are.
    pub fn counts(&self) -> [usize; 2] {
        let engines = self.examples.is_in_class.iter().filter(|&&is| is).count();
        [engines, self.examples.count() - engines]
    }
}

/// The features of a move of the middlegame that lost nothing; of people of a rating.
fn features(
    recorded: &RecordedMove<'_>,
    kind: MoverKind,
    trends: &TrendModel,
) -> Option<[f64; FEATURES.len()]> {
    let (game, record) = (recorded.game, recorded.record);
    let position = game.position();
    let side = position.turn();
    if let MoverKind::People { from_rating } = kind
        && recorded.source.rating(side)? < from_rating
    {
        return None;
    }
    let is_middlegame = GamePhase::of(position) == GamePhase::Middlegame;
    if !is_middlegame || record.drop_cp() > 0 || record.legal < 2 {
        return None;
    }
    let trend = match MoveTrend::of(record, trends)?.trend {
        Trend::Ascending => 1.0,
        Trend::Descending => -1.0,
        Trend::Other => 0.0,
    };
    let before_cp = record.before.score.level_cp();
    let levels = &record.after.levels;
    let shape = Shape::of(levels, before_cp);
    let [one, two, three, four] = shape.cubic?;
    let offsets = levels.iter().map(|level| f64::from(level - before_cp));
    let mean_offset = offsets.sum::<f64>() / levels.len().max(1) as f64;
    let best = parse_uci_move(position, record.before.choice()?)?;
    let played = recorded.source.plies[recorded.index].mv?;
    let [second, third, fourth, fifth] = gaps(&line_levels(record))?;
    Some([
        shape.amplitude,
        one,
        two,
        three,
        four,
        shape.residual,
        trend,
        mean_offset,
        record.after.choices.len().saturating_sub(1) as f64,
        f64::from(before_cp),
        second,
        third,
        fourth,
        fifth,
        distance(played, best),
        f64::from(u8::from(side == Color::White)),
        f64::from(record.drop_cp()),
    ])
}

/// How far the next four lines are behind the first, in centipawns; as far as the last where
/// there are fewer.
fn gaps(levels: &[i32]) -> Option<[f64; 4]> {
    let (&best, &last) = (levels.first()?, levels.last()?);
    let gap = |place: usize| f64::from(best - levels.get(place).copied().unwrap_or(last));
    Some([1, 2, 3, 4].map(gap))
}

/// The distance between two moves whose squares are coordinates: 0 for the same move.
fn distance(one: Move, other: Move) -> f64 {
    let coordinates = |mv: Move| {
        [mv.from(), mv.to()].map(|square| {
            let index = square.index() as f64;
            [index % 8.0, (index / 8.0).floor()]
        })
    };
    let pairs = coordinates(one)
        .into_iter()
        .flatten()
        .zip(coordinates(other).into_iter().flatten());
    pairs.map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

/// The unit by which moves are divided into those fitted to and those held out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitUnit {
    /// Moves, as he did: of one game some are fitted to and some kept back.
    Moves,
    /// Whole games.
    Games,
}

/// What a machine made of moves kept back, over several draws.
#[derive(Clone, Debug, PartialEq)]
pub struct BurnhamFigures {
    /// The share told rightly, 0 to 1: mean, least and most of the draws; nothing if none kept
    /// moves of both kinds back.
    pub accuracy: Option<[f64; 3]>,
    /// The area under the ROC curve: mean, least and most.
    pub area: Option<[f64; 3]>,
}

impl BurnhamSample {
    /// As many moves as he had are drawn so many times, four fifths fitted to and the rest told.
    /// `go_on` ends it with false, and then there is nothing; an error is the library's.
    pub fn trial(
        &self,
        machine: Classifier,
        parting: SplitUnit,
        draws: usize,
        seed: u64,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<Option<BurnhamFigures>, String> {
        let (mut accuracies, mut areas) = (Vec::new(), Vec::new());
        for draw in 0..draws {
            if !go_on() {
                return Ok(None);
            }
            let mut random = Random::stream(seed, draw as u64);
            let mut drawn = self.drawn(&mut random);
            if parting == SplitUnit::Moves {
                // The folds within what is fitted to know no games either.
                drawn.groups = (0..drawn.count()).collect();
            }
            let is_kept_back = match parting {
                SplitUnit::Moves => {
                    let order = random.order(drawn.count());
                    order
                        .iter()
                        .map(|place| place.is_multiple_of(PARTS))
                        .collect::<Vec<bool>>()
                }
                SplitUnit::Games => {
                    let order = random.order(self.games + 1);
                    let groups = drawn.groups.iter();
                    groups
                        .map(|&group| order[group].is_multiple_of(PARTS))
                        .collect()
                }
            };
            let kept_back = drawn.filtered(|place| is_kept_back[place]);
            let rest = drawn.filtered(|place| !is_kept_back[place]);
            let said = machine.probabilities(&rest, &kept_back.vectors)?;
            let told: Vec<ClassProbability> = (said.iter().enumerate())
                .map(|(place, &probability)| ClassProbability {
                    probability,
                    is_in_class: kept_back.is_in_class[place],
                    group: kept_back.groups[place],
                    stratum: 0,
                })
                .collect();
            if let Some(figures) = ClassFigures::of(&told, seed) {
                accuracies.push(figures.accuracy.value);
                areas.push(figures.area.value);
            }
        }
        Ok(Some(BurnhamFigures {
            accuracy: spread(&accuracies),
            area: spread(&areas),
        }))
    }

    /// As many moves of engines and people as he had, or all where there are fewer.
    fn drawn(&self, random: &mut Random) -> Examples {
        let mut left = MOVES;
        let mut is_drawn = vec![false; self.examples.count()];
        for place in random.order(self.examples.count()) {
            let left = &mut left[usize::from(!self.examples.is_in_class[place])];
            if *left > 0 {
                *left -= 1;
                is_drawn[place] = true;
            }
        }
        self.examples.filtered(|place| is_drawn[place])
    }
}

/// Mean, least and most; nothing of nothing.
fn spread(values: &[f64]) -> Option<[f64; 3]> {
    let least = values.iter().copied().min_by(f64::total_cmp)?;
    let most = values.iter().copied().max_by(f64::total_cmp)?;
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    Some([mean, least, most])
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::board::Position;

    /// Vectors of two numbers: one tells the class a little, the other the game.
    fn sample(games: usize) -> BurnhamSample {
        let mut random = Random::seeded(7);
        let mut sample = BurnhamSample {
            games,
            ..BurnhamSample::default()
        };
        for game in 0..games {
            let is = random.happens(0.5);
            for _ in 0..12 {
                let weak = random.normal() + if is { 0.5 } else { 0.0 };
                sample.examples.vectors.push(vec![weak, game as f64]);
                sample.examples.is_in_class.push(is);
                sample.examples.groups.push(game);
            }
        }
        sample
    }

    #[test]
    fn games_on_both_sides_flatter() {
        let sample = sample(30);
        assert_eq!(sample.counts().iter().sum::<usize>(), 360);
        let machine = Classifier::Boosting(Boosting {
            gamma: 0.0,
            ..BURNHAM_BOOSTING
        });
        let trial = |parting| {
            sample
                .trial(machine, parting, 2, 1, || true)
                .unwrap()
                .unwrap()
        };
        let (by_move, by_game) = (trial(SplitUnit::Moves), trial(SplitUnit::Games));
        let mean = |figures: &BurnhamFigures| figures.accuracy.unwrap()[0];
        assert!(mean(&by_move) > 0.7, "{by_move:?}");
        assert!(mean(&by_game) < mean(&by_move) - 0.1, "{by_game:?}");
        assert_eq!(spread(&[]), None);
        let stopped = sample.trial(machine, SplitUnit::Moves, 2, 1, || false);
        assert_eq!(stopped, Ok(None));
    }

    #[test]
    fn distances_and_gaps_by_hand() {
        let position = Position::start();
        let mv = |text| parse_uci_move(&position, text).unwrap();
        assert_eq!(distance(mv("e2e4"), mv("e2e4")), 0.0);
        assert_eq!(distance(mv("e2e4"), mv("e2e3")), 1.0);
        assert_eq!(distance(mv("e2e4"), mv("d2d4")), 2.0_f64.sqrt());
        assert_eq!(gaps(&[30, 20, -5]), Some([10.0, 35.0, 35.0, 35.0]));
        assert_eq!(gaps(&[]), None);
    }
}

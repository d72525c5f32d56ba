//! The one path from a position to a score.
//!
//! `rules` is the whole evaluation; what is done with it depends on the sink.
//! `Evaluator` plays, `account` explains, `coefficients` is for the tuner.

use std::sync::Arc;

use super::account::Account;
use super::coefficients::Coefficients;
use super::facts::{Facts, PawnFacts};
use super::placement::Placement;
use super::sides::Sides;
use super::stages::{self, Situation};
use super::tapered::Tapered;
use super::terms::WEIGHT_COUNT;
use super::trace::{Accumulator, Breakdown, NoTrace, Sink};
use super::weights::Weights;
use super::{endgame, initiative, king, material, passed, pawns, pieces, threats};
use crate::board::{Color, Position};

/// Every rule that looks at more than pawns, for one side.
#[inline(always)]
fn side_rules<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    material::rules(facts, us, acc);
    passed::rules(facts, us, acc);
    pieces::rules(facts, us, acc);
    king::rules(facts, us, acc);
    threats::rules(facts, us, acc);
    endgame::rules(facts, us, acc);
}

/// Every rule that looks at more than pawns, for both. `hunter` is the side that
/// only has to mate a lone king, if there is one.
#[inline(always)]
fn rules<S: Sink>(facts: &Facts<'_>, hunter: Option<Color>, acc: &mut Accumulator<'_, S>) {
    if let Some(us) = hunter {
        // Where pieces stand counts only for the mate: what is good in a game
        // would lead the hunter astray.
        material::values(facts, us, acc);
        endgame::rules(facts, us, acc);
        return;
    }
    side_rules(facts, Color::White, acc);
    side_rules(facts, Color::Black, acc);
    initiative::rules(facts, acc);
}

fn pawn_rules<S: Sink>(facts: &PawnFacts, acc: &mut Accumulator<'_, S>) {
    pawns::rules(facts, Color::White, acc);
    pawns::rules(facts, Color::Black, acc);
}

/// The plies without capture or pawn move by which a score fades. None where a
/// lone king only has to be mated: every step nearer would look worse than the
/// one before.
pub fn fading_plies(position: &Position) -> u16 {
    fading_with(position, endgame::hunter(position))
}

fn fading_with(position: &Position, hunter: Option<Color>) -> u16 {
    match hunter {
        Some(_) => 0,
        None => position.halfmove_clock(),
    }
}

fn situation(facts: &Facts<'_>, hunter: Option<Color>) -> Situation {
    Situation {
        phase: facts.phase,
        turn: facts.position.turn(),
        halfmove_clock: fading_with(facts.position, hunter),
    }
}

/// Everything, with nothing remembered: what is added up, and the facts.
fn trace<'p, S: Sink>(
    position: &'p Position,
    acc: &mut Accumulator<'_, S>,
) -> (Facts<'p>, Situation) {
    const { assert!(S::TRACES) };
    let hunter = endgame::hunter(position);
    let facts = Facts::new(position, PawnFacts::of(position));
    pawn_rules(&facts.pawns, acc);
    rules(&facts, hunter, acc);
    let situation = situation(&facts, hunter);
    (facts, situation)
}

/// All reasons for the evaluation of a position. They add up to what an
/// `Evaluator` with the same weights gives, to the last centipawn.
pub fn account(position: &Position, weights: &Weights) -> Account {
    let mut acc = Accumulator::new(&weights.terms, Breakdown::default());
    let (facts, situation) = trace(position, &mut acc);
    let sums = acc.sums();
    let scale = |strong| endgame::scale(&facts, strong, weights);
    let total = stages::finish(sums, situation, scale, weights, &mut acc.sink);
    Account {
        phase: facts.phase,
        turn: position.turn(),
        terms: acc.sink.terms,
        stages: acc.sink.stages,
        total_cp: total,
    }
}

/// How often each weight counts in a position, whatever the weights are. The
/// settings matter for endgame scaling, so they come from `weights`.
pub fn coefficients(position: &Position, weights: &Weights) -> Coefficients {
    static NOTHING: [Tapered; WEIGHT_COUNT] = [Tapered::ZERO; WEIGHT_COUNT];
    let mut acc = Accumulator::new(&NOTHING, Coefficients::default());
    let (facts, situation) = trace(position, &mut acc);
    let mut coefficients = acc.sink;
    coefficients.situation = situation;
    coefficients.scales = Sides::from_fn(|strong| endgame::scale(&facts, strong, weights));
    coefficients.compact();
    coefficients
}

/// What the pawns of one structure gave.
#[derive(Clone, Copy)]
struct PawnEntry {
    key: u64,
    balance: Tapered,
    facts: PawnFacts,
}

const PAWN_ENTRIES: usize = 1 << 12;

/// Evaluates positions for one thread. It remembers pawn structures; what it
/// gives depends on the position and the weights alone.
pub struct Evaluator {
    weights: Arc<Weights>,
    placement: Placement,
    remembered: Box<[PawnEntry]>,
}

impl Evaluator {
    /// An evaluator that has seen nothing yet.
    pub fn new(weights: Arc<Weights>) -> Evaluator {
        let mut evaluator = Evaluator {
            placement: Placement::new(&weights.terms),
            weights,
            remembered: Box::default(),
        };
        evaluator.clear();
        evaluator
    }

    /// Forgets everything. Never changes a result, only the time.
    pub fn clear(&mut self) {
        // The key of no pawns is 0, and so is what such a structure gives.
        let nothing = PawnEntry {
            key: 0,
            balance: Tapered::ZERO,
            facts: PawnFacts::default(),
        };
        self.remembered = vec![nothing; PAWN_ENTRIES].into();
    }

    /// The weights it evaluates with.
    pub fn weights(&self) -> &Arc<Weights> {
        &self.weights
    }

    /// The static evaluation in centipawns from the side to move's view; its
    /// size stays below `SCORE_BOUND_CP`. The position need not be quiet and
    /// may have the mover in check.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let key = position.pawn_key();
        let entry = &mut self.remembered[key as usize % PAWN_ENTRIES];
        if entry.key != key {
            let facts = PawnFacts::of(position);
            let mut acc = Accumulator::new(&self.weights.terms, NoTrace);
            pawn_rules(&facts, &mut acc);
            *entry = PawnEntry {
                key,
                balance: acc.sums().balance,
                facts,
            };
        }
        let mut acc = Accumulator::new(&self.weights.terms, NoTrace);
        acc.add_remembered(entry.balance);
        let facts = Facts::new(position, entry.facts);
        let hunter = endgame::hunter(position);
        if hunter.is_none() {
            acc.add_remembered(self.placement.balance(&facts));
        }
        rules(&facts, hunter, &mut acc);
        let scale = |strong| endgame::scale(&facts, strong, &self.weights);
        let situation = situation(&facts, hunter);
        let score = stages::finish(acc.sums(), situation, scale, &self.weights, &mut acc.sink);
        position.turn().fold(score, -score)
    }
}

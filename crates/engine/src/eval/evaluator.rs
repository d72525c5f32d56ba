//! The one path from a position to a score.
//!
//! `rules` is the whole evaluation; what is done with it depends on the sink.
//! `Evaluator` plays, `account` explains, `coefficients` is for the tuner.

use std::alloc::{Layout, handle_alloc_error};
use std::sync::Arc;

use super::account::Account;
use super::coefficients::Coefficients;
use super::facts::{Facts, PawnFacts};
use super::memory::Memory;
use super::placement::Placement;
use super::sides::Sides;
use super::stages::{self, Situation};
use super::tapered::Tapered;
use super::terms::WEIGHT_COUNT;
use super::trace::{Accumulator, Breakdown, NoTrace, Sink, Sums};
use super::weights::Weights;
use super::{endgame, king, material, passed, pawns, pieces, threats};
use plumb_chess::board::{Color, Position, Square};

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
}

fn pawn_rules<S: Sink>(facts: &PawnFacts, acc: &mut Accumulator<'_, S>) {
    pawns::rules(facts, Color::White, acc);
    pawns::rules(facts, Color::Black, acc);
}

/// The plies without capture or pawn move that take away from a score in the stage of the
/// fifty-move rule. 0 where a lone king only has to be mated: otherwise every move towards
/// the mate would look worse than the one before.
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
    let mut facts = Facts::new(position, PawnFacts::of(position));
    facts.find_attacks();
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

/// What the pawns of one structure gave, in centipawns from White's side.
#[derive(Clone, Copy, Default)]
struct PawnEntry {
    balance: Tapered,
    facts: PawnFacts,
}

const PAWN_ENTRIES: usize = 1 << 12;
const KING_ENTRIES: usize = 1 << 12;
const MATERIAL_ENTRIES: usize = 1 << 9;
const SCORE_ENTRIES: usize = 1 << 13;

#[cold]
fn pawn_entry(position: &Position, weights: &Weights) -> PawnEntry {
    let facts = PawnFacts::of(position);
    let mut acc = Accumulator::new(&weights.terms, NoTrace);
    pawn_rules(&facts, &mut acc);
    PawnEntry {
        balance: acc.sums().balance,
        facts,
    }
}

/// An odd number with bits all over: multiples of it look like random numbers.
const MIXER: u64 = 0x9e37_79b9_7f4a_7c15;

/// What one structure of pawns and the places of both kings give. The danger of
/// a king does not count in every such position.
#[cold]
fn king_sums(facts: &Facts<'_>, weights: &Weights, placement: &Placement) -> Sums {
    let mut acc = Accumulator::new(&weights.terms, NoTrace);
    acc.add_balance(placement.kings_and_pawns(facts.kings, facts.pawns.pawns));
    for side in Color::ALL {
        king::pawn_rules(&facts.pawns, facts.kings[side], side, &mut acc);
    }
    acc.sums()
}

/// What the numbers of all pieces give, in centipawns from White's side.
#[cold]
fn imbalance(position: &Position, weights: &Weights) -> Tapered {
    let mut acc = Accumulator::new(&weights.terms, NoTrace);
    for side in Color::ALL {
        material::imbalance(position, side, &mut acc);
    }
    acc.sums().balance
}

/// A key for the numbers of all pieces, no two alike.
#[inline(always)]
fn material_key(position: &Position) -> u64 {
    // Six bits for each are enough for a full board.
    let counts = Color::ALL.map(|side| material::counts(position, side));
    let digits = counts.as_flattened().iter();
    let number = digits.fold(0, |number, &count| number << 6 | count as u64);
    // Multiplied by an odd number and turned round, different numbers stay
    // different, and the lowest bits depend on all.
    number.wrapping_mul(MIXER).rotate_left(16)
}

/// A key for the pawns and the squares of both kings.
fn king_key(pawn_key: u64, kings: Sides<Square>) -> u64 {
    let squares = 64 * kings[Color::White].index() + kings[Color::Black].index();
    pawn_key ^ (squares as u64 + 1).wrapping_mul(MIXER)
}

/// Evaluates positions for one thread. It remembers what pawns and kings give;
/// the score depends on the position and the weights alone.
pub struct Evaluator {
    weights: Arc<Weights>,
    placement: Placement,
    pawns: Memory<PawnEntry, PAWN_ENTRIES>,
    kings: Memory<Sums, KING_ENTRIES>,
    material: Memory<Tapered, MATERIAL_ENTRIES>,
    scores: Memory<i32, SCORE_ENTRIES>,
}

impl Evaluator {
    /// An evaluator that has seen nothing yet.
    pub fn new(weights: Arc<Weights>) -> Evaluator {
        // As any other allocation that fails: who can do without asks `try_new`.
        Evaluator::try_new(weights)
            .unwrap_or_else(|| handle_alloc_error(Layout::new::<[i32; SCORE_ENTRIES]>()))
    }

    /// The same; none without the memory for it.
    pub fn try_new(weights: Arc<Weights>) -> Option<Evaluator> {
        Some(Evaluator {
            placement: Placement::try_new(&weights.terms)?,
            weights,
            pawns: Memory::try_new()?,
            kings: Memory::try_new()?,
            material: Memory::try_new()?,
            scores: Memory::try_new()?,
        })
    }

    /// The weights it evaluates with.
    pub fn weights(&self) -> &Arc<Weights> {
        &self.weights
    }

    /// The static evaluation in centipawns from the side to move's view; its
    /// size stays below `SCORE_BOUND_CP`. The position need not be quiet and
    /// may have the mover in check.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        // A search comes back to a position after a pass, or when its table has
        // lost it. The clock counts, because a score fades.
        let clock = u64::from(position.halfmove_clock());
        let key = position.key() ^ clock.wrapping_mul(MIXER);
        if let Some(&score) = self.scores.get(key) {
            return score;
        }
        let score = self.work_out(position);
        self.scores.insert(key, score);
        score
    }

    /// The static evaluation of a position that is not remembered.
    fn work_out(&mut self, position: &Position) -> i32 {
        let weights = &*self.weights;
        let key = position.pawn_key();
        let pawns = self.pawns.recall(key, || pawn_entry(position, weights));
        let mut acc = Accumulator::new(&weights.terms, NoTrace);
        acc.add_balance(pawns.balance);
        let mut facts = Facts::new(position, pawns.facts);
        facts.find_attacks();
        let hunter = endgame::hunter(position);
        if hunter.is_none() {
            let make = || king_sums(&facts, weights, &self.placement);
            let mut kings = *self.kings.recall(king_key(key, facts.kings), make);
            for side in Color::ALL {
                if !king::in_danger(position, side) {
                    kings.danger[side] = Tapered::ZERO;
                }
            }
            acc.add_sums(kings);
            let make = || imbalance(position, weights);
            let imbalance = self.material.recall(material_key(position), make);
            acc.add_balance(*imbalance + self.placement.officers(&facts));
        }
        rules(&facts, hunter, &mut acc);
        let scale = |strong| endgame::scale(&facts, strong, weights);
        let situation = situation(&facts, hunter);
        let score = stages::finish(acc.sums(), situation, scale, weights, &mut acc.sink);
        position.turn().fold(score, -score)
    }
}

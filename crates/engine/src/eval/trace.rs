//! The one way a rule can speak, and who listens.
//!
//! Rules only count: `acc.add(Term::PawnIsland, 0, side, islands)`. The
//! accumulator looks the weight up, adds it, and tells a sink what it did. The
//! sink is a type: `NoTrace` for play compiles to nothing, `Breakdown` keeps
//! rows for explanations, `Coefficients` keeps counts for the tuner. Value and
//! account cannot disagree, because there is one statement.

use super::rows::{StageRow, TermRow};
use super::sides::Sides;
use super::tapered::Tapered;
use super::terms::{Term, WEIGHT_COUNT};
use plumb_chess::board::{Bitboard, Color, Square};

/// Receives what the accumulator adds and what the stages do.
pub trait Sink {
    /// Whether anybody listens. When nobody does, an evaluator leaves out what
    /// it looks up or remembers, and adds it as one sum.
    const TRACES: bool = true;

    /// A rule has spoken.
    fn term(&mut self, row: TermRow);

    /// A stage after the sum has changed the score.
    fn stage(&mut self, row: StageRow);
}

/// Records nothing: the sink of the search.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTrace;

impl Sink for NoTrace {
    const TRACES: bool = false;

    #[inline(always)]
    fn term(&mut self, _: TermRow) {}

    #[inline(always)]
    fn stage(&mut self, _: StageRow) {}
}

/// Keeps every row, for accounts.
#[derive(Clone, Debug, Default)]
pub struct Breakdown {
    /// What the rules said, in their order; nothing with a count of zero.
    pub terms: Vec<TermRow>,
    /// What the stages did, in their order.
    pub stages: Vec<StageRow>,
}

impl Sink for Breakdown {
    fn term(&mut self, row: TermRow) {
        if row.count != 0 {
            self.terms.push(row);
        }
    }

    fn stage(&mut self, row: StageRow) {
        self.stages.push(row);
    }
}

/// The sums over all rules. King danger is kept apart for each king, because
/// it counts through a curve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// White's terms less Black's, in centipawns.
    pub balance: Tapered,
    /// Danger points of each king.
    pub danger: Sides<Tapered>,
}

/// Adds up what rules count and hands the same numbers to the sink.
pub(super) struct Accumulator<'a, S: Sink> {
    weights: &'a [Tapered; WEIGHT_COUNT],
    sums: Sums,
    pub(super) sink: S,
}

impl<'a, S: Sink> Accumulator<'a, S> {
    pub(super) fn new(weights: &'a [Tapered; WEIGHT_COUNT], sink: S) -> Accumulator<'a, S> {
        Accumulator {
            weights,
            sums: Sums::default(),
            sink,
        }
    }

    /// A term counts `count` times for `side`.
    #[inline(always)]
    pub(super) fn add(&mut self, term: Term, slot: usize, side: Color, count: i32) {
        self.add_with(term, slot, side, count, Bitboard::EMPTY);
    }

    /// A term counts once for each of these squares.
    #[inline(always)]
    pub(super) fn at(&mut self, term: Term, slot: usize, side: Color, squares: Bitboard) {
        self.add_with(term, slot, side, squares.count() as i32, squares);
    }

    /// A term counts once for `side`, because of this square.
    #[inline(always)]
    pub(super) fn one(&mut self, term: Term, slot: usize, side: Color, square: Square) {
        self.add_with(term, slot, side, 1, Bitboard::from(square));
    }

    /// A term counts `count` times for `side`, because of these squares.
    #[inline(always)]
    pub(super) fn add_with(
        &mut self,
        term: Term,
        slot: usize,
        side: Color,
        count: i32,
        squares: Bitboard,
    ) {
        debug_assert!(
            slot < term.slots().len(),
            "{} has no slot {slot}",
            term.path()
        );
        let value = self.weights[term.offset() + slot] * count;
        if term.is_danger() {
            self.sums.danger[side] += value;
        } else if side == Color::White {
            self.sums.balance += value;
        } else {
            self.sums.balance -= value;
        }
        self.sink.term(TermRow {
            term,
            slot,
            side,
            count,
            squares,
            value,
        });
    }

    /// Adds what rules gave earlier for the same pieces. Only an evaluator may,
    /// and only when nothing is traced.
    #[inline(always)]
    pub(super) fn add_sums(&mut self, sums: Sums) {
        const { assert!(!S::TRACES) };
        self.sums.balance += sums.balance;
        for side in Color::ALL {
            self.sums.danger[side] += sums.danger[side];
        }
    }

    /// The same for centipawns alone, from White's side.
    #[inline(always)]
    pub(super) fn add_balance(&mut self, balance: Tapered) {
        self.add_sums(Sums {
            balance,
            ..Sums::default()
        });
    }

    #[inline]
    pub(super) fn sums(&self) -> Sums {
        self.sums
    }
}

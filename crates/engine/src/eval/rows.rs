//! The rows of an account: one for each statement of a rule, one for each
//! stage after the sum. They are plain data; `trace` and `stages` make them.

use super::endgame::ScaleReason;
use super::tapered::Tapered;
use super::terms::Term;
use plumb_chess::board::{Bitboard, Color};

/// One statement of a rule: a term applied to a side so many times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TermRow {
    /// Which term.
    pub term: Term,
    /// Which of its weights.
    pub slot: usize,
    /// For whom it counts; for the terms of king danger, whose king it is.
    pub side: Color,
    /// How often.
    pub count: i32,
    /// Where, as far as the rule knows.
    pub squares: Bitboard,
    /// Weight times count, for `side`: centipawns, or danger points.
    pub value: Tapered,
}

/// A step from the sum of the terms to the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The danger points of this side's king, through the curve.
    KingDanger(Color),
    /// The part of an endgame advantage that can be won.
    EndgameScaling(ScaleReason),
    /// From 24ths to whole centipawns.
    Rounding,
    /// The right to move.
    Tempo,
    /// The part of the whole score that is left in a drawish ending.
    Drawish(ScaleReason),
    /// The nearer the fifty-move rule, the nearer a draw.
    FiftyMoves,
    /// Scores end short of those that mean mate.
    Bound,
}

/// What one stage did to the score, from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageRow {
    /// Which stage.
    pub stage: Stage,
    /// The change to both halves in centipawns; nothing for the stages after
    /// the blend.
    pub value: Tapered,
    /// The change to the score in 24ths of a centipawn.
    pub twenty_fourths: i32,
}

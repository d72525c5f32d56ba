//! Endings with one pawn for the stronger side and no piece that matters.

use super::super::facts::Facts;
use super::super::weights::{Setting, Weights};
use super::runner::Runner;
use super::{Scale, ScaleReason, UNCHANGED, kpk, whole};
use plumb_chess::board::{Color, File};

/// True if the pawn of `strong` would win against the king alone.
fn won(facts: &Facts<'_>, strong: Color) -> bool {
    kpk::won(
        strong,
        facts.kings[strong],
        facts.pawns.pawns[strong].lowest(),
        facts.kings[!strong],
        facts.position.turn(),
    )
}

/// King and pawn against king: exact.
pub(super) fn alone(facts: &Facts<'_>, strong: Color) -> Scale {
    if won(facts, strong) {
        UNCHANGED
    } else {
        whole(0, ScaleReason::PawnEndingDrawn)
    }
}

/// A pawn each: what would not win without the enemy's pawn hardly wins with
/// it, unless ours is far advanced or the enemy's runs into its ruin.
pub(super) fn against_pawn(facts: &Facts<'_>, strong: Color, weights: &Weights) -> Option<Scale> {
    if won(facts, strong) {
        return None;
    }
    let left = weights.setting(Setting::NearlyDrawn);
    Some(whole(left, ScaleReason::DrawnWithoutTheirPawn))
}

/// A knight cannot guard a rook's pawn on the seventh rank and attack the king
/// before it: he stays in the corner, or is stalemated there.
pub(super) fn with_knight(facts: &Facts<'_>, strong: Color) -> Option<Scale> {
    let runner = Runner::of(facts, strong);
    let held = runner.pawn.file() == File::A
        && runner.rank() == 7
        && runner.stopper.distance(runner.goal) <= 1;
    held.then_some(whole(0, ScaleReason::RookPawns))
}

//! Bishop and one pawn against a minor piece.

use super::super::facts::Facts;
use super::super::weights::{Setting, Weights};
use super::runner::Runner;
use super::{Scale, ScaleReason, endgame, whole};
use plumb_chess::board::{Bitboard, Color, File, PieceKind, bishop_attacks};

/// With a rook's pawn and the wrong bishop, a king that reaches the corner in
/// time draws: at once sure if he is there, else if he needs no more moves
/// than the pawn and comes before the other king.
pub(super) fn alone_with_pawn(
    facts: &Facts<'_>,
    strong: Color,
    weights: &Weights,
) -> Option<Scale> {
    let runner = Runner::of(facts, strong);
    let bishop = runner.piece(facts, strong, PieceKind::Bishop);
    if runner.pawn.file() != File::A || bishop.is_dark() == runner.goal.is_dark() {
        return None;
    }
    let to_goal = runner.stopper.distance(runner.goal);
    let first = to_goal < runner.king.distance(runner.goal);
    let left = if to_goal <= 1 {
        0
    } else if first && runner.lateness() <= 0 {
        weights.setting(Setting::NearlyDrawn)
    } else {
        return None;
    };
    Some(whole(left, ScaleReason::RookPawns))
}

/// The defending king before the pawn holds where the bishop cannot check him
/// away; against a bishop of the same colour of squares also further from the
/// goal (Centurini's rule). Bishops of opposite colours draw once the king or
/// the bishop watches the pawn's path.
pub(super) fn with_pawn(facts: &Facts<'_>, strong: Color, weights: &Weights) -> Scale {
    let weak = !strong;
    let runner = Runner::of(facts, strong);
    let bishop = runner.piece(facts, strong, PieceKind::Bishop);
    let defender = facts.pieces(weak, PieceKind::Bishop);
    let out_of_reach = runner.stopper.is_dark() != bishop.is_dark();
    let held = if defender.is_empty() {
        runner.stopped() && out_of_reach
    } else if runner.see(defender.lowest()).is_dark() == bishop.is_dark() {
        runner.stopped() && (out_of_reach || runner.stopper.rank().index() < 6)
    } else {
        let pawn = facts.pawns.pawns[strong];
        let path = pawn.forward(strong).forward_fill(strong);
        let watched = bishop_attacks(defender.lowest(), facts.occupied)
            | defender
            | Bitboard::from(facts.kings[weak]);
        runner.stopped() || path.meets(watched)
    };
    if held {
        let left = weights.setting(Setting::NearlyDrawn);
        return whole(left, ScaleReason::Blockade);
    }
    let left = weights.setting(Setting::LastPawn);
    endgame(left, ScaleReason::LastPawn)
}

//! A queen against a far advanced pawn, and against rook and pawn.

use super::super::facts::Facts;
use super::super::weights::{Setting, Weights};
use super::runner::Runner;
use super::{Scale, ScaleReason, UNCHANGED, whole};
use plumb_chess::board::{Color, File, PieceKind, king_attacks, pawns_attack};

/// A queen stops any pawn but one on a rook's file or a bishop's file that is
/// about to promote beside its king, where stalemate saves it. Then her king
/// must be near. (Thresholds read off the tables.)
pub(super) fn against_pawn(facts: &Facts<'_>, strong: Color, weights: &Weights) -> Scale {
    let runner = Runner::of(facts, !strong);
    let ready = runner.rank() == 7 || runner.rank() == 6 && runner.to_move;
    let near_goal = runner.king.distance(runner.goal);
    let escorted = runner.king.rank().index() >= 6;
    let held = ready
        && escorted
        && match runner.pawn.file() {
            File::A => {
                let shut_in = runner.king.file() == File::A;
                near_goal == 1 && !shut_in && runner.stopper.distance(runner.goal) > 4
            }
            File::C => {
                near_goal <= 2
                    && runner.stopper.distance(runner.king) > 3
                    && runner.stopper.distance(runner.pawn) > 2
            }
            _ => false,
        };
    if held {
        let left = weights.setting(Setting::NearlyDrawn);
        return whole(left, ScaleReason::QueenAgainstPawn);
    }
    UNCHANGED
}

/// The rook on its third rank, guarded by a pawn that the king guards, shuts
/// the queen's king out.
pub(super) fn against_rook_and_pawn(
    facts: &Facts<'_>,
    strong: Color,
    weights: &Weights,
) -> Option<Scale> {
    let weak = !strong;
    let rook = facts.pieces(weak, PieceKind::Rook);
    let rank = rook.lowest().rank().relative_to(weak).index();
    let guards =
        facts.pawns.pawns[weak] & king_attacks(facts.kings[weak]) & pawns_attack(strong, rook);
    let shut_out = facts.kings[strong].rank().relative_to(weak).index() > rank;
    let held = rank == 2 && guards.any() && shut_out;
    held.then(|| {
        let left = weights.setting(Setting::NearlyDrawn);
        whole(left, ScaleReason::QueenFortress)
    })
}

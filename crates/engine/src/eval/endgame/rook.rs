//! Rook endings: against a pawn, with a pawn against a rook, and with all pawns
//! on one wing.

use super::super::facts::Facts;
use super::super::weights::{Setting, Weights};
use super::runner::Runner;
use super::{Scale, ScaleReason, UNCHANGED, endgame, whole};
use plumb_chess::board::{Bitboard, Color, File, PieceKind, king_attacks};

/// A rook needs her king against an escorted pawn: the later he comes and the
/// further the pawn is on, the surer the draw. (Thresholds read off the
/// tables.)
pub(super) fn against_pawn(facts: &Facts<'_>, strong: Color, weights: &Weights) -> Scale {
    let runner = Runner::of(facts, !strong);
    let escort = runner.king.distance(runner.pawn) - usize::from(runner.to_move);
    let late = runner.lateness();
    if escort <= 2 && late >= 1 && runner.rank() as i32 + late >= 7 {
        let left = weights.setting(Setting::NearlyDrawn);
        return whole(left, ScaleReason::RookAgainstPawn);
    }
    UNCHANGED
}

/// A rook wins a knight that has lost its king, and little else.
pub(super) fn against_minor(facts: &Facts<'_>, strong: Color, weights: &Weights) -> Scale {
    let knight = facts.pieces(!strong, PieceKind::Knight);
    let moves = usize::from(facts.position.turn() == strong);
    let astray = knight.any() && facts.kings[!strong].distance(knight.lowest()) + moves >= 7;
    let left = weights.setting(if astray {
        Setting::RookAgainstStrayKnight
    } else {
        Setting::RookAgainstMinor
    });
    whole(left, ScaleReason::RookAgainstMinor)
}

/// Rook and pawn against rook: the positions that every player learns.
pub(super) fn with_pawn(facts: &Facts<'_>, strong: Color, weights: &Weights) -> Option<Scale> {
    let runner = Runner::of(facts, strong);
    let attacker = runner.piece(facts, strong, PieceKind::Rook);
    let defender = runner.piece(facts, !strong, PieceKind::Rook);
    let pawn_rank = runner.rank();
    let king_rank = runner.king.rank().index() + 1;
    let defender_rank = defender.rank().index() + 1;
    let at_goal = runner.stopper.distance(runner.goal) <= 1;
    let held = |reason| Some(whole(weights.setting(Setting::NearlyDrawn), reason));

    // Lucena: the king is out before the pawn, and the other is cut off.
    let cut_off = runner
        .stopper
        .file()
        .index()
        .abs_diff(runner.pawn.file().index())
        >= 2;
    if pawn_rank == 7 && runner.pawn.file() != File::A && runner.king == runner.goal && cut_off {
        return Some(UNCHANGED);
    }
    if at_goal && pawn_rank <= 5 && king_rank <= 5 && defender_rank == 6 {
        return held(ScaleReason::Philidor);
    }
    // With a move to spare a king on the sixth would give mate on the eighth.
    let checks =
        defender_rank <= 2 && (!runner.to_move || king_rank <= 5 || facts.position.in_check());
    if at_goal && pawn_rank == 6 && king_rank <= 6 && checks {
        return held(ScaleReason::ChecksFromBehind);
    }
    if runner.pawn.file() == File::A
        && attacker.file() == File::A
        && attacker.rank() > runner.pawn.rank()
        && runner.stopper.file().index() >= 6
        && runner.stopper.rank().index() == 6
    {
        // From behind with the pawn on the seventh rank, from the side before
        // that (Vancura).
        let from_behind = defender.file() == File::A && defender.rank() < runner.pawn.rank();
        let from_beside = defender.rank() == runner.pawn.rank() && defender.file().index() >= 4;
        if from_behind && king_rank < 7 || from_beside && pawn_rank == 6 {
            return held(ScaleReason::RookBeforePawn);
        }
    }
    if runner.stopped() && pawn_rank <= 5 && king_rank <= pawn_rank {
        let left = weights.setting(Setting::KingBeforePawn);
        return Some(whole(left, ScaleReason::KingBeforePawn));
    }
    None
}

const QUEENSIDE: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);

/// At most one pawn more, all pawns on one wing, and the king with his own:
/// most such rook endings are drawn.
pub(super) fn one_wing(facts: &Facts<'_>, strong: Color, weights: &Weights) -> Option<Scale> {
    let [ours, theirs] = [strong, !strong].map(|side| facts.pawns.pawns[side]);
    let all = ours | theirs;
    let one_wing = !all.meets(QUEENSIDE) || !all.meets(!QUEENSIDE);
    let near = king_attacks(facts.kings[!strong]).meets(theirs);
    if one_wing && near && ours.count() <= theirs.count() + 1 {
        let left = weights.setting(Setting::OneWing);
        return Some(endgame(left, ScaleReason::OneWing));
    }
    None
}

//! How much of an advantage can be won: rules for any ending.

use super::super::facts::Facts;
use super::super::weights::{Setting, Weights};
use super::{FULL, Scale, ScaleReason, UNCHANGED, endgame, special, whole};
use plumb_chess::board::{Bitboard, Color, File, PieceKind, Position, Rank, Square};

/// The greatest phase, in 24ths of the middlegame, at which an ending that `special` knows can
/// be on the board: that of a queen and a rook. Above it, `special` is not asked.
const SPECIAL_PHASE: i32 = 6;

/// What is left of an advantage of `strong`.
#[inline]
pub(in crate::eval) fn scale(facts: &Facts<'_>, strong: Color, weights: &Weights) -> Scale {
    if facts.phase <= SPECIAL_PHASE
        && let Some(scale) = special::scale(facts, strong, weights)
    {
        return scale;
    }
    let position = facts.position;
    let pawns = facts.pawns.pawns[strong];
    if pawns.is_empty() {
        if let Some(scale) = without_pawns(position, strong, weights) {
            return scale;
        }
    } else if holds_corner(facts, strong) {
        return whole(0, ScaleReason::RookPawns);
    }
    if opposite_bishops(position) {
        return with_opposite_bishops(facts, strong, weights);
    }
    let left = weights.setting(Setting::FewPawns)
        + pawns.count() as i32 * weights.setting(Setting::PerPawn);
    if left < FULL {
        endgame(left, ScaleReason::FewPawns)
    } else {
        UNCHANGED
    }
}

/// Pieces in pawns: what decides whether an edge can win without pawns.
pub(super) fn pieces_value(position: &Position, side: Color) -> u32 {
    let count = |kind| position.pieces(side, kind).count();
    3 * (count(PieceKind::Knight) + count(PieceKind::Bishop))
        + 5 * count(PieceKind::Rook)
        + 9 * count(PieceKind::Queen)
}

/// True if these pieces can mate a lone king, pawns aside.
pub(super) fn can_force_mate(position: &Position, us: Color) -> bool {
    let bishops = position.pieces(us, PieceKind::Bishop);
    let both_colors = bishops.meets(Bitboard::DARK) && bishops.meets(!Bitboard::DARK);
    let knights = position.pieces(us, PieceKind::Knight);
    position.straight_sliders(us).any()
        || both_colors
        || bishops.any() && knights.any()
        || knights.count() >= 3
}

fn without_pawns(position: &Position, strong: Color, weights: &Weights) -> Option<Scale> {
    let ours = pieces_value(position, strong);
    let theirs = pieces_value(position, !strong);
    let heavy = position.straight_sliders(strong).any();
    if !heavy && (ours <= 3 || !can_force_mate(position, strong)) {
        return Some(whole(0, ScaleReason::NoMatingMaterial));
    }
    if ours > theirs + 3 {
        // Enough to win: the number of pawns doesn't matter.
        return Some(UNCHANGED);
    }
    let nearly_even = weights.setting(Setting::Drawish);
    Some(whole(nearly_even, ScaleReason::NoPawns))
}

fn opposite_bishops(position: &Position) -> bool {
    let white = position.pieces(Color::White, PieceKind::Bishop);
    let black = position.pieces(Color::Black, PieceKind::Bishop);
    white.count() == 1
        && black.count() == 1
        && white.meets(Bitboard::DARK) != black.meets(Bitboard::DARK)
}

/// Without other pieces the defender blocks the pawns on squares that the
/// other bishop never sees: passed pawns count, and most of all two so far
/// apart that one king cannot stop both. Every other piece makes the attacker's
/// colour tell.
fn with_opposite_bishops(facts: &Facts<'_>, strong: Color, weights: &Weights) -> Scale {
    let reason = ScaleReason::OppositeBishops;
    let others = officers(facts, strong) - 1;
    if others > 0 || officers(facts, !strong) > 1 {
        let left = weights.setting(Setting::OppositeBishopsMore)
            + others * weights.setting(Setting::OppositeBishopsPiece);
        return endgame(left, reason);
    }
    let passed = facts.pawns.passed[strong];
    let mut left = weights.setting(Setting::OppositeBishops)
        + passed.count() as i32 * weights.setting(Setting::OppositeBishopsPassed);
    if wide_apart(passed) {
        left += weights.setting(Setting::OppositeBishopsWide);
    }
    endgame(left, reason)
}

/// How many pieces a side has besides king and pawns.
fn officers(facts: &Facts<'_>, side: Color) -> i32 {
    let small = facts.pawns.pawns[side] | facts.pieces(side, PieceKind::King);
    (facts.position.side(side) & !small).count() as i32
}

/// True if two or more files lie between the outermost of these pawns.
fn wide_apart(pawns: Bitboard) -> bool {
    // All on the first rank, where files are in order of their bits.
    let files = pawns.file_fill().0 & 0xff;
    files != 0 && files.ilog2() >= files.trailing_zeros() + 3
}

/// The stronger side has only pawns of one rook's file, and at most bishops
/// that do not command their promotion square, and the king is in time there.
fn holds_corner(facts: &Facts<'_>, strong: Color) -> bool {
    let pawns = facts.pawns.pawns[strong];
    let file = if !pawns.meets(!Bitboard::FILE_A) {
        File::A
    } else if !pawns.meets(!Bitboard::FILE_H) {
        File::H
    } else {
        return false;
    };
    let corner = Square::at(file, Rank::EIGHTH.relative_to(strong));
    let bishops = facts.pieces(strong, PieceKind::Bishop);
    let others =
        facts.position.side(strong) & !(pawns | bishops | facts.pieces(strong, PieceKind::King));
    let color = if corner.is_dark() {
        Bitboard::DARK
    } else {
        !Bitboard::DARK
    };
    others.is_empty() && !bishops.meets(color) && facts.kings[!strong].distance(corner) <= 1
}

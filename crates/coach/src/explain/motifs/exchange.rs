//! What captures on one square come to.
//!
//! `Position::see_at_least` answers for the side to move only; threats are captures of the
//! side that is not to move, also while the other stands in check. So the exchange is worked
//! out here, in pawns, for either side.

use super::super::material::worth_pawns;
use plumb_chess::board::{
    Bitboard, Color, MoveKind, Piece, PieceKind, Position, Rank, Square, piece_attacks,
};

/// What a king loses who takes a guarded man, which is against the rules.
const GUARDED_FROM_KING: i32 = 100;

/// What the man on a square is worth, a king more than all others.
pub(super) fn weight(position: &Position, square: Square) -> i32 {
    match position.piece_on(square).map(Piece::kind) {
        Some(PieceKind::King) => 100,
        Some(kind) => worth_pawns(kind),
        None => 0,
    }
}

/// What the capture on `to` by the man on `from` wins for his side, in pawns, if both sides
/// go on capturing there with their least valuable men for as long as it suits them. Men
/// who shield their king stay out of it. `gone` are men to be thought away.
pub(super) fn exchange(position: &Position, from: Square, to: Square, gone: Bitboard) -> i32 {
    let Some(attacker) = position.piece_on(from) else {
        return 0;
    };
    let mut occupied = position.occupied() & !gone.with(from);
    let mut gains = [0i32; 34];
    gains[0] = match position.piece_on(to) {
        Some(victim) => worth_pawns(victim.kind()),
        None => 0,
    };
    if attacker.kind() == PieceKind::Pawn
        && position.piece_on(to).is_none()
        && from.file() != to.file()
    {
        // En passant: the pawn stands beside.
        gains[0] = 1;
        occupied = occupied.without(Square::at(to.file(), from.rank()));
    }
    occupied = occupied.with(to);
    let mut on_square = value_after(attacker.kind(), to, &mut gains[0]);
    let mut side = !attacker.color();
    if attacker.kind() == PieceKind::King && position.is_attacked(to, side, occupied.without(to)) {
        return -GUARDED_FROM_KING;
    }
    let mut last = 0;
    while last + 1 < gains.len() {
        let Some((square, kind)) = next_capturer(position, side, to, occupied) else {
            break;
        };
        let mut gain = on_square - gains[last];
        on_square = value_after(kind, to, &mut gain);
        last += 1;
        gains[last] = gain;
        occupied = occupied.without(square);
        side = !side;
    }
    while last > 0 {
        gains[last - 1] = -(-gains[last - 1]).max(gains[last]);
        last -= 1;
    }
    gains[0]
}

/// What stands on the square after a man of this kind has captured there; a pawn on the last
/// rank has become a queen, which adds to the gain.
fn value_after(kind: PieceKind, to: Square, gain: &mut i32) -> i32 {
    if kind == PieceKind::Pawn && [Rank::FIRST, Rank::EIGHTH].contains(&to.rank()) {
        *gain += worth_pawns(PieceKind::Queen) - worth_pawns(PieceKind::Pawn);
        return worth_pawns(PieceKind::Queen);
    }
    worth_pawns(kind)
}

/// The least valuable man of `side` that may capture on `to`.
fn next_capturer(
    position: &Position,
    side: Color,
    to: Square,
    occupied: Bitboard,
) -> Option<(Square, PieceKind)> {
    let attackers = position.all_attackers_of(to, occupied) & occupied.without(to);
    let mut own = attackers & position.side(side);
    if own.is_empty() {
        return None;
    }
    own &= !position.shields(side, to, occupied);
    let (kind, men) = PieceKind::ALL
        .into_iter()
        .map(|kind| (kind, own & position.kind(kind)))
        .find(|(_, men)| men.any())?;
    if kind == PieceKind::King {
        let behind = position.all_attackers_of(to, occupied & !men) & occupied.without(to);
        if behind.meets(position.side(!side)) {
            return None;
        }
    }
    Some((in_order(men, side).first().copied()?, kind))
}

/// Men of `side` that may capture on `to` now: by the rules if it is their move, else by
/// what they attack, without those who shield their king.
pub(super) fn capturers(position: &Position, side: Color, to: Square) -> Bitboard {
    if position.turn() == side {
        return position
            .legal_moves()
            .into_iter()
            .filter(|mv| mv.to() == to && mv.kind() != MoveKind::Castling)
            .filter(|&mv| position.captured_by(mv).is_some())
            .map(|mv| mv.from())
            .collect();
    }
    guards(position, side, to)
}

/// Men of `side` that attack `to` and could take there if it were their move and they were
/// not in check.
pub(super) fn guards(position: &Position, side: Color, to: Square) -> Bitboard {
    let occupied = position.occupied();
    let mut men = position.attackers_of(to, side, occupied);
    men &= !position.shields(side, to, occupied);
    let king = position.king(side);
    if men.has(king) {
        let behind = position.attackers_of(to, !side, occupied.without(king));
        if behind.without(to).any() {
            men = men.without(king);
        }
    }
    men
}

/// The best capture of the man on `to` by `side`: from where, and what it wins in pawns.
pub(super) fn best_capture(position: &Position, side: Color, to: Square) -> Option<(Square, i32)> {
    in_order(capturers(position, side, to), side)
        .into_iter()
        .map(|from| (from, exchange(position, from, to, Bitboard::EMPTY)))
        .max_by_key(|&(_, gain)| gain)
}

/// Whether the other side can take the man on `square` safely, winning a pawn or more.
pub(super) fn loose(position: &Position, square: Square) -> bool {
    let Some(piece) = position.piece_on(square) else {
        return false;
    };
    piece.kind() != PieceKind::King
        && best_capture(position, !piece.color(), square).is_some_and(|(_, gain)| gain >= 1)
}

/// The squares of a set from `side`'s own back rank on, files from a to h: an order that is
/// the same when colours are exchanged.
pub(super) fn in_order(set: Bitboard, side: Color) -> Vec<Square> {
    let mut squares: Vec<Square> = set.into_iter().collect();
    squares.sort_by_key(|square| square.relative_to(side));
    squares
}

/// What the man on a square attacks.
pub(super) fn attacks(position: &Position, square: Square) -> Bitboard {
    position.piece_on(square).map_or(Bitboard::EMPTY, |piece| {
        piece_attacks(piece.kind(), piece.color(), square, position.occupied())
    })
}

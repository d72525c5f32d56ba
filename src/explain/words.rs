//! Names of men and sides, as sentences use them.

use crate::board::{Color, Piece, PieceKind, Position, Square};

/// `rook`.
pub(super) fn man(kind: PieceKind) -> &'static str {
    ["pawn", "knight", "bishop", "rook", "queen", "king"][kind.index()]
}

/// `White`.
pub(super) fn side_name(side: Color) -> &'static str {
    side.fold("White", "Black")
}

/// `the rook on f7`; nothing where the square is empty.
pub(crate) fn man_on(position: &Position, square: Square) -> Option<String> {
    let kind = position.piece_on(square).map(Piece::kind)?;
    Some(format!("the {} on {square}", man(kind)))
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Centipawns as pawns with two decimals and a sign: `+0.45`.
pub(super) fn signed_pawns(cp: i32) -> String {
    let sign = if cp < 0 { '-' } else { '+' };
    format!("{sign}{}", pawns(cp))
}

/// The same without a sign.
pub(super) fn pawns(cp: i32) -> String {
    let cp = cp.unsigned_abs();
    format!("{}.{:02}", cp / 100, cp % 100)
}

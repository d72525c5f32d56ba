//! Names of men and sides, as sentences use them.

use plumb_chess::board::{Color, PieceKind, Position, Square};
use plumb_support::wording::{say, text};

/// Its name in data: `rook`.
pub(super) fn man_key(kind: PieceKind) -> &'static str {
    ["pawn", "knight", "bishop", "rook", "queen", "king"][kind.index()]
}

/// `rook`.
pub(super) fn man(kind: PieceKind) -> &'static str {
    men_name(1, kind)
}

/// `rook` for one, `rooks` for more.
pub(super) fn men_name(count: u64, kind: PieceKind) -> &'static str {
    let nouns = [
        text!(man.pawn),
        text!(man.knight),
        text!(man.bishop),
        text!(man.rook),
        text!(man.queen),
        text!(man.king),
    ];
    nouns[kind.index()].behind(count)
}

/// `White`.
pub(super) fn side_name(side: Color) -> &'static str {
    side.fold(text!(board.white), text!(board.black))
}

/// `the rook on f7`; nothing where the square is empty.
pub(crate) fn man_on(position: &Position, square: Square) -> Option<String> {
    let man = position.piece_on(square).map(|piece| man(piece.kind()))?;
    Some(say!(man_on.square, man, square))
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => say!(list.and, first = first.join(", "), last),
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

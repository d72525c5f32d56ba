//! What men are worth, and what one side has more than the other.

use plumb_chess::board::{Color, PieceKind, Position};

/// What men are worth, in pawns, by kind; the king, who is never taken, nothing.
pub const WORTH_PAWNS: [i32; 6] = [1, 3, 3, 5, 9, 0];

/// What a man of a kind is worth, in pawns.
pub(super) const fn worth_pawns(kind: PieceKind) -> i32 {
    WORTH_PAWNS[kind.index()]
}

/// What `side` has more than the other, in pawns.
pub fn material_pawns(position: &Position, side: Color) -> i32 {
    let worth = |kind: &PieceKind| {
        let count = |side| position.pieces(side, *kind).count() as i32;
        worth_pawns(*kind) * (count(side) - count(!side))
    };
    PieceKind::ALL.iter().map(worth).sum()
}

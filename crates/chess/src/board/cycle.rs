//! Reversible moves, known by what they change in a position's key: so that one
//! look says whether a single move leads back to an earlier position.
//!
//! The idea is M. van Kervinck's (cuckoo cycle detection, open-chess.org, 2013);
//! here the moves lie in one table with open addressing.

use super::piece::{Piece, PieceKind};
use super::square::{Color, Square};
use super::zobrist;

/// Slots; 3,668 are taken.
const SLOTS: usize = 8_192;

struct Moves {
    /// What the move changes, the side to move included; 0 is an empty slot.
    keys: [u64; SLOTS],
    squares: [[u8; 2]; SLOTS],
}

static MOVES: Moves = collect();

/// The two squares of the reversible move that changes a key by `change`, if one does.
#[inline]
pub(super) fn reversible_move(change: u64) -> Option<(Square, Square)> {
    let mut slot = change as usize % SLOTS;
    loop {
        let key = MOVES.keys[slot];
        if key == change {
            let [one, other] = MOVES.squares[slot];
            return Some((Square::new(one as usize), Square::new(other as usize)));
        }
        if key == 0 {
            return None;
        }
        slot = (slot + 1) % SLOTS;
    }
}

const fn collect() -> Moves {
    let mut moves = Moves {
        keys: [0; SLOTS],
        squares: [[0; 2]; SLOTS],
    };
    let colors = [Color::White, Color::Black];
    let kinds = [
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
        PieceKind::King,
    ];
    let mut each = 0;
    while each < colors.len() * kinds.len() * 64 * 64 {
        let (one, other) = (each % 64, each / 64 % 64);
        let kind = kinds[each / 4_096 % kinds.len()];
        let piece = Piece::new(colors[each / 4_096 / kinds.len()], kind);
        each += 1;
        if one >= other || !goes(kind, one, other) {
            continue;
        }
        let change = zobrist::move_between(piece, one, other);
        let mut slot = change as usize % SLOTS;
        while moves.keys[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        moves.keys[slot] = change;
        moves.squares[slot] = [one as u8, other as u8];
    }
    moves
}

/// Whether such a piece goes from one square to the other on an empty board.
const fn goes(kind: PieceKind, one: usize, other: usize) -> bool {
    let files = (one % 8).abs_diff(other % 8);
    let ranks = (one / 8).abs_diff(other / 8);
    match kind {
        PieceKind::Pawn => false,
        PieceKind::Knight => files * ranks == 2,
        PieceKind::Bishop => files == ranks,
        PieceKind::Rook => files == 0 || ranks == 0,
        PieceKind::Queen => files == ranks || files == 0 || ranks == 0,
        PieceKind::King => files < 2 && ranks < 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reversible_move_is_there_once() {
        // 2 · (336 knight, 560 bishop, 896 rook, 1,456 queen and 420 king moves) / 2.
        assert_eq!(MOVES.keys.iter().filter(|&&key| key != 0).count(), 3_668);
        let rook = Piece::new(Color::Black, PieceKind::Rook);
        let change = zobrist::move_between(rook, 3, 59);
        let found = reversible_move(change).map(|(one, other)| (one.index(), other.index()));
        assert_eq!(found, Some((3, 59)));
        assert!(reversible_move(change ^ 1).is_none());
    }
}

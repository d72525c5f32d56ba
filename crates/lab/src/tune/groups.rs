//! Where one game ends and the next begins in a file that does not say.

use plumb_chess::board::{Bitboard, Color, PieceKind, Position, Rank};

/// Numbers the games of a file of positions in their order.
///
/// Two neighbours belong to one game when the second can come later than the
/// first: a later ply, no piece or pawn more, no castling right more, no pawn
/// back on its first square; and from one ply to the next, a legal move
/// between them. Two games that happen to fit are taken for one, which does no
/// harm: a game is never taken for two unless its positions are out of order.
#[derive(Default)]
pub(super) struct Groups {
    number: u32,
    last: Option<(Position, Option<f32>)>,
}

impl Groups {
    /// The number of the game of the next position.
    pub(super) fn of(&mut self, position: &Position, result: Option<f32>) -> u32 {
        if let Some((last, last_result)) = &self.last
            && !(*last_result == result && follows(last, position))
        {
            self.number += 1;
        }
        self.last = Some((position.clone(), result));
        self.number
    }
}

/// Plies since the game began, by the position's own count.
fn ply(position: &Position) -> u32 {
    2 * position.fullmove_number() + position.turn().fold(0, 1)
}

fn follows(before: &Position, after: &Position) -> bool {
    if ply(after) <= ply(before) || !castling_kept(before, after) {
        return false;
    }
    let officers = [
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
    ];
    for side in Color::ALL {
        let count = |position: &Position, kind| position.pieces(side, kind).count();
        if after.side(side).count() > before.side(side).count()
            || count(after, PieceKind::Pawn) > count(before, PieceKind::Pawn)
            || !homes_kept(before, after, side)
        {
            return false;
        }
        // New officers cost a pawn each.
        let promoted = officers
            .map(|kind| count(after, kind).saturating_sub(count(before, kind)))
            .iter()
            .sum::<u32>();
        if promoted > count(before, PieceKind::Pawn) - count(after, PieceKind::Pawn) {
            return false;
        }
    }
    if ply(after) == ply(before) + 1 {
        return follows_at_once(before, after);
    }
    true
}

fn castling_kept(before: &Position, after: &Position) -> bool {
    before
        .castling()
        .rights()
        .contains(after.castling().rights())
}

/// No pawn of `side` stands on its first square that did not before.
fn homes_kept(before: &Position, after: &Position, side: Color) -> bool {
    let home = Bitboard::from_rank(Rank::new(1).relative_to(side));
    let pawns = |position: &Position| position.pieces(side, PieceKind::Pawn) & home;
    (pawns(after) & !pawns(before)).is_empty()
}

/// Whether one legal move leads from `before` to `after`.
pub(super) fn follows_at_once(before: &Position, after: &Position) -> bool {
    before
        .legal_moves()
        .iter()
        .any(|&mv| before.play(mv).key() == after.key())
}

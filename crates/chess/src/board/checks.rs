//! Which moves give check, known before they are made.

use super::attacks::*;
use super::bitboard::Bitboard;
use super::moves::Move;
use super::piece::PieceKind;
use super::position::Position;
use super::square::Square;

/// Where the side to move can give check; made once, asked for many moves.
pub struct CheckSquares {
    king: Square,
    /// Squares from which a piece of each kind attacks the enemy king.
    squares: [Bitboard; 6],
    /// Own pieces that alone stand between an own slider and the enemy king.
    discoverers: Bitboard,
}

impl CheckSquares {
    /// For the side to move.
    pub fn new(position: &Position) -> CheckSquares {
        let us = position.turn();
        let king = position.king(!us);
        let occupied = position.occupied();
        let bishop = bishop_attacks(king, occupied);
        let rook = rook_attacks(king, occupied);
        let pawn = pawn_attacks(!us, king);
        let snipers = bishop_rays(king) & position.diagonal_sliders(us)
            | rook_rays(king) & position.straight_sliders(us);
        let mut discoverers = Bitboard::EMPTY;
        for sniper in snipers {
            let blockers = between(king, sniper) & occupied;
            if !blockers.several() {
                discoverers |= blockers & position.side(us);
            }
        }
        let squares = [
            pawn,
            knight_attacks(king),
            bishop,
            rook,
            bishop | rook,
            Bitboard::EMPTY,
        ];
        CheckSquares {
            king,
            squares,
            discoverers,
        }
    }

    /// Whether a legal move of the position gives check.
    #[inline]
    pub fn given_by(&self, position: &Position, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if !mv.is_normal() {
            // Rare, and more than one piece moves or changes.
            return position.play(mv).in_check();
        }
        let kind = position
            .mover(from)
            .map_or(PieceKind::King, |piece| piece.kind());
        self.targets(kind, from).has(to)
    }

    /// The squares to which a piece of this kind on `from` gives check by going there,
    /// as long as nothing is special about the move.
    #[inline]
    pub fn targets(&self, kind: PieceKind, from: Square) -> Bitboard {
        let direct = self.squares[kind.index()];
        if self.discoverers.has(from) {
            direct | !line(self.king, from)
        } else {
            direct
        }
    }

    /// The same for many pawns that go `step` indices each: those of `targets` that
    /// give check.
    #[inline]
    pub fn pawn_targets(&self, targets: Bitboard, step: i32) -> Bitboard {
        let mut checking = targets & self.squares[PieceKind::Pawn.index()];
        for from in self.discoverers & targets.shift(-step) {
            let to = Bitboard::from(from).shift(step);
            checking |= to & !line(self.king, from);
        }
        checking
    }
}

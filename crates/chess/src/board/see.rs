//! Static exchange evaluation: who comes out ahead when both sides keep
//! capturing on one square, always with the least valuable piece.

use super::attacks::*;
use super::bitboard::Bitboard;
use super::moves::{Move, MoveKind};
use super::piece::PieceKind;
use super::position::Position;

/// What pieces count in an exchange, in centipawns. Only their order and rough
/// distances matter here; the evaluation's own values are in `tables/`.
pub const EXCHANGE_VALUES_CP: [i32; 6] = [100, 320, 330, 500, 950, 0];

impl Position {
    /// Whether the exchange that a legal move begins wins at least
    /// `threshold_cp` for the mover (negative: loses no more than that).
    /// Pinned pieces of the side to recapture stay out of it.
    pub fn see_at_least(&self, mv: Move, threshold_cp: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let value = |kind: PieceKind| EXCHANGE_VALUES_CP[kind.index()];
        let Some(moved) = self.mover(from) else {
            return false;
        };
        let mut occupied = self.occupied().without(from);
        let mut gain = self.captured_by(mv).map_or(0, value);
        let mut on_square = moved.kind();
        match mv.kind() {
            MoveKind::Castling => return threshold_cp <= 0,
            MoveKind::Promotion(kind) => {
                gain += value(kind) - value(PieceKind::Pawn);
                on_square = kind;
            }
            MoveKind::EnPassant => occupied = occupied.without(to.offset(self.turn().fold(-8, 8))),
            MoveKind::Normal => {}
        }

        // `balance`: the gain so far over the threshold, from the point of
        // view of the side that has just captured.
        let mut balance = gain - threshold_cp;
        if balance < 0 {
            return false;
        }
        balance -= value(on_square);
        if balance >= 0 {
            return true;
        }
        occupied = occupied.with(to);
        let diagonal = self.kind(PieceKind::Bishop) | self.kind(PieceKind::Queen);
        let straight = self.kind(PieceKind::Rook) | self.kind(PieceKind::Queen);
        let mut attackers = self.all_attackers_of(to, occupied) & occupied;
        let mut side = !self.turn();
        let mut mover_wins = true;
        loop {
            let mut own = attackers & self.side(side);
            // Most exchanges end for want of attackers, pinned or not.
            if own.any() {
                own &= !self.shields(side, to, occupied);
            }
            if own.is_empty() {
                return mover_wins;
            }
            let kind = PieceKind::ALL
                .into_iter()
                .find(|&kind| own.meets(self.kind(kind)))
                .unwrap_or(PieceKind::King);
            debug_assert!(
                own.meets(self.kind(kind)),
                "an attacker of {to} is of no kind"
            );
            // The king captures last, and only if nothing can take him back.
            if kind == PieceKind::King {
                let defended = (attackers & self.side(!side)).any();
                return if defended { mover_wins } else { !mover_wins };
            }
            mover_wins = !mover_wins;
            balance = -balance - 1 - value(kind);
            occupied = occupied.without((own & self.kind(kind)).lowest());
            if balance >= 0 {
                return mover_wins;
            }
            if matches!(kind, PieceKind::Pawn | PieceKind::Bishop | PieceKind::Queen) {
                attackers |= bishop_attacks(to, occupied) & diagonal;
            }
            if matches!(kind, PieceKind::Rook | PieceKind::Queen) {
                attackers |= rook_attacks(to, occupied) & straight;
            }
            attackers &= occupied;
            side = !side;
        }
    }

    /// Pieces of `side` that are pinned during an exchange on `to`, in which the squares in
    /// `occupied` still have a piece: each stands alone between its king and an enemy slider
    /// that is still there. A slider on `to` pins nothing: the one that stood there first has
    /// been captured, and one that has captured there can be recaptured along the line.
    pub fn shields(&self, side: super::Color, to: super::Square, occupied: Bitboard) -> Bitboard {
        let king = self.king(side);
        let snipers = (bishop_rays(king) & self.diagonal_sliders(!side)
            | rook_rays(king) & self.straight_sliders(!side))
            & occupied.without(to);
        let mut shields = Bitboard::EMPTY;
        for sniper in snipers {
            let blockers = between(king, sniper) & occupied;
            if blockers.any() && !blockers.several() {
                shields |= blockers & self.side(side);
            }
        }
        shields
    }
}

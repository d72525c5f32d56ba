//! Material and where it stands.

use super::facts::Facts;
use super::terms::Term;
use super::trace::{Accumulator, Sink};
use crate::board::{Bitboard, Color, PieceKind};

const SQUARE_TERMS: [(PieceKind, Term); 6] = [
    (PieceKind::Pawn, Term::PawnSquare),
    (PieceKind::Knight, Term::KnightSquare),
    (PieceKind::Bishop, Term::BishopSquare),
    (PieceKind::Rook, Term::RookSquare),
    (PieceKind::Queen, Term::QueenSquare),
    (PieceKind::King, Term::KingSquare),
];

#[inline(always)]
pub(super) fn rules<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    for kind in PieceKind::ALL {
        if kind != PieceKind::King {
            acc.at(Term::PieceValue, kind.index(), us, facts.pieces(us, kind));
        }
    }
    let bishops = facts.pieces(us, PieceKind::Bishop);
    if bishops.meets(Bitboard::DARK) && bishops.meets(!Bitboard::DARK) {
        acc.add_with(Term::BishopPair, 0, us, 1, bishops);
    }
    for (kind, term) in SQUARE_TERMS {
        for square in facts.pieces(us, kind) {
            let slot = square.relative_to(us).index() ^ 56;
            acc.at(term, slot, us, Bitboard::from(square));
        }
    }
}

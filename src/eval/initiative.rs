//! What helps the side that is ahead to make something of it, or leaves its
//! lead barren. Counted once for the position, for whoever is ahead.

use super::facts::{Facts, ranks};
use super::terms::Term;
use super::trace::{Accumulator, Sink};
use crate::board::{Bitboard, Color, PieceKind};

const QUEENSIDE: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);

#[inline(always)]
pub(super) fn rules<S: Sink>(facts: &Facts<'_>, acc: &mut Accumulator<'_, S>) {
    let side = Color::White;
    let position = facts.position;
    if Color::ALL.iter().any(|&us| !position.side(us).several()) {
        // Against a lone king nothing is left to win but the game.
        return;
    }
    let pawns = position.kind(PieceKind::Pawn);
    let passed = facts.pawns.passed[Color::White] | facts.pawns.passed[Color::Black];
    acc.add(Term::InitiativeBase, 0, side, 1);
    acc.at(Term::PawnsLeft, 0, side, pawns);
    acc.at(Term::PassedLeft, 0, side, passed);
    let both_wings = pawns.meets(QUEENSIDE) && pawns.meets(!QUEENSIDE);
    acc.add(Term::PawnsOnBothWings, 0, side, both_wings.into());
    let [white, black] = Color::ALL.map(|side| facts.kings[side]);
    let apart = |a: usize, b: usize| a.abs_diff(b) as i32;
    let files = apart(white.file().index(), black.file().index());
    let steps = apart(white.rank().index(), black.rank().index());
    acc.add(Term::KingsOutflanking, 0, side, files - steps);
    let inside = Color::ALL.map(|us| facts.pieces(us, PieceKind::King) & ranks(us, 4, 7));
    acc.at(Term::KingInfiltrates, 0, side, inside[0] | inside[1]);
    let only_pawns = !Color::ALL.iter().any(|&us| position.has_pieces(us));
    acc.add(Term::OnlyPawnsLeft, 0, side, only_pawns.into());
}

//! What helps the side that is ahead to make something of it, or leaves its
//! lead barren. Counted once for the position, for whoever is ahead.

use super::facts::{Facts, PawnFacts, ranks};
use super::sides::Sides;
use super::terms::Term;
use super::trace::{Accumulator, Sink};
use crate::board::{Bitboard, Color, Position, Square};

const QUEENSIDE: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);

#[inline(always)]
pub(super) fn rules<S: Sink>(facts: &Facts<'_>, acc: &mut Accumulator<'_, S>) {
    let position = facts.position;
    if !counts(position) {
        return;
    }
    // What follows from pawns and kings, an evaluator remembers.
    if S::TRACES {
        pawn_rules(&facts.pawns, facts.kings, acc);
    }
    let only_pawns = !Color::ALL.iter().any(|&us| position.has_pieces(us));
    acc.add(Term::OnlyPawnsLeft, 0, Color::White, only_pawns.into());
}

/// Against a lone king nothing is left to win but the game.
#[inline(always)]
pub(super) fn counts(position: &Position) -> bool {
    Color::ALL.iter().all(|&us| position.side(us).several())
}

/// What follows from the pawns and the squares of both kings alone.
pub(super) fn pawn_rules<S: Sink>(
    facts: &PawnFacts,
    kings: Sides<Square>,
    acc: &mut Accumulator<'_, S>,
) {
    let side = Color::White;
    let [white, black] = Color::ALL;
    let pawns = facts.pawns[white] | facts.pawns[black];
    let passed = facts.passed[white] | facts.passed[black];
    acc.add(Term::InitiativeBase, 0, side, 1);
    acc.at(Term::PawnsLeft, 0, side, pawns);
    acc.at(Term::PassedLeft, 0, side, passed);
    let both_wings = pawns.meets(QUEENSIDE) && pawns.meets(!QUEENSIDE);
    acc.add(Term::PawnsOnBothWings, 0, side, both_wings.into());
    let apart = |a: usize, b: usize| a.abs_diff(b) as i32;
    let files = apart(kings[white].file().index(), kings[black].file().index());
    let steps = apart(kings[white].rank().index(), kings[black].rank().index());
    acc.add(Term::KingsOutflanking, 0, side, files - steps);
    let inside = Color::ALL.map(|us| Bitboard::from(kings[us]) & ranks(us, 4, 7));
    acc.at(Term::KingInfiltrates, 0, side, inside[0] | inside[1]);
}

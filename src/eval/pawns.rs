//! Pawn structure: what can be said without looking at any piece, so that the
//! evaluator may remember it.

use super::facts::{PawnFacts, rank_slot};
use super::terms::Term;
use super::trace::{Accumulator, Sink};
use crate::board::{Bitboard, Color, Square};

#[inline(always)]
pub(super) fn rules<S: Sink>(facts: &PawnFacts, us: Color, acc: &mut Accumulator<'_, S>) {
    let ours = facts.pawns[us];
    let theirs = facts.pawns[!us];
    let opposed = ours & theirs.forward(!us).forward_fill(!us);
    let files = ours.file_fill();
    let neighbours = files.east() | files.west();

    let isolated = ours & !neighbours;
    acc.at(Term::IsolatedPawn, 0, us, isolated & opposed);
    acc.at(Term::IsolatedPawn, 1, us, isolated & !opposed);

    let doubled = ours & ours.forward(!us).forward_fill(!us);
    acc.at(Term::DoubledPawn, 0, us, doubled);

    let watched = ours.forward(us) & facts.attacks[!us] & !facts.span[us];
    let backward = watched.forward(!us) & !isolated;
    acc.at(Term::BackwardPawn, 0, us, backward & opposed);
    acc.at(Term::BackwardPawn, 1, us, backward & !opposed);

    for square in ours & (ours.east() | ours.west()) {
        acc.at(
            Term::Phalanx,
            rank_slot(us, square),
            us,
            Bitboard::from(square),
        );
    }
    for square in ours & facts.attacks[us] {
        acc.at(
            Term::SupportedPawn,
            rank_slot(us, square),
            us,
            Bitboard::from(square),
        );
    }

    let first_rank = files & Bitboard(0xff);
    let islands = first_rank & !first_rank.east();
    acc.add(Term::PawnIsland, 0, us, islands.count() as i32);

    for square in ours & !opposed & !doubled & !facts.passed[us] {
        if is_candidate(facts, us, square) {
            acc.at(
                Term::CandidatePawn,
                rank_slot(us, square),
                us,
                Bitboard::from(square),
            );
        }
    }
}

/// On neighbouring files, at least as many own pawns can help the pawn on as
/// enemy pawns can hold it up.
fn is_candidate(facts: &PawnFacts, us: Color, square: Square) -> bool {
    let pawn = Bitboard::from(square);
    let beside = |set: Bitboard| set.east() | set.west();
    let sentries = beside(pawn.forward(us).forward_fill(us)) & facts.pawns[!us];
    let helpers = beside(pawn.forward_fill(!us)) & facts.pawns[us];
    helpers.count() >= sentries.count()
}

//! Pawn structure: what can be said without looking at any piece, so that the
//! evaluator may remember it.

use super::facts::{PawnFacts, from_edge, rank_slot};
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
    by_file(Term::IsolatedPawn, isolated, opposed, us, acc);

    let doubled = ours & ours.forward(!us).forward_fill(!us);
    by_rank(Term::DoubledPawn, doubled, us, acc);
    acc.at(Term::DoubledIsolated, 0, us, doubled & isolated);

    let watched = ours.forward(us) & facts.attacks[!us] & !facts.span[us];
    let backward = watched.forward(!us) & !isolated;
    by_file(Term::BackwardPawn, backward, opposed, us, acc);

    by_rank(Term::Phalanx, ours & (ours.east() | ours.west()), us, acc);
    by_rank(Term::SupportedPawn, ours & facts.attacks[us], us, acc);
    let twice = |side: Color| {
        let ahead = facts.pawns[side].forward(side);
        ahead.east() & ahead.west()
    };
    acc.at(Term::SupportedTwice, 0, us, ours & twice(us));
    by_rank(Term::BlockedPawn, ours & theirs.forward(!us), us, acc);
    by_rank(Term::LeverPawn, ours & facts.attacks[!us], us, acc);
    let overrun = ours & twice(!us) & !facts.attacks[us];
    acc.at(Term::LeverTwice, 0, us, overrun);

    let first_rank = files & Bitboard(0xff);
    let islands = first_rank & !first_rank.east();
    acc.add(Term::PawnIsland, islands.count() as usize, us, 1);

    let mut candidates = Bitboard::EMPTY;
    for square in ours & !opposed & !doubled & !facts.passed[us] {
        if is_candidate(facts, us, square) {
            candidates |= Bitboard::from(square);
        }
    }
    by_rank(Term::CandidatePawn, candidates, us, acc);
    pairs(facts, us, acc);
}

#[inline(always)]
fn by_rank<S: Sink>(term: Term, pawns: Bitboard, us: Color, acc: &mut Accumulator<'_, S>) {
    for square in pawns {
        acc.one(term, rank_slot(us, square), us, square);
    }
}

#[inline(always)]
fn by_file<S: Sink>(
    term: Term,
    pawns: Bitboard,
    opposed: Bitboard,
    us: Color,
    acc: &mut Accumulator<'_, S>,
) {
    for square in pawns {
        let half_open = usize::from(!opposed.has(square));
        let slot = 4 * half_open + from_edge(square.file());
        acc.one(term, slot, us, square);
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

/// Every pawn with the fellows that stand as far up or further, and with the
/// enemy pawns, up to two files away.
fn pairs<S: Sink>(facts: &PawnFacts, us: Color, acc: &mut Accumulator<'_, S>) {
    for one in facts.pawns[us] {
        let rank = rank_slot(us, one);
        let first = 18 * rank;
        let apart = |other: Square| one.file().index().abs_diff(other.file().index());
        for other in facts.pawns[us] {
            let (files, further) = (apart(other), rank_slot(us, other));
            if files <= 2 && (rank, one.index()) < (further, other.index()) {
                acc.one(Term::PawnFellow, first + 6 * files + further, us, one);
            }
        }
        for other in facts.pawns[!us] {
            let files = apart(other);
            if files <= 2 {
                let slot = first + 6 * files + rank_slot(us, other);
                acc.one(Term::PawnFoe, slot, us, one);
            }
        }
    }
}

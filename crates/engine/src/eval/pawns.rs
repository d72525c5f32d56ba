//! Pawn structure: what can be said without looking at any piece, so that the
//! evaluator may remember it.

use super::facts::{PawnFacts, from_edge, rank_slot};
use super::terms::Term;
use super::trace::{Accumulator, Sink};
use plumb_chess::board::{Bitboard, Color, File, Square};

#[inline(always)]
pub(super) fn rules<S: Sink>(facts: &PawnFacts, us: Color, acc: &mut Accumulator<'_, S>) {
    let ours = facts.pawns[us];
    let theirs = facts.pawns[!us];
    let opposed = ours & theirs.forward(!us).forward_fill(!us);
    let files = facts.files[us];
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
        let file = one.file().index();
        let first = 18 * rank_slot(us, one);
        let slot =
            |other: Square| first + 6 * file.abs_diff(other.file().index()) + rank_slot(us, other);
        let near = up_to_two_files_from(one.file());
        // Of two pawns side by side, the one further west is the first.
        let fellows = facts.pawns[us] & near & (ahead(us, one) | east(one));
        for other in fellows {
            acc.one(Term::PawnFellow, slot(other), us, one);
        }
        for other in facts.pawns[!us] & near {
            acc.one(Term::PawnFoe, slot(other), us, one);
        }
    }
}

/// A file and those up to two files away.
#[inline(always)]
fn up_to_two_files_from(file: File) -> Bitboard {
    let centre = file.index();
    // The first rank of five files round the third, moved along.
    let first_rank = (0b11111_u64 << centre >> 2) & 0xff;
    Bitboard(first_rank * Bitboard::FILE_A.0)
}

/// All squares on the ranks beyond this one, as `us` sees them.
#[inline(always)]
fn ahead(us: Color, square: Square) -> Bitboard {
    let rank = square.rank().index();
    Bitboard(us.fold(!0 << 8 << (8 * rank), !0 >> 8 >> (8 * (7 - rank))))
}

/// The squares of the same rank towards the h-file.
#[inline(always)]
fn east(square: Square) -> Bitboard {
    Bitboard::from_rank(square.rank()) & Bitboard(!1 << square.index())
}

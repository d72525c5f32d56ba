//! Passed pawns: what the pieces and kings make of them.

use super::facts::{Facts, from_edge, rank_slot};
use super::terms::Term;
use super::trace::{Accumulator, Sink};
use plumb_chess::board::{Bitboard, Color, PieceKind, Rank, Square, rook_attacks};

#[inline(always)]
pub(super) fn rules<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    for square in facts.pawns.passed[us] {
        passed_pawn(facts, us, square, acc);
    }
}

fn passed_pawn<S: Sink>(
    facts: &Facts<'_>,
    us: Color,
    square: Square,
    acc: &mut Accumulator<'_, S>,
) {
    let them = !us;
    let pawn = Bitboard::from(square);
    let stop = pawn.forward(us);
    let path = stop.forward_fill(us);
    let rank = rank_slot(us, square);

    let turn = facts.turn_slot(us);

    acc.one(Term::PassedPawn, 2 * rank + turn, us, square);
    acc.one(Term::PassedFile, from_edge(square.file()), us, square);
    acc.at(
        Term::ProtectedPassed,
        rank,
        us,
        pawn & facts.pawns.attacks[us],
    );
    let companions = pawn | stop | pawn.forward(them);
    let beside = (companions.east() | companions.west()) & facts.pawns.passed[us];
    acc.add_with(Term::ConnectedPassed, rank, us, beside.any().into(), pawn);
    acc.at(
        Term::BlockedPassed,
        rank,
        us,
        stop & facts.position.side(them),
    );
    acc.at(
        Term::SafeAdvance,
        rank,
        us,
        stop & !(facts.occupied | facts.attacked[them]),
    );
    acc.at(Term::GuardedAdvance, rank, us, stop & facts.attacked[us]);
    let hindered = path.meets(facts.occupied | facts.attacked[them]);
    let slot = 2 * rank + turn;
    acc.add_with(Term::FreePath, slot, us, (!hindered).into(), pawn);

    let step = stop.first().unwrap_or(square);
    let steps = |side| 8 * rank + facts.kings[side].distance(step);
    acc.one(Term::OwnKingNear, steps(us), us, square);
    acc.one(Term::EnemyKingFar, steps(them), us, square);

    let heavy = facts.position.kind(PieceKind::Rook) | facts.position.kind(PieceKind::Queen);
    let behind = heavy & pawn.forward_fill(them);
    if behind.any() {
        let rooks = behind & rook_attacks(square, facts.occupied);
        let [ours, theirs] = [us, them].map(|side| rooks & facts.position.side(side));
        acc.at(Term::RookBehindPassed, 0, us, ours);
        acc.at(Term::EnemyRookBehindPassed, 0, us, theirs);
    }

    if !facts.position.has_pieces(them) && !path.meets(facts.occupied) {
        acc.add_with(
            Term::UnstoppablePawn,
            0,
            us,
            outruns(facts, us, square).into(),
            pawn,
        );
    }
}

/// The rule of the square, for a pawn with an empty path.
fn outruns(facts: &Facts<'_>, us: Color, square: Square) -> bool {
    let goal = Square::at(square.file(), Rank::EIGHTH.relative_to(us));
    let rank = square.rank().relative_to(us).index() as i32;
    let moves = 7 - rank.max(2);
    let spare = i32::from(facts.position.turn() != us);
    facts.kings[!us].distance(goal) as i32 - spare > moves
}

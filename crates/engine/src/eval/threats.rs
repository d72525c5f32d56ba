//! Threats to win something with the next move, and space.

use super::facts::{CENTRAL_FILES, Facts, rank_of, ranks};
use super::terms::Term;
use super::trace::{Accumulator, Sink};
use plumb_chess::board::{
    Bitboard, Color, PieceKind, bishop_attacks, knight_attacks, pawns_attack, rook_attacks,
};

/// With fewer pieces than this, the king counted, space matters little.
const CROWDED: usize = 4;

#[inline(always)]
pub(super) fn rules<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    let them = !us;
    let enemies = facts.position.side(them) & !facts.pieces(them, PieceKind::King);
    let officers = enemies & !facts.pawns.pawns[them];
    let well_guarded = facts.pawns.attacks[them] | facts.twice[them] & !facts.twice[us];
    let weak = enemies & !well_guarded & facts.attacked[us];

    let minors = facts.by(us, PieceKind::Knight) | facts.by(us, PieceKind::Bishop);
    let turn = facts.turn_slot(us);
    let hanging = weak & (!facts.attacked[them] | officers & facts.twice[us]);
    let mut each = |term, set| by_victim(facts, us, term, set, acc);
    each(Term::ThreatByMinor, minors & (officers | weak));
    each(Term::ThreatByRook, facts.by(us, PieceKind::Rook) & weak);
    each(Term::ThreatByQueen, facts.by(us, PieceKind::Queen) & weak);
    each(Term::HangingPiece, hanging);
    let by_king = weak & facts.by(us, PieceKind::King);
    acc.at(Term::ThreatByKing, turn, us, by_king);
    let by_queen_alone = weak & facts.by(them, PieceKind::Queen);
    acc.at(Term::QueenGuardsAlone, 0, us, by_queen_alone);
    pawn_threats(facts, us, officers, acc);
    let heavy = facts.pieces(them, PieceKind::Rook) | facts.pieces(them, PieceKind::Queen);
    let threatened = officers
        & (facts.pawns.attacks[us]
            | hanging
            | minors & heavy
            | facts.by(us, PieceKind::Rook) & facts.pieces(them, PieceKind::Queen));
    overload(facts, us, threatened, acc);
    on_queen(facts, us, well_guarded, acc);

    let contested = facts.attacked[them]
        & !well_guarded
        & facts.attacked[us]
        & !facts.by(them, PieceKind::King);
    acc.at(Term::RestrictedSquare, 0, us, contested & !facts.occupied);
    space(facts, us, acc);
}

/// A threat to each piece of `victims`, by what it is and who is to move.
#[inline(always)]
fn by_victim<S: Sink>(
    facts: &Facts<'_>,
    us: Color,
    term: Term,
    victims: Bitboard,
    acc: &mut Accumulator<'_, S>,
) {
    if victims.is_empty() {
        return;
    }
    for kind in &PieceKind::ALL[..5] {
        let slot = 2 * kind.index() + facts.turn_slot(us);
        acc.at(term, slot, us, victims & facts.position.kind(*kind));
    }
}

#[inline(always)]
fn pawn_threats<S: Sink>(
    facts: &Facts<'_>,
    us: Color,
    officers: Bitboard,
    acc: &mut Accumulator<'_, S>,
) {
    let them = !us;
    let stands_safely = !facts.attacked[them] | facts.attacked[us];
    let pawns = facts.pawns.pawns[us];
    let hit = pawns_attack(us, pawns & stands_safely) & officers;
    let turn = facts.turn_slot(us);
    if hit.any() {
        for (case, kind) in PieceKind::ALL[1..5].iter().enumerate() {
            let victims = hit & facts.position.kind(*kind);
            acc.at(Term::ThreatByPawn, 2 * case + turn, us, victims);
        }
    }
    let one = pawns.forward(us) & !facts.occupied;
    let two = (one & rank_of(us, 2)).forward(us) & !facts.occupied;
    let pushes = (one | two) & !facts.pawns.attacks[them] & stands_safely;
    let targets = pawns_attack(us, pushes) & officers & !hit;
    acc.at(Term::PawnPushThreat, turn, us, targets);
}

/// Threatened pieces that cannot all, or cannot at all, be saved.
#[inline(always)]
fn overload<S: Sink>(
    facts: &Facts<'_>,
    us: Color,
    threatened: Bitboard,
    acc: &mut Accumulator<'_, S>,
) {
    let turn = facts.turn_slot(us);
    if threatened.several() {
        let more = usize::from(threatened.count() > 2);
        acc.add_with(Term::SeveralThreatened, 2 * more + turn, us, 1, threatened);
    }
    let closed = facts.position.side(!us) | facts.attacked[us];
    for square in threatened {
        if facts.reach[square.index()].0 & !closed.0 == 0
            && let Some(piece) = facts.position.piece_on(square)
        {
            let slot = 2 * (piece.kind().index() - 1) + turn;
            acc.one(Term::NoEscape, slot, us, square);
        }
    }
}

/// Squares from which a knight, bishop or rook would attack the queen.
#[inline(always)]
fn on_queen<S: Sink>(
    facts: &Facts<'_>,
    us: Color,
    well_guarded: Bitboard,
    acc: &mut Accumulator<'_, S>,
) {
    let queens = facts.pieces(!us, PieceKind::Queen);
    let (Some(queen), false) = (queens.first(), queens.several()) else {
        return;
    };
    let turn = facts.turn_slot(us);
    let safe = facts.safe_area[us] & !well_guarded;
    let jumps = facts.by(us, PieceKind::Knight) & knight_attacks(queen) & safe;
    acc.at(Term::KnightOnQueen, turn, us, jumps);
    let lines = facts.by(us, PieceKind::Bishop) & bishop_attacks(queen, facts.occupied)
        | facts.by(us, PieceKind::Rook) & rook_attacks(queen, facts.occupied);
    let slides = lines & safe & facts.twice[us];
    acc.at(Term::SliderOnQueen, turn, us, slides);
}

#[inline(always)]
fn space<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    let pieces = (facts.position.side(us) & !facts.pawns.pawns[us]).count() as usize;
    if pieces < CROWDED {
        return;
    }
    let case = (pieces - CROWDED).min(4);
    let pawns = facts.pawns.pawns[us];
    let safe = CENTRAL_FILES & ranks(us, 1, 3) & !pawns & !facts.pawns.attacks[!us];
    acc.at(Term::SpaceSquare, case, us, safe);
    // A square up to three steps behind an own pawn counts once more.
    let one = pawns.forward(!us);
    let behind = one | one.forward(!us) | one.forward(!us).forward(!us);
    acc.at(
        Term::SpaceSquare,
        case,
        us,
        safe & behind & !facts.attacked[!us],
    );
}

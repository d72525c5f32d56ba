//! Threats to win something with the next move, and space.

use super::facts::{CENTRAL_FILES, Facts, rank_of, ranks};
use super::terms::Term;
use super::trace::{Accumulator, Sink};
use crate::board::{Bitboard, Color, PieceKind, pawns_attack};

/// With fewer pieces than this (of the phase's 24) space matters little.
const CROWDED: i32 = 16;

#[inline(always)]
pub(super) fn rules<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    let them = !us;
    let enemies = facts.position.side(them) & !facts.pieces(them, PieceKind::King);
    let officers = enemies & !facts.pawns.pawns[them];
    let well_guarded = facts.pawns.attacks[them] | facts.twice[them] & !facts.twice[us];
    let weak = enemies & !well_guarded & facts.attacked[us];

    let minors = facts.by(us, PieceKind::Knight) | facts.by(us, PieceKind::Bishop);
    let by_minor = minors & (officers | weak);
    let by_rook = facts.by(us, PieceKind::Rook) & weak;
    for kind in PieceKind::ALL {
        let kind_set = facts.position.kind(kind);
        if kind != PieceKind::King {
            acc.at(Term::ThreatByMinor, kind.index(), us, by_minor & kind_set);
            acc.at(Term::ThreatByRook, kind.index(), us, by_rook & kind_set);
        }
    }
    acc.at(
        Term::ThreatByKing,
        0,
        us,
        weak & facts.by(us, PieceKind::King),
    );
    let hanging = weak & (!facts.attacked[them] | officers & facts.twice[us]);
    acc.at(Term::HangingPiece, 0, us, hanging);
    pawn_threats(facts, us, officers, acc);

    let contested = facts.attacked[them]
        & !well_guarded
        & facts.attacked[us]
        & !facts.by(them, PieceKind::King);
    acc.at(Term::RestrictedSquare, 0, us, contested & !facts.occupied);
    space(facts, us, acc);
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
    for (slot, kind) in PieceKind::ALL[1..5].iter().enumerate() {
        acc.at(
            Term::ThreatByPawn,
            slot,
            us,
            hit & facts.position.kind(*kind),
        );
    }
    let one = pawns.forward(us) & !facts.occupied;
    let two = (one & rank_of(us, 2)).forward(us) & !facts.occupied;
    let pushes = (one | two) & !facts.pawns.attacks[them] & stands_safely;
    let targets = pawns_attack(us, pushes) & officers & !hit;
    acc.at(Term::PawnPushThreat, 0, us, targets);
}

#[inline(always)]
fn space<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    if facts.phase < CROWDED {
        return;
    }
    let pawns = facts.pawns.pawns[us];
    let safe = CENTRAL_FILES & ranks(us, 1, 3) & !pawns & !facts.pawns.attacks[!us];
    acc.at(Term::SpaceSquare, 0, us, safe);
    // A square up to three steps behind an own pawn counts once more.
    let one = pawns.forward(!us);
    let behind = one | one.forward(!us) | one.forward(!us).forward(!us);
    acc.at(
        Term::SpaceSquare,
        0,
        us,
        safe & behind & !facts.attacked[!us],
    );
}

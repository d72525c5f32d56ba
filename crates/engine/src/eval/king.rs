//! King safety: what aims at a king, and what keeps it away.
//!
//! Everything counts in danger points for the king attacked, which `stages`
//! turns into centipawns along a curve, because two attackers are more than
//! twice one. What pawns before the king are worth apart from an attack is in
//! the squares of pawns by both kings (`material`).

use super::facts::{CENTRAL_FILES, Facts, OFFICERS, PawnFacts, ranks};
use super::terms::Term;
use super::trace::{Accumulator, Sink};
use plumb_chess::board::{
    Bitboard, CastlingRights, Color, File, PieceKind, Position, Square, bishop_attacks,
    king_attacks, knight_attacks, rook_attacks,
};

#[inline(always)]
pub(super) fn rules<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    if !in_danger(facts.position, us) {
        return;
    }
    let king = facts.kings[us];
    // What pawns make of the king's place, an evaluator remembers.
    if S::TRACES {
        pawn_rules(&facts.pawns, king, us, acc);
    }
    attack(facts, us, flank(king), acc);
}

/// Whether what aims at this king counts. A lone minor piece and the like do not
/// mate; a lone king's mate has rules of its own.
#[inline(always)]
pub(super) fn in_danger(position: &Position, us: Color) -> bool {
    position.straight_sliders(!us).any() && position.side(us).several()
}

/// What follows from the pawns and the king's square alone, for a king in danger.
#[inline(always)]
pub(super) fn pawn_rules<S: Sink>(
    pawns: &PawnFacts,
    king: Square,
    us: Color,
    acc: &mut Accumulator<'_, S>,
) {
    let rank = king.rank().relative_to(us).index();
    let guards = pawns.pawns[us] & ranks(us, rank, 7);
    let centre = king.file().index().clamp(1, 6);
    for file in centre - 1..=centre + 1 {
        let open = !guards.meets(Bitboard::from_file(File::new(file)));
        acc.add(Term::MissingShelter, 0, us, open.into());
    }
}

/// The four files on the king's side of the board, or in the middle.
#[inline(always)]
fn flank(king: Square) -> Bitboard {
    match king.file().index() {
        0..=2 => Bitboard(0x0f0f_0f0f_0f0f_0f0f),
        3..=4 => CENTRAL_FILES,
        _ => Bitboard(0xf0f0_f0f0_f0f0_f0f0),
    }
}

#[inline(always)]
fn attack<S: Sink>(facts: &Facts<'_>, us: Color, flank: Bitboard, acc: &mut Accumulator<'_, S>) {
    let them = !us;
    let king = facts.kings[us];
    let around = king_attacks(king);
    let ring = facts.king_ring[us] & !guarded_by_two_pawns(facts, us);
    acc.add(Term::DangerBase, 0, us, 1);
    let on_move = facts.position.turn() == them;
    acc.add(Term::AttackerOnMove, 0, us, on_move.into());

    for (slot, kind) in OFFICERS.into_iter().enumerate() {
        for square in facts.pieces(them, kind) {
            let reach = facts.reach[square.index()];
            if reach.meets(ring) {
                acc.one(Term::RingAttacker, slot, us, square);
                acc.at(Term::RingAttack, 0, us, reach & around);
            }
        }
    }

    let by_king_or_queen = facts.by(us, PieceKind::King) | facts.by(us, PieceKind::Queen);
    let poorly_guarded = !facts.attacked[us] | by_king_or_queen & !facts.twice[us];
    let weak = facts.attacked[them] & poorly_guarded;
    acc.at(Term::WeakRingSquare, 0, us, weak & facts.king_ring[us]);

    checks(facts, us, weak, acc);

    acc.at(Term::PinnedDefender, 0, us, facts.pinned[us]);
    acc.add(
        Term::QueenGone,
        0,
        us,
        facts.pieces(them, PieceKind::Queen).is_empty().into(),
    );
    let queens = facts.pieces(them, PieceKind::Queen).into_iter();
    if let Some(steps) = queens.map(|queen| queen.distance(king)).min() {
        acc.add(Term::QueenNear, steps - 1, us, 1);
    }
    acc.one(
        Term::KingRank,
        king.rank().relative_to(us).index(),
        us,
        king,
    );
    if (2..=5).contains(&king.file().index()) {
        let rights = facts.position.castling().rights();
        let lost = !rights.intersects(CastlingRights::of(us));
        acc.one(Term::KingInCentre, lost.into(), us, king);
    }
    let knights = facts.by(us, PieceKind::Knight) & around;
    acc.add_with(Term::KnightDefender, 0, us, knights.any().into(), knights);
    let bishops = facts.by(us, PieceKind::Bishop) & around;
    acc.add_with(Term::BishopDefender, 0, us, bishops.any().into(), bishops);
    let camp = flank & ranks(us, 0, 4);
    let pressed = camp & facts.attacked[them];
    acc.at(Term::FlankAttack, 0, us, pressed & !facts.twice[them]);
    acc.at(Term::FlankAttack, 1, us, pressed & facts.twice[them]);
    acc.at(Term::FlankDefence, 0, us, camp & facts.attacked[us]);
    let flights = around & !(facts.position.side(us) | facts.attacked[them]);
    if !flights.several() {
        acc.add_with(Term::NoFlight, flights.count() as usize, us, 1, flights);
    }
}

#[inline(always)]
fn checks<S: Sink>(facts: &Facts<'_>, us: Color, weak: Bitboard, acc: &mut Accumulator<'_, S>) {
    let them = !us;
    let king = facts.kings[us];
    let seen_through = facts.occupied & !facts.pieces(us, PieceKind::Queen);
    let diagonal = bishop_attacks(king, seen_through);
    let straight = rook_attacks(king, seen_through);
    let lines = [
        knight_attacks(king),
        diagonal,
        straight,
        diagonal | straight,
    ];
    let safe = !facts.position.side(them) & (!facts.attacked[us] | weak & facts.twice[them]);
    let mut unsafe_checks = Bitboard::EMPTY;
    for (slot, kind) in OFFICERS.into_iter().enumerate() {
        let from = lines[slot] & facts.by(them, kind) & !facts.position.side(them);
        // A queen's check on a square that the king's own queen attacks only offers an
        // exchange of queens.
        let safe = if kind == PieceKind::Queen {
            safe & !facts.by(us, PieceKind::Queen)
        } else {
            safe
        };
        let good = from & safe;
        if good.any() {
            let case = 2 * slot + usize::from(good.several());
            acc.add_with(Term::SafeCheck, case, us, 1, good);
        }
        if kind != PieceKind::Queen {
            unsafe_checks |= from & !safe;
        }
    }
    acc.at(Term::UnsafeCheck, 0, us, unsafe_checks);
}

#[inline(always)]
fn guarded_by_two_pawns(facts: &Facts<'_>, us: Color) -> Bitboard {
    let ahead = facts.pawns.pawns[us].forward(us);
    ahead.east() & ahead.west()
}

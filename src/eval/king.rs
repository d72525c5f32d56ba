//! King safety: the pawns before the king, and what aims at him.
//!
//! Shelter and storm count in centipawns. Everything about attackers counts
//! in danger points for the king attacked, which `stages` turns into
//! centipawns along a curve, because two attackers are more than twice one.

use super::facts::{CENTRAL_FILES, Facts, OFFICERS, PawnFacts, from_edge, ranks};
use super::terms::Term;
use super::trace::{Accumulator, Sink};
use crate::board::{
    Bitboard, CastlingRights, Color, File, PieceKind, Position, Square, bishop_attacks,
    king_attacks, knight_attacks, rook_attacks,
};

#[inline(always)]
pub(super) fn rules<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    let dangerous = in_danger(facts.position, us);
    let king = facts.kings[us];
    // What pawns make of the king's place, an evaluator remembers.
    if S::TRACES {
        shelter(&facts.pawns, king, us, dangerous, acc);
        pawnless_flank(&facts.pawns, king, us, acc);
    }
    let rights = facts.position.castling().rights() & CastlingRights::of(us);
    acc.add(
        Term::CastlingRight,
        0,
        us,
        rights.bits().count_ones() as i32,
    );
    if dangerous {
        attack(facts, us, flank(king), acc);
    }
}

/// Whether what aims at this king counts. A lone minor piece and the like do not
/// mate; a lone king's mate has rules of its own.
#[inline(always)]
pub(super) fn in_danger(position: &Position, us: Color) -> bool {
    position.straight_sliders(!us).any() && position.side(us).several()
}

/// What follows from the pawns and the king's square alone. Its danger points
/// count only for a king in danger.
pub(super) fn pawn_rules<S: Sink>(
    pawns: &PawnFacts,
    king: Square,
    us: Color,
    acc: &mut Accumulator<'_, S>,
) {
    shelter(pawns, king, us, true, acc);
    pawnless_flank(pawns, king, us, acc);
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
fn pawnless_flank<S: Sink>(
    pawns: &PawnFacts,
    king: Square,
    us: Color,
    acc: &mut Accumulator<'_, S>,
) {
    let all = pawns.pawns[us] | pawns.pawns[!us];
    let pawnless = !all.meets(flank(king));
    acc.add(Term::PawnlessFlank, 0, us, pawnless.into());
}

#[inline(always)]
fn shelter<S: Sink>(
    pawns: &PawnFacts,
    king: Square,
    us: Color,
    dangerous: bool,
    acc: &mut Accumulator<'_, S>,
) {
    let rank = king.rank().relative_to(us).index();
    let not_behind = ranks(us, rank, 7);
    let ours = pawns.pawns[us] & not_behind;
    let theirs = pawns.pawns[!us] & not_behind;
    let centre = king.file().index().clamp(1, 6);
    for file in centre - 1..=centre + 1 {
        let on_file = Bitboard::from_file(File::new(file));
        let guard = nearest(us, ours & on_file);
        let storm = nearest(us, theirs & on_file);
        let beside = file != king.file().index();
        let pawn = ours & on_file;
        let term = if beside {
            Term::ShelterBeside
        } else {
            Term::ShelterOnKingFile
        };
        let case = 7 * from_edge(File::new(file));
        acc.add_with(term, case + guard, us, 1, pawn);
        let (term, slot) = match beside {
            _ if guard > 0 && storm == guard + 1 => (Term::BlockedStorm, storm),
            true => (Term::StormBeside, case + storm),
            false => (Term::StormOnKingFile, case + storm),
        };
        acc.add_with(term, slot, us, 1, theirs & on_file);
        if dangerous {
            acc.add(Term::MissingShelter, 0, us, (guard == 0).into());
        }
    }
}

/// The rank, as `us` counts, of the pawn nearest to his side; 0 for no pawn.
#[inline(always)]
fn nearest(us: Color, pawns: Bitboard) -> usize {
    let seen_by_us = us.fold(pawns.0, pawns.0.swap_bytes());
    ((seen_by_us.trailing_zeros() >> 3) & 7) as usize
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

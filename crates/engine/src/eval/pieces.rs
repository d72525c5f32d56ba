//! Mobility, and good and bad places for pieces.

use super::facts::{CENTRAL_FILES, CENTRE, Facts, rank_of, ranks};
use super::terms::Term;
use super::trace::{Accumulator, Sink};
use plumb_chess::board::{
    Bitboard, CastlingRights, Color, PieceKind, between, bishop_attacks, bishop_rays, rook_rays,
};

#[inline(always)]
pub(super) fn rules<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    mobility(facts, us, PieceKind::Knight, Term::KnightMobility, acc);
    mobility(facts, us, PieceKind::Bishop, Term::BishopMobility, acc);
    mobility(facts, us, PieceKind::Rook, Term::RookMobility, acc);
    mobility(facts, us, PieceKind::Queen, Term::QueenMobility, acc);
    minors(facts, us, acc);
    bishops(facts, us, acc);
    rooks(facts, us, acc);
    queens(facts, us, acc);
}

#[inline(always)]
fn mobility<S: Sink>(
    facts: &Facts<'_>,
    us: Color,
    kind: PieceKind,
    term: Term,
    acc: &mut Accumulator<'_, S>,
) {
    for square in facts.pieces(us, kind) {
        let targets = facts.reach[square.index()] & facts.safe_area[us];
        let slot = (targets.count() as usize).min(term.slots().len() - 1);
        acc.one(term, slot, us, square);
    }
}

#[inline(always)]
fn minors<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    let knights = facts.pieces(us, PieceKind::Knight);
    let bishops = facts.pieces(us, PieceKind::Bishop);
    let outposts = ranks(us, 3, 5) & facts.pawns.attacks[us] & !facts.pawns.span[!us];
    acc.at(Term::KnightOutpost, 0, us, knights & outposts);
    acc.at(Term::BishopOutpost, 0, us, bishops & outposts);
    let free = outposts & facts.by(us, PieceKind::Knight) & !facts.position.side(us);
    acc.add_with(Term::OutpostInReach, 0, us, free.any().into(), free);
    let behind = facts.position.kind(PieceKind::Pawn).forward(!us);
    acc.at(Term::MinorBehindPawn, 0, us, (knights | bishops) & behind);
}

#[inline(always)]
fn bishops<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    if facts.pieces(us, PieceKind::Bishop).is_empty() {
        return;
    }
    let pawns = facts.pawns.pawns[us];
    let enemy_pawns = facts.pawns.pawns[!us];
    let blocked = pawns & CENTRAL_FILES & facts.occupied.forward(!us);
    let past = enemy_pawns.forward(us) & ranks(us, 5, 6);
    let shut_in = past.west() & Bitboard::FILE_A | past.east() & Bitboard::FILE_H;
    acc.at(
        Term::TrappedBishop,
        0,
        us,
        shut_in & facts.pieces(us, PieceKind::Bishop),
    );
    for square in facts.pieces(us, PieceKind::Bishop) {
        let color = if square.is_dark() {
            Bitboard::DARK
        } else {
            !Bitboard::DARK
        };
        acc.at(Term::BadBishop, 0, us, pawns & color);
        acc.at(Term::BishopEnemyPawns, 0, us, enemy_pawns & color);
        let burdens = (pawns & color).count() * blocked.count();
        acc.add_with(
            Term::BishopBlockedCentre,
            0,
            us,
            burdens as i32,
            Bitboard::from(square),
        );
        let sight = bishop_attacks(square, facts.position.kind(PieceKind::Pawn));
        acc.at(Term::BishopAimsAtKing, 0, us, sight & facts.king_ring[!us]);
        let long = (sight.with(square) & CENTRE).several();
        acc.add_with(
            Term::LongDiagonal,
            0,
            us,
            long.into(),
            Bitboard::from(square),
        );
    }
}

#[inline(always)]
fn rooks<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    let rooks = facts.pieces(us, PieceKind::Rook);
    if rooks.is_empty() {
        return;
    }
    let without_ours = rooks & !facts.pawns.files[us];
    let with_theirs = facts.pawns.files[!us];
    acc.at(Term::RookOpenFile, 0, us, without_ours & !with_theirs);
    acc.at(Term::RookHalfOpenFile, 0, us, without_ours & with_theirs);

    let queen_files = facts.pieces(!us, PieceKind::Queen).file_fill();
    acc.at(Term::RookOnQueenFile, 0, us, rooks & queen_files);

    let prey = facts.pawns.pawns[!us] & rank_of(us, 6)
        | facts.pieces(!us, PieceKind::King) & rank_of(us, 7);
    if prey.any() {
        acc.at(Term::RookOnSeventh, 0, us, rooks & rank_of(us, 6));
    }

    let king = facts.kings[us];
    let kingside = king.file().index() >= 4;
    let castling_lost = !facts
        .position
        .castling()
        .rights()
        .intersects(CastlingRights::of(us));
    for square in rooks & ranks(us, 0, 1) & !without_ours {
        let beyond = if kingside {
            square.file() > king.file()
        } else {
            square.file() < king.file()
        };
        let targets = facts.reach[square.index()] & facts.safe_area[us];
        if beyond && targets.count() <= 3 {
            acc.one(Term::TrappedRook, castling_lost.into(), us, square);
        }
    }
}

/// A queen that an enemy bishop or rook would see if one piece stepped aside.
#[inline(always)]
fn queens<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    let queens = facts.pieces(us, PieceKind::Queen);
    for queen in queens {
        let snipers = bishop_rays(queen) & facts.pieces(!us, PieceKind::Bishop)
            | rook_rays(queen) & facts.pieces(!us, PieceKind::Rook);
        let exposed = snipers.into_iter().any(|sniper| {
            let screen = between(queen, sniper) & facts.occupied;
            screen.any() && !screen.several()
        });
        let at = Bitboard::from(queen);
        acc.add_with(Term::ExposedQueen, 0, us, exposed.into(), at);
    }
}

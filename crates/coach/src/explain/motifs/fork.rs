//! Forks: one man attacks two or more.

use super::super::material::worth_pawns;
use super::exchange::{exchange, in_order, loose, weight};
use super::line::Line;
use super::motif::Motif;
use super::motif_finding::MotifFinding;
use plumb_chess::board::{Bitboard, PieceKind, Position, Square, piece_attacks};

/// The man who has just moved attacks two or more of: the king, a piece worth more than
/// itself, a piece that it takes safely. Pawns don't count. It did not attack all of them
/// before, it cannot be taken safely itself, and one of them falls.
pub(super) fn fork(line: &Line, index: usize) -> Option<MotifFinding> {
    let actor = line.landing(index)?;
    let after = line.after(index);
    let targets = fork_targets(after, actor);
    if targets.len() < 2 || loose(after, actor) {
        return None;
    }
    let mv = line.get(index)?;
    let earlier = fork_targets(line.before(index), mv.from());
    let new = |target: &&Square| !earlier.contains(target);
    if targets.iter().filter(new).count() == 0 {
        return None;
    }
    // Taken by something else, or in an even trade, he has not won anything by the fork.
    if line.capture_square(index + 1) == Some(actor) {
        let taker = line.get(index + 1)?.from();
        if !targets.contains(&taker) || weight(after, taker) <= weight(after, actor) {
            return None;
        }
    }
    let taken = targets
        .iter()
        .any(|&target| line.taken(index, target).is_some());
    (line.profit >= 1 && taken).then_some(MotifFinding {
        motif: Motif::Fork,
        index,
        actor,
        targets,
        through: None,
    })
}

/// What the man on `from` forks, the most valuable first.
fn fork_targets(position: &Position, from: Square) -> Vec<Square> {
    let Some(piece) = position.piece_on(from) else {
        return Vec::new();
    };
    let (kind, side) = (piece.kind(), piece.color());
    let attacks = piece_attacks(kind, side, from, position.occupied());
    let mut targets: Vec<Square> = in_order(attacks & position.side(!side), side)
        .into_iter()
        .filter(
            |&square| match position.piece_on(square).map(|piece| piece.kind()) {
                None | Some(PieceKind::Pawn) => false,
                Some(PieceKind::King) => true,
                Some(target) => {
                    let answers = piece_attacks(target, !side, square, position.occupied())
                        .has(from)
                        && exchange(position, square, from, Bitboard::EMPTY) >= 0;
                    !answers
                        && !position
                            .shields(side, square, position.occupied())
                            .has(from)
                        && (kind != PieceKind::King && worth_pawns(target) > worth_pawns(kind)
                            || exchange(position, from, square, Bitboard::EMPTY) >= 1)
                }
            },
        )
        .collect();
    targets.sort_by_key(|&square| -weight(position, square));
    targets
}

//! A man is made to go where he should not: deflection and attraction.

use super::super::material::worth_pawns;
use super::exchange::{attacks, exchange};
use super::line::Line;
use super::motif::Motif;
use super::motif_finding::MotifFinding;
use plumb_chess::board::{Bitboard, PieceKind, piece_attacks};

/// The reply, forced or greedy, takes a guard away; the hero then takes, mates or promotes
/// on the square that he guarded.
pub(super) fn deflection(line: &Line, index: usize) -> Option<MotifFinding> {
    let (mv, reply, follow) = (line.get(index)?, line.get(index + 1)?, line.get(index + 2)?);
    if line.profit < 1 {
        return None;
    }
    let (home, square) = (reply.from(), line.landing(index + 2)?);
    let after = line.after(index);
    let forced = after.in_check() || line.captured(index + 1).is_some();
    // A man who takes as much as he is worth is exchanged and lures nobody.
    if line.capture_square(index + 1) == Some(mv.to())
        && line
            .captured(index)
            .is_some_and(|taken| worth_pawns(taken) >= line.mover(index).map_or(0, worth_pawns))
    {
        return None;
    }
    let prize = line.captured(index + 2).map_or(0, worth_pawns);
    let mates = line.mates() && index + 3 == line.len();
    let gains = prize >= 1 || mates || follow.promotes_to().is_some();
    // What stands between is the hero's own man who goes there.
    let guarded = after.piece_on(home).is_some_and(|piece| {
        let occupied = after.occupied().without(follow.from());
        piece_attacks(piece.kind(), piece.color(), home, occupied).has(square)
    });
    // Every mate takes a square from the king: he is not drawn away from guarding it.
    if mates && prize == 0 && line.mover(index + 1)? == PieceKind::King {
        return None;
    }
    let guards_still = attacks(line.before(index + 2), line.landing(index + 1)?).has(square);
    // With the guard at home it would have won nothing.
    let at_home = match follow.from() == mv.to() {
        true => after,
        false => line.before(index),
    };
    let won_before = !mates
        && follow.promotes_to().is_none()
        && exchange(at_home, follow.from(), square, Bitboard::EMPTY) >= 1;
    (forced && gains && guarded && !guards_still && !won_before && square != reply.to()).then(
        || MotifFinding {
            motif: Motif::Deflection,
            index,
            actor: mv.to(),
            targets: vec![home],
            through: Some(square),
        },
    )
}

/// A man is offered; the king, queen or a rook takes him, is attacked there and mated, or
/// taken there or as it takes its attacker. Who falls elsewhere was drawn away from something.
pub(super) fn attraction(line: &Line, index: usize) -> Option<MotifFinding> {
    let (mv, reply) = (line.get(index)?, line.get(index + 1)?);
    if line.profit < 1 || line.capture_square(index + 1) != Some(mv.to()) {
        return None;
    }
    let lured = line.mover(index + 1)?;
    if !matches!(lured, PieceKind::King | PieceKind::Queen | PieceKind::Rook) {
        return None;
    }
    // Where the line ends with the reply nobody is hit.
    line.get(index + 2)?;
    let here = line.after(index + 2);
    let square = reply.to();
    let attacked = match lured {
        PieceKind::King => here.in_check(),
        _ => here
            .attackers_of(square, line.hero, here.occupied())
            .has(line.landing(index + 2)?),
    };
    let won = match lured {
        PieceKind::King => true,
        _ => {
            let hits = line.landing(index + 2)?;
            let falls = line
                .taken(index + 2, square)
                .and_then(|later| line.capture_square(later));
            falls.is_some_and(|falls| falls == square || falls == hits)
                || line.capture_square(index + 2) == Some(square)
        }
    };
    (attacked && won).then(|| MotifFinding {
        motif: Motif::Attraction,
        index,
        actor: mv.to(),
        targets: vec![square],
        through: None,
    })
}

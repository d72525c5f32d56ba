//! Material when the captures are played out: a plain quiescence.
//!
//! It knows material and mate only, so its figures are those that a reader counts on his
//! board. The search's own quiescence knows the evaluation as well and is not asked here.

use super::super::material::{material_pawns, worth_pawns};
use crate::board::{Move, Piece, PieceKind, Position};

/// Mate, in pawns: more than all men together.
pub(super) const MATE: i32 = 1_000;
/// How many plies are played out at most.
const DEPTH: u32 = 12;
/// How many positions are looked at, at most, for one answer.
const POSITIONS: u32 = 3_000;

/// What the side to move has more than the other, in pawns, once both have made the captures
/// and promotions that suit them. In check every evasion is tried.
pub(super) fn settled(position: &Position) -> i32 {
    let mut left = POSITIONS;
    play_out(position, -2 * MATE, 2 * MATE, DEPTH, &mut left)
}

/// What the side not to move has more than the other, in pawns, after whichever reply is best
/// for the side to move, the captures played out from there. What is threatened counts,
/// if no single move meets it.
pub(super) fn after_any_reply(position: &Position) -> i32 {
    position
        .legal_moves()
        .into_iter()
        .map(|reply| settled(&position.play(reply)))
        .min()
        .unwrap_or(match position.in_check() {
            true => MATE,
            false => 0,
        })
}

fn play_out(position: &Position, mut alpha: i32, beta: i32, depth: u32, left: &mut u32) -> i32 {
    let standing = material_pawns(position, position.turn());
    if depth == 0 || *left == 0 {
        return standing;
    }
    *left -= 1;
    let mut moves: Vec<(i32, Move)> = Vec::new();
    let mut best = standing;
    if position.in_check() {
        let legal = position.legal_moves();
        if legal.is_empty() {
            return -MATE;
        }
        best = -2 * MATE;
        moves.extend(legal.into_iter().map(|mv| (promise(position, mv), mv)));
    } else {
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let mut noisy = crate::board::MoveList::new();
        position.generate_noisy(&mut noisy);
        let kept = noisy.into_iter().filter(|&mv| position.see_at_least(mv, 0));
        moves.extend(kept.map(|mv| (promise(position, mv), mv)));
    }
    moves.sort_by_key(|&(promise, _)| -promise);
    for (_, mv) in moves {
        let score = -play_out(&position.play(mv), -beta, -alpha, depth - 1, left);
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// What is tried first: the greatest prize, taken by the least man.
fn promise(position: &Position, mv: Move) -> i32 {
    let mover = position
        .piece_on(mv.from())
        .map_or(PieceKind::King, Piece::kind);
    10 * position.captured_by(mv).map_or(0, worth_pawns)
        + mv.promotes_to().map_or(0, |kind| 10 * worth_pawns(kind))
        - mover.index() as i32
}

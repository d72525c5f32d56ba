//! Captures played out: who has how much once nothing is left to take at a profit.
//!
//! A quiescence search on material alone. The side to move may let things be, take,
//! or promote to a queen; in check every move counts. So a sentence that says what a
//! line wins does not stop in the middle of an exchange, and a motif pays what a reader
//! counts on his board. The search's own quiescence knows the evaluation as well and is
//! not asked here. Start with `settlement`.

use std::cmp::Reverse;

use super::material::{material_pawns, worth_pawns};
use plumb_chess::board::{Move, MoveList, Piece, PieceKind, Position};

/// Positions looked at before it is given up: sentences have to be ready at once.
const NODES: u32 = 20_000;
/// Deeper captures than this many plies are not looked at.
const PLIES: u32 = 24;
/// Mate, in pawns: more than all men together.
pub(super) const MATE_PAWNS: i32 = 1_000;

/// The captures and promotions that follow where both sides go for material; no moves
/// in a quiet position. Nothing where there are too many to tell, or where they end in mate,
/// which is no matter of material.
pub fn settlement(position: &Position) -> Option<Vec<Move>> {
    let mut search = MaterialSearch { nodes: 0 };
    let mut line = Vec::new();
    let balance = search.balance(position, &mut line);
    (search.nodes < NODES && balance.abs() < MATE_PAWNS / 2).then_some(line)
}

/// What the side to move has more than the other, in pawns, once these captures and
/// promotions are made; close to [`MATE_PAWNS`] or its negative where they end in mate.
pub(super) fn settled_pawns(position: &Position) -> i32 {
    MaterialSearch { nodes: 0 }.balance(position, &mut Vec::new())
}

/// What the side not to move has more than the other, in pawns, after whichever reply is best
/// for the side to move, the captures played out from there. What is threatened counts,
/// if no single move meets it.
pub(super) fn settled_after_any_reply(position: &Position) -> i32 {
    let replies = position.legal_moves().into_iter();
    let settled = replies.map(|reply| settled_pawns(&position.play(reply)));
    settled.min().unwrap_or(match position.in_check() {
        true => MATE_PAWNS,
        false => 0,
    })
}

struct MaterialSearch {
    nodes: u32,
}

impl MaterialSearch {
    /// The balance for the side to move, in pawns; `line` becomes the way there.
    fn balance(&mut self, position: &Position, line: &mut Vec<Move>) -> i32 {
        self.run(position, -2 * MATE_PAWNS, 2 * MATE_PAWNS, 0, line)
    }

    /// The same within bounds.
    fn run(
        &mut self,
        position: &Position,
        mut alpha: i32,
        beta: i32,
        ply: u32,
        line: &mut Vec<Move>,
    ) -> i32 {
        line.clear();
        self.nodes += 1;
        let stand = material_pawns(position, position.turn());
        if self.nodes >= NODES || ply >= PLIES {
            return stand;
        }
        let in_check = position.in_check();
        let mut best = if in_check {
            ply as i32 - MATE_PAWNS
        } else {
            stand
        };
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let mut below = Vec::new();
        for mv in moves(position, in_check) {
            let next = position.play(mv);
            // The other side may let things be, so this cannot give more.
            if !in_check && !next.in_check() && stand + gain(position, mv) <= alpha {
                continue;
            }
            let value = -self.run(&next, -beta, -alpha, ply + 1, &mut below);
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    line.clear();
                    line.push(mv);
                    line.append(&mut below);
                }
                if value >= beta {
                    break;
                }
            }
        }
        best
    }
}

fn gain(position: &Position, mv: Move) -> i32 {
    let taken = position.captured_by(mv);
    let promoted = mv
        .promotes_to()
        .map_or(0, |kind| worth_pawns(kind) - worth_pawns(PieceKind::Pawn));
    taken.map_or(0, worth_pawns) + promoted
}

/// The largest gains with the smallest men first. The order is the same with colours
/// exchanged, so that sentences are.
fn moves(position: &Position, in_check: bool) -> Vec<Move> {
    let mut list = MoveList::new();
    if in_check {
        list = position.legal_moves();
    } else {
        position.generate_noisy(&mut list);
    }
    let mut moves: Vec<Move> = list.into_iter().collect();
    let turn = position.turn();
    moves.sort_by_key(|&mv| {
        let kind = position.piece_on(mv.from()).map(Piece::kind);
        let [from, to] = [mv.from(), mv.to()].map(|square| square.relative_to(turn).index());
        let becomes = mv.promotes_to().map(PieceKind::index);
        (Reverse(gain(position, mv)), kind, from, to, becomes)
    });
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::notation::{parse_fen, to_san_line};

    fn settled(fen: &str) -> (String, i32) {
        let position = parse_fen(fen).unwrap();
        let line = settlement(&position).unwrap();
        let mut end = position.clone();
        for &mv in &line {
            end = end.play(mv);
        }
        (
            to_san_line(&position, &line),
            material_pawns(&end, position.turn()),
        )
    }

    #[test]
    fn exchanges_are_played_to_their_end() {
        // A guarded pawn is no prize for a rook; a loose one is.
        assert_eq!(
            settled("4k3/3p4/4p3/8/4R3/8/8/4K3 w - - 0 1"),
            (String::new(), 3)
        );
        assert_eq!(
            settled("4k3/8/4p3/8/4R3/8/8/4K3 w - - 0 1"),
            ("1. Rxe6+ Kd8".to_owned(), 5)
        );
        // Promotion counts.
        assert_eq!(
            settled("8/P6k/8/8/8/8/8/K7 w - - 0 1"),
            ("1. a8=Q".to_owned(), 9)
        );
    }

    #[test]
    fn captures_that_end_in_mate_settle_nothing() {
        let position = parse_fen("6rk/5Npp/8/8/8/q7/8/4K3 b - - 0 1").unwrap();
        assert_eq!(settlement(&position), None);
    }

    #[test]
    fn a_check_is_answered_before_anything_is_taken() {
        // The rook is loose, but White is in check from the queen and has to interpose.
        let (line, _) = settled("4k3/8/8/8/4q3/8/8/r3K1N1 w - - 0 1");
        assert!(!line.is_empty(), "{line}");
    }
}

//! The place of a move in a network's answer.
//!
//! lc0's policies by convolution have 73 planes (80 with those that round up), from the view of
//! the side to move, and a move's square is the one it comes from: 8 directions of 7 steps as a
//! queen moves, clockwise from north, 8 knight's moves, then promotions to rook, bishop and queen
//! by direction. A promotion to a knight is the plain move.

use plumb_chess::board::{Move, PieceKind, Position, Square};

/// Planes of a network's answer in its file.
pub(super) const POLICY_PLANES: usize = 80;

/// Steps by file and rank of the queen's planes.
const QUEEN: [(i32, i32); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];
const KNIGHT: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// Place of a move in a network's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveIndex {
    pub plane: usize,
    /// 0 for a1 to 63 for h8, from the view of the side to move.
    pub square: usize,
}

/// Places of a legal move in a network's answer. Castling from the usual squares has two: the king
/// onto the rook, which Maia's networks learned, and the king to its target. In other positions of
/// Chess960 it has only the first, since the king's target can be an ordinary move.
pub(super) fn move_indices(position: &Position, mv: Move) -> (MoveIndex, Option<MoveIndex>) {
    let side = position.turn();
    let (from, to) = (mv.from().relative_to(side), mv.to().relative_to(side));
    let index = |to: Square| MoveIndex {
        plane: plane(from, to, mv.promotes_to()),
        square: from.index(),
    };
    let other = match (mv.is_castling(), from.index(), to.index()) {
        (true, 4, 7) => Some(index(Square::new(6))),
        (true, 4, 0) => Some(index(Square::new(2))),
        _ => None,
    };
    (index(to), other)
}

fn plane(from: Square, to: Square, promotion: Option<PieceKind>) -> usize {
    let files = to.file().index() as i32 - from.file().index() as i32;
    let ranks = to.rank().index() as i32 - from.rank().index() as i32;
    let promotion = match promotion {
        Some(PieceKind::Rook) => Some(0),
        Some(PieceKind::Bishop) => Some(1),
        Some(PieceKind::Queen) => Some(2),
        _ => None,
    };
    if let Some(piece) = promotion {
        return 64 + 3 * (files + 1) as usize + piece;
    }
    if let Some(knight) = KNIGHT.iter().position(|step| *step == (files, ranks)) {
        return 56 + knight;
    }
    let step = (files.signum(), ranks.signum());
    // A legal move is a knight's or a queen's, so the direction is always found.
    let direction = QUEEN.iter().position(|queen| *queen == step).unwrap_or(0);
    7 * direction + from.distance(to).max(1) - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::notation::{parse_fen, parse_move};
    use std::collections::HashSet;

    fn planes(fen: &str, text: &str) -> (usize, usize, Option<usize>) {
        let position = parse_fen(fen).unwrap();
        let mv = parse_move(&position, text).unwrap();
        let (index, other) = move_indices(&position, mv);
        (index.plane, index.square, other.map(|other| other.plane))
    }

    #[test]
    fn moves_have_the_planes_of_lc0() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(planes(start, "e2e4"), (1, 12, None));
        assert_eq!(planes(start, "g1f3"), (56 + 7, 6, None));
        let black = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
        assert_eq!(planes(black, "e7e5"), (1, 12, None));
        assert_eq!(planes(black, "b8c6"), (56, 1, None));
    }

    #[test]
    fn a_promotion_to_a_knight_is_the_plain_move() {
        let white = "1n5k/P7/8/8/8/8/8/7K w - - 0 1";
        for (text, plane) in [
            ("a8=N", 0),
            ("a8=R", 64 + 3),
            ("a8=B", 64 + 4),
            ("a8=Q", 64 + 5),
            ("axb8=N", 7),
            ("axb8=Q", 64 + 8),
        ] {
            assert_eq!(planes(white, text), (plane, 48, None), "{text}");
        }
        let black = "7k/8/8/8/8/8/1p6/R6K b - - 0 1";
        assert_eq!(planes(black, "bxa1=R"), (64, 49, None));
    }

    #[test]
    fn castling_is_the_king_onto_the_rook() {
        let usual = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_eq!(planes(usual, "O-O"), (14 + 2, 4, Some(14 + 1)));
        assert_eq!(planes(usual, "O-O-O"), (42 + 3, 4, Some(42 + 1)));
        let black = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
        assert_eq!(planes(black, "O-O"), (14 + 2, 4, Some(14 + 1)));
        // The king's move to g1 is no castling here.
        let chess960 = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
        assert_eq!(planes(chess960, "O-O"), (14 + 1, 5, None));
        assert_eq!(planes(chess960, "Kg1"), (14, 5, None));
    }

    #[test]
    fn no_two_moves_of_a_position_share_a_place() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/P1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/1PPBBPPP/R3K2R w KQkq - 0 1",
            "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
            "1k6/8/8/8/6K1/8/1p3ppp/RNBN4 b - - 0 1",
        ] {
            let position = parse_fen(fen).unwrap();
            let mut places = HashSet::new();
            for &mv in &position.legal_moves() {
                let (index, other) = move_indices(&position, mv);
                for index in [Some(index), other].into_iter().flatten() {
                    assert!(index.plane < 73 && index.square < 64);
                    assert!(places.insert((index.plane, index.square)), "{mv:?}");
                }
            }
        }
    }
}

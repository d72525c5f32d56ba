//! Legal moves by number: few bytes for what a position and a small number say together.

use arrayvec::ArrayVec;

use super::uci_move::{CastlingStyle, parse_uci_move, to_uci_move};
use crate::board::{MAX_MOVES, Move, Position, Square};

/// The legal moves of a position in the order of their coordinates, castling as the king
/// taking his own rook: an order that does not depend on how moves are generated, so that
/// numbers in files stay what they mean.
pub struct NumberedMoves<'p> {
    position: &'p Position,
    /// Each with what it is sorted by.
    moves: ArrayVec<(u32, Move), MAX_MOVES>,
}

impl NumberedMoves<'_> {
    /// Those of a position.
    pub fn of(position: &Position) -> NumberedMoves<'_> {
        let legal = position.legal_moves();
        let mut moves: ArrayVec<_, MAX_MOVES> = legal.iter().map(|&mv| (rank_of(mv), mv)).collect();
        moves.sort_unstable_by_key(|&(rank, _)| rank);
        NumberedMoves { position, moves }
    }

    /// How many moves are legal.
    pub fn count(&self) -> usize {
        self.moves.len()
    }

    /// The move with a number, from 0; none where there are not so many.
    pub fn get(&self, number: usize) -> Option<Move> {
        self.moves.get(number).map(|&(_, mv)| mv)
    }

    /// The same in coordinates.
    pub fn coordinates(&self, number: usize) -> Option<String> {
        let mv = self.get(number)?;
        Some(to_uci_move(self.position, mv, CastlingStyle::Chess960))
    }

    /// The number of a move in coordinates; none where it is not legal.
    pub fn number_of(&self, coordinates: &str) -> Option<usize> {
        let mv = parse_uci_move(self.position, coordinates)?;
        let found = self
            .moves
            .binary_search_by_key(&rank_of(mv), |&(rank, _)| rank);
        // A king's two squares are not how castling is written here.
        found
            .ok()
            .filter(|_| to_uci_move(self.position, mv, CastlingStyle::Chess960) == coordinates)
    }
}

/// Compares as the texts of moves do: file and rank of both squares, then the letter
/// of the piece that a pawn becomes.
fn rank_of(mv: Move) -> u32 {
    let square = |square: Square| (square.file().index() << 3 | square.rank().index()) as u32;
    let letter = mv.promotes_to().map_or(0, |kind| kind.to_char() as u32);
    (square(mv.from()) << 6 | square(mv.to())) << 8 | letter
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_fen;

    /// Usual moves, castling on both sides, promotions with and without capture, en passant,
    /// and a king beside his rook in Chess960.
    const POSITIONS: [&str; 6] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
        "1n5k/P6P/8/8/8/8/8/K7 w - - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
    ];

    #[test]
    fn moves_stand_in_the_order_of_their_texts() {
        for fen in POSITIONS {
            let position = parse_fen(fen).unwrap();
            let moves = NumberedMoves::of(&position);
            let legal = position.legal_moves();
            let mut texts: Vec<String> = legal
                .iter()
                .map(|&mv| to_uci_move(&position, mv, CastlingStyle::Chess960))
                .collect();
            texts.sort_unstable();
            assert_eq!(moves.count(), texts.len());
            for (number, text) in texts.iter().enumerate() {
                assert_eq!(moves.coordinates(number).as_ref(), Some(text), "{fen}");
                assert_eq!(moves.number_of(text), Some(number), "{fen} {text}");
            }
            assert_eq!(moves.get(texts.len()), None);
        }
    }

    #[test]
    fn what_is_not_legal_has_no_number() {
        let position = parse_fen(POSITIONS[1]).unwrap();
        let moves = NumberedMoves::of(&position);
        for text in ["e1g1", "e1e3", "a7a8q", "", "e1"] {
            assert_eq!(moves.number_of(text), None, "{text}");
        }
        assert!(moves.number_of("e1h1").is_some());
    }
}

//! A line of moves as books print it: `12. Nf3 Nc6 13. Bb5`.

use super::san::to_san;
use crate::board::{Color, Move, Position};

/// The moves of a line from a position in SAN, with the numbers of White's moves
/// and of the first one. Nothing for no moves.
pub fn to_san_line(position: &Position, moves: &[Move]) -> String {
    let mut position = position.clone();
    let mut words = Vec::with_capacity(moves.len());
    for (index, &mv) in moves.iter().enumerate() {
        let number = position.fullmove_number();
        let san = to_san(&position, mv);
        words.push(match (position.turn(), index) {
            (Color::White, _) => format!("{number}. {san}"),
            (Color::Black, 0) => format!("{number}... {san}"),
            (Color::Black, _) => san,
        });
        position = position.play(mv);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{parse_fen, parse_move};

    fn line(fen: &str, moves: &str) -> String {
        let start = parse_fen(fen).unwrap();
        let mut position = start.clone();
        let mut line = Vec::new();
        for text in moves.split_whitespace() {
            let mv = parse_move(&position, text).unwrap();
            position = position.play(mv);
            line.push(mv);
        }
        to_san_line(&start, &line)
    }

    #[test]
    fn numbers_stand_before_whites_moves_and_the_first() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(line(START, "e2e4 e7e5 g1f3"), "1. e4 e5 2. Nf3");
        let black = "6k1/5ppp/8/8/8/8/1r3PPP/6K1 b - - 0 40";
        assert_eq!(line(black, "g7g6 g1f1"), "40... g6 41. Kf1");
        assert_eq!(line(black, ""), "");
    }
}

//! Positions and lines of moves as pages have them; `position.js` reads them.

use serde_json::{Value, json};

use plumb_chess::board::{Color, Move, Position};
use plumb_chess::notation::{FenStyle, to_fen, to_san};

/// Which man stands where: the first field of a FEN.
pub fn placement(position: &Position) -> String {
    let fen = to_fen(position, FenStyle::XFen);
    fen.split(' ').next().unwrap_or_default().to_owned()
}

/// A move in one word: the square that it comes from and its SAN, `g1Nf3`; castling has the
/// rook's square behind the king's, `e1h1O-O`. So a page plays it without knowing the rules.
pub fn move_word(position: &Position, mv: Move) -> String {
    let (from, san) = (mv.from(), to_san(position, mv));
    match mv.is_castling() {
        true => format!("{from}{}{san}", mv.to()),
        false => format!("{from}{san}"),
    }
}

/// The words of legal moves that follow each other, a blank between them.
pub fn move_words(start: &Position, moves: &[Move]) -> String {
    let mut position = start.clone();
    let mut words = Vec::with_capacity(moves.len());
    for &mv in moves {
        words.push(move_word(&position, mv));
        position = position.play(mv);
    }
    words.join(" ")
}

/// A line: where it begins, the number of its first move, whether that is White's, and the
/// words of its moves.
pub fn line_view(start: &Position, words: &str) -> Value {
    json!({
        "board": placement(start),
        "n": start.fullmove_number(),
        "w": start.turn() == Color::White,
        "moves": words,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::notation::{parse_fen, parse_san};

    #[test]
    fn a_word_says_where_its_men_come_from() {
        let fen = "r3k2r/P7/8/3pP3/8/8/8/R3K2R w KQkq d6 0 12";
        let position = parse_fen(fen).unwrap();
        let word = |san| move_word(&position, parse_san(&position, san).unwrap());
        let words = ["O-O", "O-O-O", "exd6", "Kd2"].map(word);
        assert_eq!(words, ["e1h1O-O", "e1a1O-O-O", "e5exd6", "e1Kd2"]);
        let line = line_view(&position, &word("O-O"));
        assert_eq!(
            line,
            json!({ "board": "r3k2r/P7/8/3pP3/8/8/8/R3K2R", "n": 12, "w": true, "moves": "e1h1O-O" })
        );
    }
}

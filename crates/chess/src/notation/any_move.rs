//! Moves as people and programs type them, in whichever notation.

use crate::board::{Move, Position};

use super::san_error::SanError;
use super::san_read::parse_san;
use super::uci_move::parse_uci_move;

/// Reads a legal move written as coordinates (`e2e4`, `e1g1`, `e1h1`) or else
/// as SAN. Coordinates come first: `b1c3` is never a pawn's move. A move number before it
/// (`1.e4`, `12... Nf6`) says nothing.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, SanError> {
    let text = without_number(text.trim());
    match parse_uci_move(position, text) {
        Some(mv) => Ok(mv),
        None => parse_san(position, text),
    }
}

/// The text behind a number and its dots; all of it where there are none.
fn without_number(text: &str) -> &str {
    let behind = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_dot = |letter: char| matches!(letter, '.' | '\u{2026}');
    let mv = behind.trim_start_matches(is_dot);
    let is_number = behind.len() < text.len() && mv.len() < behind.len();
    if is_number { mv.trim_start() } else { text }
}

/// Whether a word is a move number with its dots (`1.`, `12...`) and no move.
pub fn is_move_number(word: &str) -> bool {
    !word.is_empty() && without_number(word).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_number_before_a_move_says_nothing() {
        let start = Position::start();
        let e4 = parse_move(&start, "e2e4").unwrap();
        for text in [
            "1.e4",
            "1. e4",
            "1.e2e4",
            "1...e4",
            "12\u{2026}e4",
            " 1.\u{a0}e4 ",
            "e4",
        ] {
            assert_eq!(parse_move(&start, text).as_ref(), Ok(&e4), "{text}");
        }
        for text in ["1e4", "1", "1.", ".e4", "1.1.e4", ""] {
            assert!(parse_move(&start, text).is_err(), "{text}");
        }
        let words = ["1.", "12...", "1.e4", "1", "0-0", ""];
        assert_eq!(
            words.map(is_move_number),
            [true, true, false, false, false, false]
        );
    }

    #[test]
    fn small_letters_and_figurines_are_pieces() {
        let start = Position::start();
        let knight = parse_move(&start, "g1f3").unwrap();
        for text in ["Nf3", "nf3", "\u{2658}f3", "\u{265e}f3"] {
            assert_eq!(parse_move(&start, text).as_ref(), Ok(&knight), "{text}");
        }
        let error = parse_move(&start, "N\u{a0}f3").unwrap_err().to_string();
        assert!(error.contains("'N f3'"), "{error}");
    }
}

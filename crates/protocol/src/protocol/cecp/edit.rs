//! The lines between `edit` and `.`. They look like nothing else in the protocol
//! (`c` and `.` mean something different there), so they have a type of their own.

use std::fmt;

use crate::protocol::error::ParseError;
use crate::protocol::words::Words;

/// One line of edit mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditLine {
    /// `#`: empty the board.
    Clear,
    /// `c`: the pieces that follow have the other colour; they are White's at first.
    SwitchColor,
    /// `Pa2`: put a piece of the current colour on a square.
    Place {
        /// The piece: one of `P N B R Q K`.
        piece: char,
        /// The square: `a1` to `h8`.
        square: String,
    },
    /// `xa2`: empty a square.
    Remove {
        /// The square: `a1` to `h8`.
        square: String,
    },
    /// `.`: leave edit mode.
    Leave,
}

impl EditLine {
    /// Reads one line of edit mode; `None` if it is blank.
    pub fn parse(line: &str) -> Result<Option<Self>, ParseError> {
        const EXPECTED: &str = "#, c, a piece and its square such as Pa2, or .";
        let Some(word) = Words::new(line).next() else {
            return Ok(None);
        };
        let edit = match word.as_bytes() {
            b"#" => EditLine::Clear,
            b"c" | b"C" => EditLine::SwitchColor,
            b"." => EditLine::Leave,
            [piece, file, rank] if is_square(*file, *rank) => {
                let square: String = [*file, *rank]
                    .iter()
                    .map(|&b| char::from(b.to_ascii_lowercase()))
                    .collect();
                match piece.to_ascii_uppercase() {
                    b'X' => EditLine::Remove { square },
                    piece if b"PNBRQK".contains(&piece) => EditLine::Place {
                        piece: char::from(piece),
                        square,
                    },
                    _ => return Err(ParseError::bad_argument("edit", word, EXPECTED)),
                }
            }
            _ => return Err(ParseError::bad_argument("edit", word, EXPECTED)),
        };
        Ok(Some(edit))
    }
}

fn is_square(file: u8, rank: u8) -> bool {
    matches!(file, b'a'..=b'h' | b'A'..=b'H') && matches!(rank, b'1'..=b'8')
}

impl fmt::Display for EditLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditLine::Clear => f.write_str("#"),
            EditLine::SwitchColor => f.write_str("c"),
            EditLine::Place { piece, square } => write!(f, "{piece}{square}"),
            EditLine::Remove { square } => write!(f, "x{square}"),
            EditLine::Leave => f.write_str("."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> EditLine {
        EditLine::parse(line).unwrap().unwrap()
    }

    #[test]
    fn each_line_is_read_and_rendered() {
        for line in ["#", "c", "Pa2", "Kh8", "xa2", "."] {
            assert_eq!(parse(line).to_string(), line);
        }
        assert_eq!(parse(" qD4 \r").to_string(), "Qd4");
        assert_eq!(EditLine::parse("  "), Ok(None));
    }

    #[test]
    fn anything_else_is_named() {
        for line in ["Pa9", "Pi2", "Za2", "P", "éa", "quit", "Pa22"] {
            assert!(EditLine::parse(line).is_err(), "{line}");
        }
        assert_eq!(
            EditLine::parse("Pa9").unwrap_err().to_string(),
            "edit: expected #, c, a piece and its square such as Pa2, or ., found 'Pa9'"
        );
    }
}

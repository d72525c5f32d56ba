//! Why a line of EPD cannot be read.

use std::fmt;

use crate::board::MAX_PERFT_DEPTH;

use super::fen::FenError;
use super::san_error::SanError;

/// Why a line of EPD cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum EpdError {
    /// The position's four (or six) fields.
    Fen(FenError),
    /// A quotation mark is never closed.
    OpenQuote,
    /// Something stands where the name of an operation should.
    Opcode(String),
    /// `bm` or `am` names no legal move, or more than one.
    Move {
        opcode: String,
        text: String,
        error: SanError,
    },
    /// An operation that needs a number has none, or something else.
    Number { opcode: String, text: String },
    /// A perft of more plies than can be counted.
    PerftDepth(String),
    /// The line has more bytes than this.
    TooLong(usize),
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EpdError::Fen(error) => error.fmt(f),
            EpdError::OpenQuote => f.write_str("a quotation mark is not closed"),
            EpdError::Opcode(text) => write!(
                f,
                "'{}' stands where an operation such as bm or id was expected",
                text.escape_debug()
            ),
            EpdError::Move {
                opcode,
                text,
                error,
            } => write!(f, "{opcode} {}: {error}", text.escape_debug()),
            EpdError::PerftDepth(opcode) => write!(
                f,
                "{opcode}: expected a depth of at most {MAX_PERFT_DEPTH} plies"
            ),
            EpdError::TooLong(longest) => {
                write!(f, "the line is too long, expected at most {longest} bytes")
            }
            EpdError::Number { opcode, text } if text.is_empty() => {
                write!(f, "{opcode} needs a number")
            }
            EpdError::Number { opcode, text } => {
                write!(
                    f,
                    "{opcode} is '{}', expected a number",
                    text.escape_debug()
                )
            }
        }
    }
}

impl std::error::Error for EpdError {}

impl From<FenError> for EpdError {
    fn from(error: FenError) -> EpdError {
        EpdError::Fen(error)
    }
}

/// An `EpdError` and where in the file it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpdLineError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: EpdError,
}

impl fmt::Display for EpdLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.error)
    }
}

impl std::error::Error for EpdLineError {}

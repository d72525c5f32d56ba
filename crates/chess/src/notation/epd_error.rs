//! Why a line of EPD cannot be read.

use crate::board::MAX_PERFT_DEPTH;

use super::fen::FenError;
use super::san_error::SanError;

/// Why a line of EPD cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum EpdError {
    /// The position's four (or six) fields.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A quotation mark is never closed.
    #[error("a quotation mark is not closed")]
    OpenQuote,
    /// Something stands where the name of an operation should.
    #[error("'{}' stands where an operation such as bm or id was expected", .0.escape_debug())]
    Opcode(String),
    /// `bm` or `am` names no legal move, or more than one.
    #[error("{opcode} {}: {error}", .text.escape_debug())]
    Move {
        opcode: String,
        text: String,
        error: SanError,
    },
    /// An operation that needs a number has none, or something else.
    #[error("{}", no_number(opcode, text))]
    Number { opcode: String, text: String },
    /// A perft of more plies than can be counted.
    #[error("{0}: expected a depth of at most {MAX_PERFT_DEPTH} plies")]
    PerftDepth(String),
    /// The line has more bytes than this.
    #[error("the line is too long, expected at most {0} bytes")]
    TooLong(usize),
}

fn no_number(opcode: &str, text: &str) -> String {
    match text {
        "" => format!("{opcode} needs a number"),
        _ => format!("{opcode} is '{}', expected a number", text.escape_debug()),
    }
}

/// An `EpdError` and where in the file it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct EpdLineError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: EpdError,
}

//! Moves as people and programs type them, in whichever notation.

use crate::board::{Move, Position};

use super::san_error::SanError;
use super::san_read::parse_san;
use super::uci_move::parse_uci_move;

/// Reads a legal move written as coordinates (`e2e4`, `e1g1`, `e1h1`) or else
/// as SAN. Coordinates come first: `b1c3` is never a pawn's move.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, SanError> {
    match parse_uci_move(position, text.trim()) {
        Some(mv) => Ok(mv),
        None => parse_san(position, text),
    }
}

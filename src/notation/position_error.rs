//! Why a position is not legal, in one line.

use std::fmt;

use crate::board::PositionError;
use crate::wording::{say, text};

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let on = |key, square: &dyn fmt::Display| say(key, &[("square", &square.to_string())]);
        let so_many = |key, count: &u32| say(key, &[("count", &count.to_string())]);
        f.write_str(&match self {
            PositionError::Kings(side, count) => so_many(
                side.fold("position.white_kings", "position.black_kings"),
                count,
            ),
            PositionError::PawnOnBackRank(square) => on("position.pawn", square),
            PositionError::TooManyPieces(side) => {
                text(side.fold("position.white_pieces", "position.black_pieces")).to_owned()
            }
            PositionError::OpponentInCheck(side) => {
                text(side.fold("position.white_in_check", "position.black_in_check")).to_owned()
            }
            PositionError::TooManyCheckers(count) => so_many("position.checkers", count),
            PositionError::CastlingRook(square) => on("position.castling", square),
            PositionError::EnPassant(square) => on("position.en_passant", square),
        })
    }
}

impl std::error::Error for PositionError {}

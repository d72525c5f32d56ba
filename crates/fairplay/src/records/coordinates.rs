//! Moves as records write them: coordinates, as UCI has them, castling as the king
//! moving onto his own rook.

use plumb_chess::board::{Game, Move, Position};
use plumb_chess::notation::{CastlingStyle, parse_uci_move, to_san, to_uci_move};

/// A move on the board of `game` as it stands in records.
pub(crate) fn coordinates(game: &Game, mv: Move) -> String {
    to_uci_move(game.position(), mv, CastlingStyle::Chess960)
}

/// A move of a record as people write it, where it can be.
pub(crate) fn san_of(position: Option<&Position>, mv: &str) -> String {
    let found = position.and_then(|position| Some(to_san(position, parse_uci_move(position, mv)?)));
    found.unwrap_or_else(|| mv.to_owned())
}

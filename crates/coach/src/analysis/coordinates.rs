//! The moves of an assessment's JSON and of its lines of text, in coordinates.

use plumb_chess::board::{Game, Move};
use plumb_chess::notation::{CastlingStyle, to_uci_move};

/// The moves of a line as coordinates, played out from a position.
pub(super) fn line(game: &Game, moves: &[Move], style: CastlingStyle) -> Vec<String> {
    let mut position = game.position().clone();
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        texts.push(to_uci_move(&position, mv, style));
        position = position.play(mv);
    }
    texts
}

//! What makes two games the same game, and what positions a game has.

use sha2::{Digest, Sha256};

use crate::board::Position;
use crate::fairplay::SourceGame;
use crate::notation::{CastlingStyle, to_uci_move};

/// A number for the whole game: where it starts and every move. Who played it,
/// and when, is not in it.
pub(super) fn game_hash(game: &SourceGame) -> u64 {
    let mut hash = Sha256::new();
    hash.update(game.start.key().to_be_bytes());
    let mut position = game.start.clone();
    for ply in &game.plies {
        match ply.mv {
            Some(mv) => {
                hash.update(to_uci_move(&position, mv, CastlingStyle::Chess960));
                position = position.play(mv);
            }
            None => {
                hash.update("0000");
                position = position.play_null();
            }
        }
        hash.update(" ");
    }
    let digest: [u8; 32] = hash.finalize().into();
    let [a, b, c, d, e, f, g, h, ..] = digest;
    u64::from_be_bytes([a, b, c, d, e, f, g, h])
}

/// The positions after the first plies of a game, up to a null move: what comes
/// after one has not been played.
pub(super) fn positions(game: &SourceGame, plies: usize) -> impl Iterator<Item = Position> {
    let moves = game.plies.iter().take(plies).map_while(|ply| ply.mv);
    moves.scan(game.start.clone(), |position, mv| {
        *position = position.play(mv);
        Some(position.clone())
    })
}

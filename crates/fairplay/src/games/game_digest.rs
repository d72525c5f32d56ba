//! What makes two games the same where collections overlap.

use sha2::{Digest, Sha256};

use super::game::SourceGame;
use super::spellings::folded_name;
use plumb_chess::board::Color;
use plumb_chess::notation::{FenStyle, to_fen};

/// SHA-256 of a game's players, in lower case, its start and its moves.
pub fn game_digest(game: &SourceGame) -> [u8; 32] {
    let mut hash = Sha256::new();
    for side in [Color::White, Color::Black] {
        let name = game.player(side).unwrap_or_default();
        hash.update(folded_name(name).as_bytes());
        hash.update([0]);
    }
    hash.update(to_fen(&game.start, FenStyle::default()).as_bytes());
    for ply in &game.plies {
        let squares = ply.mv.map(|mv| (mv.from(), mv.to(), mv.promotes_to()));
        hash.update(format!("{squares:?}").as_bytes());
    }
    hash.finalize().into()
}

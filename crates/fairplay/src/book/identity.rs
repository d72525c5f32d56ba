//! What makes two games the same game, and what positions a game has.

use sha2::{Digest, Sha256};

use crate::games::SourceGame;
use plumb_chess::board::{Bitboard, Color, PieceKind, Position, Rank, Square, Wing};
use plumb_chess::notation::{CastlingStyle, to_uci_move};
use plumb_support::partition::{GameKeys, event_key, player_key, short_key};
use plumb_support::random::mixed;

/// A number for the position: the same where the first four fields of the FEN
/// are.
///
/// The board's own key has castling rights by their wings alone. That says
/// everything as long as the right is the outermost rook's; in Chess960 it may be
/// another's, whose square is then part of the number.
pub(super) fn key(position: &Position) -> u64 {
    let mut key = position.key();
    for side in Color::ALL {
        let back = Bitboard::from_rank(Rank::FIRST.relative_to(side));
        let rooks = position.pieces(side, PieceKind::Rook) & back;
        for wing in Wing::ALL {
            let Some(rook) = position.castling().rook(side, wing) else {
                continue;
            };
            let is_further_out = |other: Square| match wing {
                Wing::King => other.file() > rook.file(),
                Wing::Queen => other.file() < rook.file(),
            };
            if rooks.into_iter().any(is_further_out) {
                key ^= mixed(rook.index() as u64);
            }
        }
    }
    key
}

/// By what a partition knows a game's players, its event and its moves; nothing where it is
/// not known who played.
pub fn game_keys(game: &SourceGame) -> Option<GameKeys> {
    let player = |side| game.player(side).map(player_key);
    Some(GameKeys {
        players: [player(Color::White)?, player(Color::Black)?],
        event: event_of(game),
        moves: moves_key(game),
    })
}

/// By what a partition knows a game's event; nothing where it has no name.
pub fn event_of(game: &SourceGame) -> Option<u64> {
    let [event, site] = ["Event", "Site"].map(|name| game.tag(name).unwrap_or(""));
    event_key(event, site, &game.date().to_string())
}

/// By what a partition knows a game's moves.
pub fn moves_key(game: &SourceGame) -> u64 {
    short_key(game_hash(game))
}

/// A number for the whole game: where it starts and every move. Who played it,
/// and when, is not in it.
pub(crate) fn game_hash(game: &SourceGame) -> u64 {
    let mut hash = Sha256::new();
    hash.update(key(&game.start).to_be_bytes());
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

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::notation::parse_fen;

    #[test]
    fn equal_keys_mean_equal_fields_of_the_fen() {
        // The same men and the same wings, but another rook.
        let groups: [&[&str]; 4] = [
            &["KQkq", "HQkq", "KAkq", "KQhq", "HAha"],
            &["GQkq"],
            &["KQgq", "KAgq"],
            &["GAga", "GQgq"],
        ];
        let keys = groups.map(|group| {
            let fen = |rights| format!("r3k1rr/8/8/8/8/8/8/R3K1RR w {rights} - 0 1");
            let mut keys = group.iter().map(|r| key(&parse_fen(&fen(r)).unwrap()));
            let first = keys.next().unwrap();
            assert!(keys.all(|key| key == first), "{group:?}");
            first
        });
        let different: std::collections::BTreeSet<u64> = keys.into_iter().collect();
        assert_eq!(different.len(), groups.len());
        // The board's own key cannot tell: this is why there is another.
        let [outer, inner] = ["KQkq", "GQkq"].map(|rights| {
            let fen = format!("r3k1rr/8/8/8/8/8/8/R3K1RR w {rights} - 0 1");
            parse_fen(&fen).unwrap().key()
        });
        assert_eq!(outer, inner);
        assert_eq!(key(&Position::start()), Position::start().key());
    }
}

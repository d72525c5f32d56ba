//! What a record is found by in the file of a run.

use sha2::{Digest, Sha256};

use super::stamp::Stamp;
use plumb_chess::board::{Game, Move};
use plumb_chess::notation::{CastlingStyle, FenStyle, to_fen, to_uci_move};

/// What a record is found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RecordKey(pub(super) [u8; 16]);

impl RecordKey {
    /// The key of the move `played` on the board of `game`, judged with `stamp`.
    pub fn new(game: &Game, played: Move, stamp: &Stamp) -> RecordKey {
        let position = game.position();
        // The last field counts moves from the start, which nothing depends on.
        let fen = to_fen(position, FenStyle::default());
        let fen = fen.rsplit_once(' ').map_or(fen.as_str(), |(rest, _)| rest);
        let mut hash = Sha256::new();
        for text in [
            stamp.engine.as_str(),
            &stamp.version,
            &stamp.settings,
            fen,
            &to_uci_move(position, played, CastlingStyle::Chess960),
        ] {
            hash.update(text.as_bytes());
            hash.update([0]);
        }
        // Where a position may come back from.
        let clock = position.halfmove_clock() as usize;
        for ply in game.ply().saturating_sub(clock)..game.ply() {
            if let Some(earlier) = game.position_at(ply) {
                hash.update(earlier.key().to_le_bytes());
            }
        }
        let digest = hash.finalize();
        let mut key = [0; 16];
        key.copy_from_slice(&digest[..16]);
        RecordKey(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::notation::{parse_fen, parse_uci_move};

    fn stamp() -> Stamp {
        Stamp {
            engine: "e".to_owned(),
            version: "1".to_owned(),
            settings: "s".to_owned(),
        }
    }

    fn played(moves: &[&str]) -> Game {
        let mut game = Game::new(parse_fen("4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1").unwrap());
        for text in moves {
            game.play(parse_uci_move(game.position(), text).unwrap());
        }
        game
    }

    #[test]
    fn a_key_knows_what_could_be_repeated_and_nothing_else() {
        let key = |moves: &[&str], mv: &str| {
            let game = played(moves);
            let mv = parse_uci_move(game.position(), mv).unwrap();
            RecordKey::new(&game, mv, &stamp())
        };
        let shuffle = ["h1h2", "e8e7", "h2h1", "e7e8"];
        let other = ["h1h2", "e8d8", "h2h1", "d8e8"];
        assert_eq!(key(&shuffle, "a1a2"), key(&shuffle, "a1a2"));
        assert_ne!(key(&shuffle, "a1a2"), key(&shuffle, "a1a3"));
        assert_ne!(key(&shuffle, "a1a2"), key(&[], "a1a2"));
        assert_ne!(
            key(&shuffle, "a1a2"),
            key(&other, "a1a2"),
            "another history"
        );
        // A pawn move ends the history.
        let after = |start: [&'static str; 4]| [start.as_slice(), &["e2e4", "e8e7"]].concat();
        assert_eq!(key(&after(shuffle), "a1a2"), key(&after(other), "a1a2"));
        let mut changed = stamp();
        changed.settings.push('2');
        let game = played(&[]);
        let mv = parse_uci_move(game.position(), "a1a2").unwrap();
        assert_ne!(
            RecordKey::new(&game, mv, &stamp()),
            RecordKey::new(&game, mv, &changed)
        );
    }
}

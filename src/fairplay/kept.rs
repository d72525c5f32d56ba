//! Games and record keys as they stand in a run's file.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::game::{Ply, SourceGame};
use super::judge::Stamp;
use crate::board::{Color, Game, Move};
use crate::notation::{CastlingStyle, FenStyle, parse_fen, parse_uci_move, to_fen, to_uci_move};

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

/// What a game is known by where collections overlap: its players, its start and
/// its moves. Nothing without a name or without a move.
pub(super) fn game_key(game: &SourceGame) -> Option<[u8; 16]> {
    let names = [Color::White, Color::Black].map(|side| game.player(side));
    if game.plies.is_empty() || names.iter().all(Option::is_none) {
        return None;
    }
    let mut hash = Sha256::new();
    for name in names {
        hash.update(name.unwrap_or_default().trim().to_lowercase().as_bytes());
        hash.update([0]);
    }
    hash.update(to_fen(&game.start, FenStyle::default()).as_bytes());
    for ply in &game.plies {
        let squares = ply.mv.map(|mv| (mv.from(), mv.to(), mv.promotes_to()));
        hash.update(format!("{squares:?}").as_bytes());
    }
    let digest = hash.finalize();
    let mut key = [0; 16];
    key.copy_from_slice(&digest[..16]);
    Some(key)
}

/// A game as it is kept.
#[derive(Serialize, Deserialize)]
pub(super) struct Kept {
    tags: Vec<(String, String)>,
    start: String,
    /// Coordinates, `0000` for a null move.
    moves: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    clock_ms: Vec<Option<u64>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    spent_ms: Vec<Option<u64>>,
}

impl Kept {
    pub(super) fn of(game: &SourceGame) -> Kept {
        let mut position = game.start.clone();
        let mut moves = Vec::with_capacity(game.plies.len());
        for ply in &game.plies {
            match ply.mv {
                Some(mv) => {
                    moves.push(to_uci_move(&position, mv, CastlingStyle::Chess960));
                    position = position.play(mv);
                }
                None => {
                    moves.push("0000".to_owned());
                    position = position.play_null();
                }
            }
        }
        let times = |of: fn(&Ply) -> Option<u64>| {
            let all: Vec<_> = game.plies.iter().map(of).collect();
            if all.iter().any(Option::is_some) {
                all
            } else {
                Vec::new()
            }
        };
        Kept {
            tags: game.tags.clone(),
            start: to_fen(&game.start, FenStyle::default()),
            moves,
            clock_ms: times(|ply| ply.clock_ms),
            spent_ms: times(|ply| ply.spent_ms),
        }
    }

    pub(super) fn game(self, file: String, number: usize, line: u64) -> Result<SourceGame, String> {
        let start = parse_fen(&self.start).map_err(|error| error.to_string())?;
        let mut position = start.clone();
        let mut plies = Vec::with_capacity(self.moves.len());
        for (index, text) in self.moves.iter().enumerate() {
            let mv = match text.as_str() {
                "0000" => None,
                text => Some(
                    parse_uci_move(&position, text)
                        .ok_or_else(|| format!("'{text}' is not legal at ply {index}"))?,
                ),
            };
            position = match mv {
                Some(mv) => position.play(mv),
                None => position.play_null(),
            };
            plies.push(Ply {
                mv,
                clock_ms: self.clock_ms.get(index).copied().flatten(),
                spent_ms: self.spent_ms.get(index).copied().flatten(),
            });
        }
        Ok(SourceGame {
            file,
            number,
            line,
            tags: self.tags,
            start,
            plies,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn a_kept_game_is_the_game() {
        let text = "[White \"A\"]\n\n1. e4 {[%clk 0:10]} e5 2. -- Nf6 3. O-O-O *\n";
        assert!(
            super::super::source::games("f", text.as_bytes())
                .next()
                .unwrap()
                .is_err()
        );
        let text = "[White \"A\"]\n\n1. e4 {[%clk 0:10]} e5 2. -- Nf6 {[%emt 3]} *\n";
        let game = super::super::source::games("f", text.as_bytes())
            .next()
            .unwrap()
            .unwrap();
        let json = serde_json::to_string(&Kept::of(&game)).unwrap();
        let kept: Kept = serde_json::from_str(&json).unwrap();
        assert_eq!(kept.game("f".to_owned(), 1, 1).unwrap(), game);
    }
}

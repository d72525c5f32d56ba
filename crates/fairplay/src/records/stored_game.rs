//! A game as it stands in the file of a run, and what it is known by where
//! collections overlap.

use serde::{Deserialize, Serialize};

use crate::games::{ClockForm, Ply, SourceGame, game_digest, is_somebody};
use plumb_chess::board::Color;
use plumb_chess::notation::{
    CastlingStyle, FenStyle, parse_fen, parse_uci_move, to_fen, to_uci_move,
};
use plumb_support::wording::say;

/// What a game is known by where collections overlap: its players, its start and
/// its moves. Nothing without a name or without a move.
pub(super) fn game_key(game: &SourceGame) -> Option<[u8; 16]> {
    let names = [Color::White, Color::Black].map(|side| game.player(side));
    if game.plies.is_empty() || names.iter().all(Option::is_none) {
        return None;
    }
    let digest = game_digest(game);
    let mut key = [0; 16];
    key.copy_from_slice(&digest[..16]);
    Some(key)
}

/// A game as it is stored.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredGame {
    tags: Vec<(String, String)>,
    start: String,
    /// Coordinates, `0000` for a null move.
    moves: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    clock_ms: Vec<Option<u64>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    spent_ms: Vec<Option<u64>>,
    #[serde(default, skip_serializing_if = "is_default")]
    clock_form: ClockForm,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// The players' names in a stored game, as it spells them; none of a damaged one.
pub(super) fn written_names(sealed: &str) -> Vec<String> {
    #[derive(Deserialize)]
    struct Tags {
        tags: Vec<(String, String)>,
    }
    let text = sealed.split_once(' ').map_or("", |(_, text)| text);
    let Ok(Tags { tags }) = serde_json::from_str(text) else {
        return Vec::new();
    };
    let named = |wanted: &str| tags.iter().find(|(tag, _)| tag == wanted);
    ["White", "Black"]
        .into_iter()
        .filter_map(|side| named(side).map(|(_, name)| name.clone()))
        .filter(|name| !matches!(name.as_str(), "" | "?") && is_somebody(name))
        .collect()
}

fn is_default(form: &ClockForm) -> bool {
    *form == ClockForm::default()
}

impl StoredGame {
    pub(super) fn of(game: &SourceGame) -> StoredGame {
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
        StoredGame {
            tags: game.tags.clone(),
            start: to_fen(&game.start, FenStyle::default()),
            moves,
            clock_ms: times(|ply| ply.clock_ms),
            spent_ms: times(|ply| ply.spent_ms),
            clock_form: game.clock_form,
            notes: game.notes.clone(),
        }
    }

    pub(super) fn game(self, file: String, number: usize, line: u64) -> Result<SourceGame, String> {
        let start = parse_fen(&self.start).map_err(|error| error.to_string())?;
        let mut position = start.clone();
        let mut plies = Vec::with_capacity(self.moves.len());
        for (index, text) in self.moves.iter().enumerate() {
            let mv = match text.as_str() {
                "0000" => None,
                text => Some(parse_uci_move(&position, text).ok_or_else(|| {
                    let ply = index.to_string();
                    say!(run_file.illegal, r#move = text, ply)
                })?),
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
            shown_names: [None, None],
            file,
            number,
            line,
            tags: self.tags,
            start,
            plies,
            clock_form: self.clock_form,
            notes: self.notes,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_game_is_the_game() {
        let text = "[White \"A\"]\n\n1. e4 {[%clk 0:10]} e5 2. -- Nf6 3. O-O-O *\n";
        assert!(
            crate::games::games("f", text.as_bytes())
                .next()
                .unwrap()
                .is_err()
        );
        let text = "[White \"A\"]\n\n1. e4 {[%clk 0:10]} e5 2. -- Nf6 {[%emt 3]} *\n";
        let game = crate::games::games("f", text.as_bytes())
            .next()
            .unwrap()
            .unwrap();
        let json = serde_json::to_string(&StoredGame::of(&game)).unwrap();
        let stored: StoredGame = serde_json::from_str(&json).unwrap();
        assert_eq!(stored.game("f".to_owned(), 1, 1).unwrap(), game);
    }
}

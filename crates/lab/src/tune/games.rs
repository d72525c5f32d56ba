//! Which games may judge an evaluation: none whose positions it was tuned on.
//!
//! A game from a collection is put into a part by its moves (`game_part`). A
//! game of the tuning sets, which come without players and results, is known
//! by one of its positions: `data/tuned_games.txt` lists the key of the
//! twentieth listed position of each, or of the last if there are fewer, by
//! which time few games are still alike. A reader of PGN asks `TunedGames`
//! about every position of a game.

use std::collections::HashSet;
use std::path::Path;

use super::dataset::{self, LabelledPosition};
use super::error::DataError;
use super::split::{Part, Rule};
use plumb_chess::board::{Move, Position};
use plumb_chess::notation::{CastlingStyle, FenStyle, to_epd, to_uci_move};

/// FNV-1a, 64 bits (Fowler, Noll and Vo).
fn fnv1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes
        .into_iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
}

/// What a game from a collection may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamePart {
    /// To judge evaluations: half of all games.
    Judge,
    /// To tune on.
    Tune,
    /// To validate while tuning.
    Validation,
}

/// The key of a game: FNV-1a of its moves in coordinates as UCI writes them
/// (castling as the king's own step, `e1g1`), with single blanks between them.
pub fn game_key(start: &Position, moves: &[Move]) -> u64 {
    let mut position = start.clone();
    let mut text = String::new();
    for &mv in moves {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&to_uci_move(&position, mv, CastlingStyle::Standard));
        position = position.play(mv);
    }
    fnv1a(text.into_bytes())
}

/// The part of the game with this key: by the remainder of a division by ten,
/// 0 to 4 judge, 5 to 8 tune, 9 validates.
pub fn game_part(key: u64) -> GamePart {
    match key % 10 {
        0..=4 => GamePart::Judge,
        5..=8 => GamePart::Tune,
        _ => GamePart::Validation,
    }
}

/// The key of a position: FNV-1a of the first four fields of its FEN, with an
/// en-passant square only where a capture is legal.
pub fn position_key(position: &Position) -> u64 {
    fnv1a(to_epd(position, FenStyle::XFen).into_bytes())
}

/// The number, in a game's listed positions, of the one that stands for it.
const TELLING: usize = 20;

/// The keys of a file's games that tuning reads, one each, in the file's order.
pub fn tuned_game_keys(path: &Path, rule: &Rule) -> Result<Vec<u64>, DataError> {
    let mut keys = Vec::new();
    let mut current: Option<(u32, usize)> = None;
    for labelled in dataset::read(path)? {
        let labelled: LabelledPosition = labelled?;
        if rule.part(&labelled) == Part::Measure {
            continue;
        }
        let number = match current {
            Some((group, number)) if group == labelled.group => number + 1,
            _ => 1,
        };
        current = Some((labelled.group, number));
        if number > TELLING {
            continue;
        }
        if number > 1 {
            keys.pop();
        }
        keys.push(position_key(&labelled.position));
    }
    Ok(keys)
}

/// The games whose positions the evaluation was tuned or validated on.
#[derive(Clone, Debug, Default)]
pub struct TunedGames {
    keys: HashSet<u64>,
}

impl TunedGames {
    /// Those of the public sets.
    pub fn embedded() -> Result<TunedGames, DataError> {
        TunedGames::from_text(include_str!("../../data/tuned_games.txt"))
    }

    /// Reads keys of sixteen hexadecimal digits, one a line; `#` begins a
    /// comment.
    pub fn from_text(text: &str) -> Result<TunedGames, DataError> {
        let mut keys = HashSet::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let key = u64::from_str_radix(line, 16).map_err(|_| {
                let number = index + 1;
                DataError::Split(format!(
                    "tuned_games.txt:{number}: '{line}', expected sixteen hexadecimal digits"
                ))
            })?;
            keys.insert(key);
        }
        Ok(TunedGames { keys })
    }

    /// How many games are known.
    pub fn count(&self) -> usize {
        self.keys.len()
    }

    /// Whether a game with this position was tuned on: ask about every
    /// position of the game.
    pub fn has(&self, position: &Position) -> bool {
        self.keys.contains(&position_key(position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::notation::parse_uci_move;

    #[test]
    fn keys_can_be_checked_elsewhere() {
        // The published test value of FNV-1a for "foobar".
        assert_eq!(fnv1a(*b"foobar"), 0x8594_4171_f739_67e8);
        let start = Position::start();
        let epd = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        assert_eq!(position_key(&start), fnv1a(*epd));
        let mut moves = Vec::new();
        let mut position = start.clone();
        let text = "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8";
        for word in text.split(' ') {
            let mv = parse_uci_move(&position, word).expect("a legal move");
            moves.push(mv);
            position = position.play(mv);
        }
        let key = game_key(&start, &moves);
        assert_eq!(key, fnv1a(text.bytes()));
        assert_eq!(game_part(key - key % 10 + 4), GamePart::Judge);
        assert_eq!(game_part(key - key % 10 + 5), GamePart::Tune);
        assert_eq!(game_part(key - key % 10 + 9), GamePart::Validation);
    }

    #[test]
    fn wrong_keys_are_named() {
        let games = TunedGames::from_text("# head\n00000000000000ff # a game\n\n1\n");
        assert_eq!(games.expect("two keys").count(), 2);
        let error = TunedGames::from_text("# head\nnonsense\n").expect_err("no key");
        assert!(error.to_string().contains("tuned_games.txt:2: 'nonsense'"));
    }
}

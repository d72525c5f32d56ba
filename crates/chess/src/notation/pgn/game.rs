//! A game as PGN has it: what reading gives and what writing takes.

use super::result::GameResult;
use crate::board::{Move, Position};

/// A game: tags in order, then moves, each with a comment.
#[derive(Clone, Debug, PartialEq)]
pub struct PgnGame {
    /// Names and values, the Seven Tag Roster first by custom.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Position,
    /// The moves of the main line and what is said about each.
    pub moves: Vec<PgnMove>,
    /// What stands after the moves: `1-0`, `0-1`, `1/2-1/2` or `*`; empty where
    /// a file has nothing there.
    pub result: String,
    /// To be said after the last move; empty for nothing. Reading makes it part
    /// of what is said about the last move.
    pub ending: String,
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnMove {
    /// The move; none for a null move, written `--`.
    pub mv: Option<Move>,
    /// Numeric annotation glyphs after it, to be written; reading skips them.
    pub nags: Vec<u8>,
    /// What is said about it, each comment on a line of its own; empty for nothing.
    pub comment: String,
    /// What could have been played instead, to be written; reading skips it.
    pub variations: Vec<PgnVariation>,
}

/// Moves that could have been played instead of one of the game, from the position before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnVariation {
    /// The moves, legal one after the other.
    pub moves: Vec<Move>,
    /// What is said about the last of them; empty for nothing.
    pub comment: String,
}

impl PgnMove {
    /// A move with a comment and no glyphs.
    pub fn new(mv: Move, comment: impl Into<String>) -> PgnMove {
        PgnMove {
            mv: Some(mv),
            nags: Vec::new(),
            comment: comment.into(),
            variations: Vec::new(),
        }
    }
}

/// A rating as files have it, in Elo; nothing where it is none that any list gives.
pub fn parse_rating(text: &str) -> Option<u16> {
    let rating: u16 = text.trim().parse().ok()?;
    (100..=4_000).contains(&rating).then_some(rating)
}

impl PgnGame {
    /// The value of a tag; nothing if it is missing, empty or `?`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let (_, value) = self.tags.iter().find(|(tag, _)| tag == name)?;
        Some(value.as_str()).filter(|value| !value.is_empty() && *value != "?")
    }

    /// How it ended: the `Result` tag, or else what stands after the moves; none
    /// where it was not finished, or both say different things.
    pub fn outcome(&self) -> Option<GameResult> {
        let after_moves = GameResult::parse(&self.result);
        match self.tag("Result") {
            Some(tag) if self.result.is_empty() || tag == self.result => GameResult::parse(tag),
            Some(_) => None,
            None => after_moves,
        }
    }

    /// The moves, null moves left out.
    pub fn played(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves.iter().filter_map(|ply| ply.mv)
    }
}

//! A game's result and its comment, `1-0 {White mates}`, which both sides send.

use std::fmt;

use crate::protocol::words::{OneLine, Words};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: no result.
    Unknown,
}

impl GameResult {
    /// The result that `word` spells.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        match word {
            "1-0" => Some(GameResult::WhiteWins),
            "0-1" => Some(GameResult::BlackWins),
            "1/2-1/2" => Some(GameResult::Draw),
            "*" => Some(GameResult::Unknown),
            _ => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        })
    }
}

/// Reads a result and what follows; anything but a result is an unknown one.
pub(super) fn parse_result(text: &str) -> (GameResult, String) {
    let mut words = Words::new(text);
    let result = words.next().and_then(GameResult::from_word);
    let comment = words.rest();
    let comment = comment.strip_prefix('{').unwrap_or(comment);
    let comment = comment.strip_suffix('}').unwrap_or(comment);
    (
        result.unwrap_or(GameResult::Unknown),
        comment.trim().to_owned(),
    )
}

/// Writes a blank and the comment in braces, or nothing if there is none.
pub(super) fn write_comment(f: &mut fmt::Formatter<'_>, comment: &str) -> fmt::Result {
    if comment.is_empty() {
        return Ok(());
    }
    write!(f, " {{{}}}", OneLine(comment))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_come_with_and_without_braces() {
        let draw = |comment: &str| (GameResult::Draw, comment.to_owned());
        assert_eq!(parse_result("1/2-1/2 {Stalemate}"), draw("Stalemate"));
        assert_eq!(parse_result("1/2-1/2 { by {x} rule }"), draw("by {x} rule"));
        assert_eq!(parse_result("1/2-1/2 agreed"), draw("agreed"));
        assert_eq!(parse_result("1/2-1/2"), draw(""));
    }

    #[test]
    fn anything_else_is_unknown() {
        assert_eq!(parse_result("won").0, GameResult::Unknown);
        assert_eq!(parse_result("").0, GameResult::Unknown);
    }
}

//! How a game ended, as PGN says it.

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum GameResult {
    WhiteWins,
    Draw,
    BlackWins,
}

impl GameResult {
    /// From `1-0`, `0-1` or `1/2-1/2`; nothing from `*` and anything else.
    pub fn parse(text: &str) -> Option<GameResult> {
        match text {
            "1-0" => Some(GameResult::WhiteWins),
            "0-1" => Some(GameResult::BlackWins),
            "1/2-1/2" => Some(GameResult::Draw),
            _ => None,
        }
    }

    /// A result as PGN writes it; `*` where there is none.
    pub fn text(result: Option<GameResult>) -> &'static str {
        match result {
            Some(GameResult::WhiteWins) => "1-0",
            Some(GameResult::Draw) => "1/2-1/2",
            Some(GameResult::BlackWins) => "0-1",
            None => "*",
        }
    }
}

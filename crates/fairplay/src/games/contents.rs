//! What a text turned out to have, as it is read.

use plumb_chess::notation::pgn::PgnProblem;

/// Whether there were games, games that could not be read, and what is none.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextContents {
    games: bool,
    broken_games: bool,
    prose: bool,
}

impl TextContents {
    /// Takes note of what was read.
    pub fn note<G>(&mut self, found: &Result<G, PgnProblem>) {
        match found {
            Ok(_) => self.games = true,
            Err(problem) if problem.is_no_game => self.prose = true,
            Err(_) => self.broken_games = true,
        }
    }

    /// Whether it is a text of games, read or not: among prose, what looks like a broken
    /// game is prose, too.
    pub fn has_games(&self) -> bool {
        self.games || self.broken_games && !self.prose
    }

    /// Whether something in it is no game.
    pub fn has_prose(&self) -> bool {
        self.prose
    }
}

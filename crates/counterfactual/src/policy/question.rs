//! What a policy is asked, and what can be wrong with it.

use plumb_chess::board::{Game, Move};
use plumb_support::wording::{say, text};

/// A position in which somebody chooses.
#[derive(Clone, Copy)]
pub struct PolicyQuestion<'a> {
    /// The game up to there, from its start: whoever looks at earlier moves finds them here.
    pub game: &'a Game,
    /// The legal moves, never none.
    pub legal: &'a [Move],
    /// The rating of who chooses, in Elo, as the policy counts it.
    pub rating: f64,
    /// His opponent's.
    pub opponent_rating: f64,
}

/// How much of what was played before a policy looks at: answers are remembered by that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum History {
    /// The position alone.
    Position,
    /// The position, the last move of either side, and whether the opponent's captured.
    LastMoves,
    /// All moves since the game's start.
    Game,
}

/// How likely people play which move.
pub trait Policy: Send {
    /// What it is called, with all that its answers depend on: `model`, `uci lc0`.
    fn name(&self) -> String;

    /// What its answers depend on.
    fn history(&self) -> History;

    /// Moves with their chances, in any order. Moves may be missing, and chances need not sum to
    /// one; [`shares_of_legal_moves`](super::shares_of_legal_moves) makes shares of them.
    fn chances(&mut self, question: &PolicyQuestion<'_>) -> Result<Vec<(Move, f64)>, PolicyError>;

    /// Returns the policy for another thread; `None` if it exists only once, as an engine's process
    /// does.
    fn for_another_thread(&self) -> Option<Box<dyn Policy>> {
        None
    }
}

/// Why a policy has no answer that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    /// It said nothing of any move.
    #[error("{}", text!(policy.no_moves))]
    NoMoves,
    /// A chance that is no number from 0 on: the move in coordinates, and what was said.
    #[error("{}", say!(policy.no_chance, r#move = .0, chance = .1))]
    NotAChance(String, String),
    /// A move that is not legal, as it was written, and the position.
    #[error("{}", say!(policy.illegal, r#move = .0, fen = .1))]
    IllegalMove(String, String),
    /// Its program, engine or file failed, in one line.
    #[error("{}", say!(policy.failed, reason = .0))]
    Failed(String),
    /// Somebody asked to stop.
    #[error("{}", text!(tree.stopped))]
    Stopped,
}

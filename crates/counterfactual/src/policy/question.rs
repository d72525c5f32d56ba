//! What a policy is asked, and what can be wrong with it.

use std::fmt;

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
}

/// Why a policy has no answer that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PolicyError {
    /// It said nothing of any move.
    NoMoves,
    /// A chance that is no number from 0 on: the move in coordinates, and what was said.
    NotAChance(String, String),
    /// A move that is not legal, as it was written, and the position.
    IllegalMove(String, String),
    /// Its program, engine or file failed, in one line.
    Failed(String),
    /// Somebody asked to stop.
    Stopped,
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PolicyError::NoMoves => f.write_str(text("policy.no_moves")),
            PolicyError::NotAChance(mv, chance) => f.write_str(&say(
                "policy.no_chance",
                &[("move", mv), ("chance", chance)],
            )),
            PolicyError::IllegalMove(mv, fen) => {
                f.write_str(&say("policy.illegal", &[("move", mv), ("fen", fen)]))
            }
            PolicyError::Failed(reason) => {
                f.write_str(&say("policy.failed", &[("reason", reason)]))
            }
            PolicyError::Stopped => f.write_str(text("tree.stopped")),
        }
    }
}

impl std::error::Error for PolicyError {}

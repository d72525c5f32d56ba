//! What searches say of a position and a move in it: all that sentences are made from.

use plumb_chess::board::{Move, Outcome, Position};
use plumb_engine::choice::HumanModel;
use plumb_engine::search::Score;

/// How far the searches of an explanation go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplainSettings {
    /// Nodes of all searches together.
    pub nodes: u64,
    /// Megabytes of the transposition table.
    pub hash_mb: usize,
}

/// Nodes if nothing else is said.
pub const EXPLAIN_NODES: u64 = 200_000;

impl Default for ExplainSettings {
    fn default() -> ExplainSettings {
        ExplainSettings {
            nodes: EXPLAIN_NODES,
            hash_mb: 4,
        }
    }
}

/// What people of a rating would play: the model, and the rating over the board at long
/// time controls.
#[derive(Clone, Copy, Debug)]
pub struct People<'a> {
    /// The model.
    pub model: &'a HumanModel,
    /// In Elo.
    pub elo: u16,
}

/// What a finished iteration of a search said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Its depth, in plies, counted from the position before the move.
    pub depth: u32,
    /// The move it chose.
    pub mv: Move,
    /// Its score, from the side of the player who moves.
    pub score: Score,
}

/// A move with what a search said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchedMove {
    /// The move.
    pub mv: Move,
    /// Its score, from the side of the player who moves.
    pub score: Score,
    /// The principal variation, which begins with it.
    pub line: Vec<Move>,
    /// What each iteration said, in order; none where the move ends the game.
    pub looks: Vec<Look>,
    /// After so many plies of the line the side to move is in zugzwang: the first time
    /// that this was found, where it was looked for.
    pub zugzwang: Option<usize>,
}

/// Why a move comes to mind.
#[derive(Clone, Debug, PartialEq)]
pub enum NaturalReason {
    /// It is the first choice at these depths, of 1 to 4 plies.
    ShallowChoice(Vec<u32>),
    /// It is what most people of a rating would play.
    Likeliest {
        /// The rating, in Elo.
        elo: u16,
        /// How often they would, 0 to 1.
        share: f64,
    },
}

/// The move that comes to mind, if it isn't the best.
#[derive(Clone, Debug, PartialEq)]
pub struct NaturalMove {
    /// The move, and what a deeper search says of it.
    pub searched: SearchedMove,
    /// Why it comes to mind.
    pub reason: NaturalReason,
}

/// What searches say about a position and a move in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// The position.
    pub position: Position,
    /// The move that led to it and the position before that, where that is known.
    pub before: Option<(Position, Move)>,
    /// How the game has ended, if the rules end it.
    pub outcome: Option<Outcome>,
    /// The move that was asked about.
    pub asked: Option<Move>,
    /// The first choice; none where there is no move, or the searches were stopped before
    /// one was found.
    pub best: Option<SearchedMove>,
    /// The move that was asked about, where it isn't the first choice.
    pub played: Option<SearchedMove>,
    /// The best of all other moves than the first choice.
    pub second: Option<SearchedMove>,
    /// What the other side would do if the player passed; none in check.
    pub threat: Option<SearchedMove>,
    /// The move that comes to mind, where it isn't the first choice.
    pub natural: Option<NaturalMove>,
    /// Nodes of all searches together.
    pub nodes: u64,
    /// It was stopped, and some of this is missing or less deep.
    pub is_stopped: bool,
}

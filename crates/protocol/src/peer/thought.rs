//! What an engine answers when it is its turn.

use std::time::{Duration, Instant};

use super::lines::Info;
use super::search_budget::SearchBudget;
use crate::protocol::GameResult;

/// An engine's answer to `go`, with how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// What it did.
    pub answer: Answer,
    /// The reply it expects, as it wrote it (UCI only).
    pub ponder: Option<String>,
    /// Its last exact line, with the nodes and time of the whole search.
    pub info: Option<Info>,
    /// The first move of its last line, exact or not, as it wrote it.
    pub choice: Option<String>,
    /// From the moment its clock was started to the arrival of its answer.
    pub elapsed: Duration,
    /// It offers a draw with this move, or accepts one.
    pub offers_draw: bool,
    /// It had to be told to move, `patience` being over.
    pub was_stopped: bool,
}

/// What an engine does with its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It plays this move, as it wrote it; it may be illegal.
    /// [`parse_move`](plumb_chess::notation::parse_move) reads every form.
    Move(String),
    /// It says that there is no move to play.
    NoMove,
    /// It gives up the game.
    Resign,
    /// It accepts the draw that [`offer_draw`](super::Player::offer_draw) told
    /// it of.
    AcceptDraw,
    /// It says that the game is over (CECP only).
    Claim {
        /// How it says the game ended.
        result: GameResult,
        /// Why, in its own words; it may be empty.
        comment: String,
    },
}

impl Thought {
    /// The move, if it plays one.
    pub fn mv(&self) -> Option<&str> {
        match &self.answer {
            Answer::Move(text) => Some(text),
            _ => None,
        }
    }
}

/// How long to wait for a thought.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wait {
    /// When the engine's clock began to run.
    pub(super) since: Instant,
    /// How long before it is told to move.
    pub(super) patience: Duration,
    /// Told to move when it says that it has searched many more positions.
    pub(super) nodes: Option<u64>,
    /// Told to move when it says that it searches deeper.
    pub(super) depth: Option<u32>,
}

impl Wait {
    pub(super) fn new(since: Instant, patience: Duration, limits: &SearchBudget) -> Self {
        Wait {
            since,
            patience,
            nodes: limits.nodes,
            depth: limits.depth,
        }
    }

    /// Whether there is a limit to be held against what the engine shows.
    pub(super) fn watches_thinking(&self) -> bool {
        self.nodes.is_some() || self.depth.is_some()
    }

    /// Whether the engine is so far above a limit that it cannot know it: many
    /// know no limit on nodes, Phalanx none on depth.
    pub(super) fn is_over(&self, nodes: u64, depth: Option<u32>) -> bool {
        self.nodes
            .is_some_and(|limit| nodes > limit.saturating_mul(2).saturating_add(20_000))
            || self
                .depth
                .zip(depth)
                .is_some_and(|(limit, depth)| depth > limit)
    }

    /// The end of the patience.
    pub(super) fn deadline(&self) -> Instant {
        after(self.since, self.patience)
    }
}

/// `instant` plus `duration`, which may be absurdly long.
pub(super) fn after(instant: Instant, duration: Duration) -> Instant {
    const YEAR: Duration = Duration::from_secs(365 * 86_400);
    instant + duration.min(YEAR)
}

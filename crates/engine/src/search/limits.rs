//! When a search has to end.

use plumb_chess::board::Move;

use super::score::MAX_PLY;

/// What time there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Clock {
    /// As much as is wanted.
    #[default]
    Unlimited,
    /// So many milliseconds for this move, all of which may be used.
    MoveTime(i64),
    /// A game clock.
    Game {
        /// Milliseconds left; zero or less when the flag has all but fallen.
        remaining_ms: i64,
        /// Milliseconds gained with each move.
        increment_ms: i64,
        /// Moves until more time is added; none in sudden death.
        moves_to_go: Option<u32>,
    },
}

/// All limits of one search; the first to be reached ends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Last iteration, in plies.
    pub depth: Option<u32>,
    /// Nodes, all threads together.
    pub nodes: Option<u64>,
    /// A mate in this many moves is enough.
    pub mate: Option<u32>,
    /// Time.
    pub clock: Clock,
    /// Milliseconds that getting the move across may cost.
    pub overhead_ms: i64,
    /// Milliseconds that this move may take at most, whatever the clock allows.
    pub longest_ms: Option<i64>,
    /// Measure time in nodes: so many count as one second.
    pub nodes_per_second: Option<u64>,
    /// The clock does not run until `ponderhit`.
    pub ponder: bool,
    /// Only these moves are considered; all when empty.
    pub search_moves: Vec<Move>,
    /// How many of the best moves are wanted.
    pub multi_pv: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: None,
            nodes: None,
            mate: None,
            clock: Clock::Unlimited,
            overhead_ms: 0,
            longest_ms: None,
            nodes_per_second: None,
            ponder: false,
            search_moves: Vec::new(),
            multi_pv: 1,
        }
    }
}

impl Limits {
    /// No limit but the depth, in plies.
    pub fn depth(depth: u32) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// No limit but the number of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// The last iteration, in plies; the search ends by itself after it.
    pub fn last_depth(&self) -> u32 {
        self.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1)
    }

    /// Whether the nodes end a search that has searched so many, all threads
    /// together.
    pub fn are_nodes_spent(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|limit| nodes >= limit)
    }

    /// Whether a search within these limits and one within `other` visit the same nodes until
    /// one of them ends, as far as limits can tell: neither depends on a clock or looks for a
    /// mate, and both have the same root moves and number of lines. See `prefix.rs`.
    pub(super) fn is_comparable_with(&self, other: &Limits) -> bool {
        let is_repeatable = |limits: &Limits| {
            limits.clock == Clock::Unlimited && limits.longest_ms.is_none() && limits.mate.is_none()
        };
        is_repeatable(self)
            && is_repeatable(other)
            && self.multi_pv == other.multi_pv
            && self.search_moves == other.search_moves
    }
}

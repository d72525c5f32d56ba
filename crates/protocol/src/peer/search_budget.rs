//! How much thinking a player is given for a move.

use std::time::Duration;

use plumb_chess::board::Color;

/// How much thinking a move is worth. SearchBudget add up: the first one reached
/// ends the search. Without any the engine thinks until its patience is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchBudget {
    /// Both clocks.
    pub clocks: Option<Clocks>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Positions to search. A UCI engine that does not know such a limit is
    /// stopped when it says that it has searched twice as many; a CECP engine
    /// without `nps` cannot be given it alone.
    pub nodes: Option<u64>,
    /// Plies to search. An engine that does not know such a limit is stopped
    /// when it says that it searches deeper.
    pub depth: Option<u32>,
    /// Moves in which to find a mate (UCI only).
    pub mate: Option<u32>,
}

/// Both clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// White's.
    pub white: SideClock,
    /// Black's.
    pub black: SideClock,
    /// Moves to the next time control, for the side to move; none means that
    /// the time left is for the whole game.
    pub moves_to_go: Option<u32>,
}

impl Clocks {
    /// The clock of one side.
    pub fn of(&self, side: Color) -> SideClock {
        side.fold(self.white, self.black)
    }
}

/// One side's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideClock {
    /// Milliseconds left; overdrawn when negative.
    pub left_ms: i64,
    /// Milliseconds added after each move.
    pub increment_ms: u64,
}

impl SearchBudget {
    /// A fixed time.
    pub fn move_time(time: Duration) -> Self {
        SearchBudget {
            move_time: Some(time),
            ..SearchBudget::default()
        }
    }

    /// A number of positions.
    pub fn nodes(nodes: u64) -> Self {
        SearchBudget {
            nodes: Some(nodes),
            ..SearchBudget::default()
        }
    }

    /// A depth in plies.
    pub fn depth(depth: u32) -> Self {
        SearchBudget {
            depth: Some(depth),
            ..SearchBudget::default()
        }
    }

    /// Clocks.
    pub fn clocks(clocks: Clocks) -> Self {
        SearchBudget {
            clocks: Some(clocks),
            ..SearchBudget::default()
        }
    }
}

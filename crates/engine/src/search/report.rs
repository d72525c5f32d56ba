//! What a search tells the world: plain data, formatted elsewhere.

use plumb_chess::board::Move;

use super::score::{Bound, Score};

/// One line of play and its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The score, from the point of view of the side to move at the root.
    pub score: Score,
    /// Exact, or a limit while the window is still being widened.
    pub bound: Bound,
    /// The deepest ply reached while searching this line.
    pub seldepth: usize,
    /// The moves, the first one always there.
    pub moves: Vec<Move>,
}

/// The state of a search after an iteration, or after a fail high or low.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The iteration, in plies.
    pub depth: u32,
    /// The best lines, best first, as many as were asked for and exist.
    pub lines: Vec<Line>,
    /// Nodes so far, all threads together.
    pub nodes: u64,
    /// Milliseconds so far.
    pub time_ms: u64,
    /// Fill of the transposition table in permille.
    pub hashfull: u32,
    /// Positions found in endgame tables so far, all threads together.
    pub table_hits: u64,
}

impl Report {
    /// Nodes per second.
    pub fn nodes_per_second(&self) -> u64 {
        self.nodes.saturating_mul(1_000) / self.time_ms.max(1)
    }
}

/// A root move that the search turns to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurrentMove {
    /// The iteration, in plies.
    pub depth: u32,
    /// The move.
    pub mv: Move,
    /// Its place among the root moves, from 1.
    pub number: usize,
    /// How many root moves there are.
    pub count: usize,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Milliseconds so far.
    pub time_ms: u64,
}

/// Follows a search. A method that is not implemented does nothing, or says no.
pub trait Observer {
    /// An iteration is finished, or (bound not exact) its window has failed.
    fn report(&mut self, _report: &Report) {}

    /// Whether failed windows are wanted from the start. Otherwise they are
    /// reported once the search has gone on for a while, which depends on the
    /// machine.
    fn wants_failed_windows(&self) -> bool {
        false
    }

    /// The search turns to a root move.
    fn current_move(&mut self, _current: CurrentMove) {}

    /// Whether the search should end; asked every thousand nodes or so. It
    /// ends this thread's search only, and nothing ever takes it back, unlike
    /// `Shared::stop`, which the next `begin_search` forgets.
    fn wants_to_stop(&self) -> bool {
        false
    }
}

/// Follows nothing.
impl Observer for () {}

/// Keeps every finished iteration.
impl Observer for Vec<Report> {
    fn report(&mut self, report: &Report) {
        if report.lines.iter().all(|line| line.bound == Bound::Exact) {
            self.push(report.clone());
        }
    }
}

/// What a search came to.
#[derive(Default, Clone, Debug, PartialEq, Eq)]
pub struct SearchOutcome {
    /// The move to play; none when there is no legal move.
    pub best: Option<Move>,
    /// The reply to expect, if the search saw one.
    pub ponder: Option<Move>,
    /// The last report: that of the last finished iteration, or of a later one if an
    /// interrupted iteration, a proof of mate or the threads' vote changed the best move.
    /// `nodes` and `table_hits` are those at the end of the search. No lines when there is
    /// no legal move.
    pub last: Report,
}

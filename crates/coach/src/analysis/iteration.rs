//! What is kept of a search: one record for each report, bounds included.

use std::sync::atomic::{AtomicBool, Ordering};

use plumb_chess::board::Move;
use plumb_engine::search::{Bound, Observer, Report, Score, ScoreValue, Shared};

/// One report of a search: a finished iteration, or a window that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// The iteration, in plies.
    pub depth: u32,
    /// The deepest ply reached, by the first line.
    pub seldepth: usize,
    /// From the side to move at the root of the search.
    pub score: Score,
    /// Exact, or only a limit.
    pub bound: Bound,
    /// Nodes so far.
    pub nodes: u64,
    /// Milliseconds so far; never part of what is compared between runs.
    pub time_ms: u64,
    /// All lines of the report, best first; the first has the score above.
    pub lines: Vec<RankedLine>,
}

/// One of the lines of an iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedLine {
    /// From the side to move at the root.
    pub score: Score,
    /// The deepest ply reached while searching the line.
    pub seldepth: usize,
    /// The moves; the first is always there.
    pub moves: Vec<Move>,
}

impl Iteration {
    /// The principal variation.
    pub fn moves(&self) -> &[Move] {
        self.lines.first().map_or(&[], |line| &line.moves)
    }

    /// The first move of the principal variation.
    pub fn best(&self) -> Option<Move> {
        self.moves().first().copied()
    }

    /// Whether this ends a search that goes to a selective depth of so many plies,
    /// if to any: only what a finished iteration has reached counts.
    pub fn reaches(&self, seldepth: Option<usize>) -> bool {
        self.bound == Bound::Exact && seldepth.is_some_and(|plies| self.seldepth >= plies)
    }

    /// Whether this settles that there is a mate, and how far away: a finished
    /// iteration twice as deep as the mate is long says so. Reductions may have
    /// hidden a shorter one from the first iteration that was deep enough.
    pub fn settles_mate(&self) -> bool {
        let ScoreValue::Mate(moves) = self.score.value() else {
            return false;
        };
        self.bound == Bound::Exact && self.depth >= 4 * moves.unsigned_abs()
    }

    /// The same search seen from a move earlier by the other side: scores are
    /// negated and mates are a ply further away.
    pub fn for_mover(&self) -> Iteration {
        let turned = |score: Score| from_ply_before(score);
        Iteration {
            score: turned(self.score),
            bound: match self.bound {
                Bound::Lower => Bound::Upper,
                Bound::Upper => Bound::Lower,
                Bound::Exact => Bound::Exact,
            },
            lines: self
                .lines
                .iter()
                .map(|line| RankedLine {
                    score: turned(line.score),
                    seldepth: line.seldepth,
                    moves: line.moves.clone(),
                })
                .collect(),
            ..self.clone()
        }
    }
}

/// A score after a move, as the side that made the move sees it before it.
pub fn from_ply_before(after: Score) -> Score {
    let negated = -after;
    if !negated.is_mate() {
        negated
    } else if negated.is_mated() {
        Score::from_int(negated.to_int() + 1)
    } else {
        Score::from_int(negated.to_int() - 1)
    }
}

/// Keeps every report, and ends the search when told to or when a selective
/// depth is reached.
pub struct Recorder<'a> {
    /// What was reported, in order.
    pub iterations: Vec<Iteration>,
    shared: &'a Shared,
    seldepth: Option<usize>,
    ends_at_mate: bool,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Recorder<'a> {
    /// Ends the search of `shared` once a finished iteration has reached
    /// `seldepth` plies, if one is given.
    pub fn new(shared: &'a Shared, seldepth: Option<usize>) -> Recorder<'a> {
        Recorder {
            iterations: Vec::new(),
            shared,
            seldepth,
            ends_at_mate: false,
            stop: None,
        }
    }

    /// Ends the search also once an iteration has settled that there is a mate.
    pub fn ends_at_mate(self, ends_at_mate: bool) -> Recorder<'a> {
        Recorder {
            ends_at_mate,
            ..self
        }
    }

    /// Ends the search also once `stop` is set, even in the middle of an
    /// iteration.
    pub fn until(self, stop: &'a AtomicBool) -> Recorder<'a> {
        Recorder {
            stop: Some(stop),
            ..self
        }
    }
}

impl Observer for Recorder<'_> {
    fn report(&mut self, report: &Report) {
        let Some(first) = report.lines.first() else {
            return;
        };
        let iteration = Iteration {
            depth: report.depth,
            seldepth: first.seldepth,
            score: first.score,
            bound: first.bound,
            nodes: report.nodes,
            time_ms: report.time_ms,
            lines: report
                .lines
                .iter()
                .map(|line| RankedLine {
                    score: line.score,
                    seldepth: line.seldepth,
                    moves: line.moves.clone(),
                })
                .collect(),
        };
        if iteration.reaches(self.seldepth) || self.ends_at_mate && iteration.settles_mate() {
            self.shared.stop();
        }
        self.iterations.push(iteration);
    }

    /// What is recorded must not depend on how fast the machine is.
    fn wants_failed_windows(&self) -> bool {
        true
    }

    fn wants_to_stop(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_is_a_ply_further_from_the_move_before() {
        // The opponent is mated: the move mated.
        assert_eq!(from_ply_before(Score::mated_in(0)), Score::mate_in(1));
        // The opponent mates with the next move: mated in two plies.
        assert_eq!(from_ply_before(Score::mate_in(1)), Score::mated_in(2));
        assert_eq!(from_ply_before(Score::cp(-7)), Score::cp(7));
    }
}

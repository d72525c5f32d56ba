//! What the zig-zag procedure needs of an engine: rounds on a table that is kept
//! from search to search until it is told to forget.

use std::sync::atomic::{AtomicBool, Ordering};

use plumb_chess::board::{Game, Move};
use plumb_coach::analysis::{Iteration, Probe};
use plumb_engine::search::{Bound, Limits};
use plumb_protocol::peer;

use crate::records::{Engine, SearchResult};
use plumb_support::wording::say;

/// An engine that keeps its table.
pub(super) trait Searcher: Send {
    /// Forgets every search made so far.
    fn forget(&mut self);

    /// A whole game was gone through without failure.
    fn succeeded(&mut self) {}

    /// Searches the position on the board of `game`, which has a legal move, to
    /// the end of round `depth` for so many lines, among `only` if it is given.
    /// None when stopped; an error is one line.
    fn search(
        &mut self,
        game: &Game,
        depth: u32,
        lines: usize,
        only: Option<Move>,
        stop: &AtomicBool,
    ) -> Result<Option<SearchResult>, String>;
}

impl Searcher for Probe {
    fn forget(&mut self) {
        self.clear();
    }

    fn search(
        &mut self,
        game: &Game,
        depth: u32,
        lines: usize,
        only: Option<Move>,
        stop: &AtomicBool,
    ) -> Result<Option<SearchResult>, String> {
        let limits = Limits {
            multi_pv: lines,
            search_moves: only.into_iter().collect(),
            ..Limits::depth(depth)
        };
        let search = Probe::search(self, game, limits, None, stop);
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        Ok(Some(SearchResult {
            nodes: search.nodes(),
            iterations: search.iterations,
        }))
    }
}

impl Searcher for Engine {
    fn forget(&mut self) {
        Engine::forget(self);
    }

    fn succeeded(&mut self) {
        Engine::succeeded(self);
    }

    fn search(
        &mut self,
        game: &Game,
        depth: u32,
        lines: usize,
        only: Option<Move>,
        stop: &AtomicBool,
    ) -> Result<Option<SearchResult>, String> {
        let limits = peer::SearchBudget::depth(depth);
        let found = Engine::search(self, game, limits, lines, only, stop)?;
        match found {
            Some(search) if rounds(&search.iterations).is_empty() => {
                let message = say!(no_record.zigzag, engine = self.stamp().engine);
                Err(self.failed(message))
            }
            found => Ok(found),
        }
    }
}

/// The rounds of a search: the last exact report with a move of each depth.
pub(super) fn rounds(iterations: &[Iteration]) -> Vec<&Iteration> {
    let mut rounds: Vec<&Iteration> = Vec::new();
    for iteration in iterations {
        if iteration.bound != Bound::Exact || iteration.lines.is_empty() {
            continue;
        }
        // A depth that is told again, or fallen back to, replaces what it told.
        while rounds
            .last()
            .is_some_and(|last| last.depth >= iteration.depth)
        {
            rounds.pop();
        }
        rounds.push(iteration);
    }
    rounds
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::board::Position;
    use plumb_coach::analysis::RankedLine;
    use plumb_engine::search::Score;

    #[test]
    fn a_round_is_the_last_exact_report_of_its_depth() {
        let mv = Position::start().legal_moves()[0];
        let report = |depth, cp, bound, moves: &[Move]| {
            let score = Score::cp(cp);
            let line = |_| RankedLine {
                score,
                seldepth: 1,
                moves: moves.to_vec(),
            };
            Iteration {
                depth,
                seldepth: 1,
                score,
                bound,
                nodes: 0,
                time_ms: 0,
                lines: moves.first().map(line).into_iter().collect(),
            }
        };
        let reports = [
            report(1, 1, Bound::Exact, &[mv]),
            report(2, 9, Bound::Lower, &[mv]),
            report(2, 2, Bound::Exact, &[mv]),
            report(2, 3, Bound::Exact, &[mv]),
            report(4, 4, Bound::Exact, &[mv]),
            report(5, 5, Bound::Exact, &[]),
        ];
        let found: Vec<_> = rounds(&reports)
            .iter()
            .map(|round| (round.depth, round.score.to_int()))
            .collect();
        assert_eq!(found, [(1, 1), (2, 3), (4, 4)]);
    }
}

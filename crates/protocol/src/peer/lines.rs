//! What an engine shows of its thinking, in one form for both protocols.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::protocol::{Bound, InfoLine, ScoreValue, ThinkingLine, UciReply};

/// One line of an engine's thinking. What it did not say is missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Depth of the search, in plies.
    pub depth: Option<u32>,
    /// Plies of the longest line looked at.
    pub seldepth: Option<u32>,
    /// Rank of the line among several, from 1.
    pub rank: Option<u32>,
    /// The score, from the point of view of the side to move at the root.
    pub score: Option<(ScoreValue, Bound)>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Positions per second.
    pub nps: Option<u64>,
    /// How full the hash table is, in thousandths.
    pub hashfull: Option<u32>,
    /// Positions found in endgame tables.
    pub tbhits: Option<u64>,
    /// Time since the search began as the engine counts it, in milliseconds.
    pub time_ms: Option<u64>,
    /// The line expected, as the engine wrote it: coordinates in UCI, mostly
    /// SAN or coordinates in CECP. Nobody has checked it.
    pub pv: Vec<String>,
}

impl Info {
    /// Whether it has a score that is no mere bound, and is about the best line.
    fn is_exact_best(&self) -> bool {
        matches!(self.score, Some((_, Bound::Exact))) && self.rank.unwrap_or(1) == 1
    }

    fn is_exact(&self) -> bool {
        matches!(self.score, Some((_, Bound::Exact)))
    }
}

impl From<InfoLine> for Info {
    fn from(line: InfoLine) -> Self {
        Info {
            depth: line.depth,
            seldepth: line.seldepth,
            rank: line.multipv,
            score: line.score,
            nodes: line.nodes,
            nps: line.nps,
            hashfull: line.hashfull,
            tbhits: line.tbhits,
            time_ms: line.time_ms,
            pv: line.pv,
        }
    }
}

impl From<ThinkingLine> for Info {
    fn from(line: ThinkingLine) -> Self {
        let counters = line.counters;
        Info {
            depth: Some(line.ply),
            seldepth: counters.map(|c| c.seldepth).filter(|&n| n > 0),
            rank: None,
            score: Some((line.score, line.bound)),
            nodes: Some(line.nodes),
            nps: counters.map(|c| c.nps).filter(|&n| n > 0),
            hashfull: None,
            tbhits: counters.map(|c| c.tbhits),
            time_ms: Some(line.time_cs.saturating_mul(10)),
            pv: moves_only(line.pv),
        }
    }
}

/// Leaves out move numbers, and everything from the first remark on: book lines
/// begin with a parenthesis.
fn moves_only(words: Vec<String>) -> Vec<String> {
    words
        .into_iter()
        .take_while(|word| !word.starts_with(['(', '{', '<', '[']))
        .filter(|word| !word.ends_with('.') && !word.bytes().all(|b| b.is_ascii_digit()))
        .collect()
}

/// A line that may turn out to be the last.
#[derive(Clone, Debug)]
struct Kept {
    info: Info,
    /// The whole of a UCI line whose moves have not been read.
    unread: Option<String>,
}

impl Kept {
    fn read(self) -> Info {
        let mut info = self.info;
        let line = self.unread.map(|line| UciReply::parse(&line));
        if let Some(Ok(Some(UciReply::Info(line)))) = line {
            info.pv = line.pv;
        }
        info
    }
}

/// What a move's thinking came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ThinkingResult {
    /// The line that counts.
    pub(super) info: Option<Info>,
    /// The first move of the last line, exact or not.
    pub(super) choice: Option<String>,
}

/// Follows the thinking of one move.
#[derive(Clone, Debug, Default)]
pub(super) struct Follower {
    /// The last exact line about the best move.
    best: Option<Kept>,
    /// The last line since then that was a bound: all there is if no exact one
    /// comes, and where the engine may have changed its mind.
    bound: Option<Kept>,
    nodes: Option<u64>,
    time_ms: Option<u64>,
}

impl Follower {
    pub(super) fn take(&mut self, info: Info) {
        self.keep(info, None);
    }

    /// Takes a UCI line of which only the numbers have been read.
    pub(super) fn take_numbers(&mut self, numbers: InfoLine, line: String) {
        self.keep(numbers.into(), Some(line));
    }

    fn keep(&mut self, info: Info, unread: Option<String>) {
        self.nodes = info.nodes.max(self.nodes);
        self.time_ms = info.time_ms.max(self.time_ms);
        if info.is_exact_best() {
            self.best = Some(Kept { info, unread });
            self.bound = None;
        } else if info.score.is_some() && info.rank.unwrap_or(1) == 1 {
            self.bound = Some(Kept { info, unread });
        }
    }

    /// Positions searched so far, as far as the engine told.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.unwrap_or(0)
    }

    /// The last exact line, its nodes and time those of the whole search; a
    /// bound if there was nothing else.
    pub(super) fn finish(self) -> ThinkingResult {
        let bound = self.bound.map(Kept::read);
        let mut finished = ThinkingResult {
            choice: bound.as_ref().and_then(|info| info.pv.first().cloned()),
            info: self.best.map(Kept::read).or(bound),
        };
        if let Some(info) = &mut finished.info {
            finished.choice = finished.choice.or_else(|| info.pv.first().cloned());
            info.nodes = self.nodes;
            info.time_ms = self.time_ms;
        }
        finished
    }
}

/// What an analysis came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    /// The best lines, best first, all of the deepest iteration that gave as
    /// many as the others did.
    pub lines: Vec<Info>,
    /// Every exact line, in the order they came.
    pub history: Vec<Info>,
    /// The move the engine would play; none if there is none to play.
    pub best: Option<String>,
    /// The time it took, by our clock.
    pub elapsed: Duration,
}

impl Analysis {
    pub(super) fn new(history: Vec<Info>, best: Option<String>, elapsed: Duration) -> Self {
        Analysis {
            lines: best_lines(&history),
            history,
            best,
            elapsed,
        }
    }
}

/// The last of each rank at the deepest depth that has all ranks.
fn best_lines(history: &[Info]) -> Vec<Info> {
    let mut iterations: BTreeMap<u32, BTreeMap<u32, &Info>> = BTreeMap::new();
    for info in history {
        let iteration = iterations.entry(info.depth.unwrap_or(0)).or_default();
        iteration.insert(info.rank.unwrap_or(1), info);
    }
    let most = iterations.values().map(BTreeMap::len).max().unwrap_or(0);
    let deepest = iterations.into_values().rev().find(|i| i.len() == most);
    deepest.unwrap_or_default().into_values().cloned().collect()
}

/// Keeps what an analysis needs.
#[derive(Default)]
pub(super) struct History(Vec<Info>);

impl History {
    pub(super) fn take(&mut self, info: Info) {
        if info.is_exact() {
            self.0.push(info);
        }
    }

    pub(super) fn into_lines(self) -> Vec<Info> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(depth: u32, rank: u32, cp: i32, bound: Bound) -> Info {
        Info {
            depth: Some(depth),
            rank: Some(rank),
            score: Some((ScoreValue::Cp(cp), bound)),
            nodes: Some(u64::from(depth) * 100),
            ..Info::default()
        }
    }

    #[test]
    fn the_last_exact_line_counts_with_all_the_nodes() {
        let mut follower = Follower::default();
        follower.take(info(5, 1, 20, Bound::Exact));
        follower.take(info(6, 1, 60, Bound::Lower));
        follower.take(info(6, 2, 10, Bound::Exact));
        let last = follower.clone().finish().info.unwrap();
        assert_eq!((last.depth, last.nodes), (Some(5), Some(600)));
        assert_eq!(last.score, Some((ScoreValue::Cp(20), Bound::Exact)));
        // A line without score must not take the place of one with.
        follower.take(Info {
            depth: Some(7),
            ..Info::default()
        });
        assert_eq!(follower.finish().info.unwrap().depth, Some(5));
    }

    #[test]
    fn moves_are_read_only_in_the_line_that_counts() {
        let mut follower = Follower::default();
        for line in [
            "info depth 7 score cp 9 pv e2e4 e7e5 nodes 900",
            "info depth 8 score cp 8 upperbound nodes 800 pv d2d4",
        ] {
            let numbers = InfoLine::parse_numbers(line).unwrap();
            assert_eq!(numbers.pv, [""; 0]);
            follower.take_numbers(numbers, line.to_owned());
        }
        let ThinkingResult { info, choice } = follower.finish();
        let last = info.unwrap();
        assert_eq!((last.depth, last.nodes), (Some(7), Some(900)));
        assert_eq!(choice.as_deref(), Some("d2d4"), "a later bound");
        assert_eq!(last.pv, ["e2e4", "e7e5"]);
        assert_eq!(InfoLine::parse_numbers("bestmove e2e4"), None);
    }

    #[test]
    fn a_bound_is_better_than_nothing() {
        let mut follower = Follower::default();
        follower.take(info(1, 1, 9, Bound::Upper));
        assert!(follower.finish().info.is_some());
        assert_eq!(Follower::default().finish(), ThinkingResult::default());
    }

    #[test]
    fn lines_come_from_one_finished_iteration() {
        let history = vec![
            info(1, 1, 10, Bound::Exact),
            info(1, 2, 5, Bound::Exact),
            info(2, 1, 11, Bound::Exact),
            info(2, 2, 6, Bound::Exact),
            info(2, 1, 12, Bound::Exact),
            info(3, 1, 13, Bound::Exact),
        ];
        let lines = best_lines(&history);
        assert_eq!(lines, [history[4].clone(), history[3].clone()]);
        assert_eq!(best_lines(&[]), []);
    }

    #[test]
    fn remarks_and_numbers_are_no_moves() {
        let words = |text: &str| moves_only(text.split(' ').map(str::to_owned).collect());
        assert_eq!(words("1. e4 e5 2. Nf3 <HT>"), ["e4", "e5", "Nf3"]);
        assert_eq!(words("1... c7c5 3 g1f3"), ["c7c5", "g1f3"]);
        assert_eq!(words("(e7-e5 c7-c5 , book1)"), [""; 0]);
    }
}

//! What moves lose: the scores of positions, searched once and then frozen.
//!
//! CPL(m) = max(0, best − played), both from the mover's side and held within ±1,000 centipawns.
//! A position is searched for several lines at one depth; a move outside them is searched by
//! itself, forced at the root, to the same depth. The best score is never changed by that. Every
//! search begins with a cleared table, on a board without history and with the clock at 0, so that
//! a loss depends on the position alone: whoever asks first and whatever else was asked, it is
//! the same.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use super::bare_position::bare_position;
use super::tree::TreeError;
use plumb_chess::board::{Game, Move, Position};
use plumb_engine::eval::Weights;
use plumb_engine::glance::level_value;
use plumb_engine::search::{self, Limits, Observer, Report, SearchTask, Shared, Timer, Worker};

/// Scores are held within so much, in centipawns.
const SCORE_LIMIT_CP: i32 = 1_000;
/// Megabytes of the searches' table.
const HASH_MB: usize = 1;

/// How far moves are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LossDepth {
    /// Plies.
    pub plies: u32,
    /// Lines that are searched together.
    pub lines: usize,
}

impl Default for LossDepth {
    fn default() -> LossDepth {
        LossDepth { plies: 8, lines: 4 }
    }
}

/// What is known so far, for all threads.
#[derive(Debug, Default)]
pub struct LossTable {
    positions: Mutex<HashMap<u64, Arc<PositionScores>>>,
    forced: Mutex<HashMap<(u64, u16), i32>>,
}

/// A position's lines.
#[derive(Debug)]
struct PositionScores {
    best_cp: i32,
    lines: Vec<(Move, i32)>,
}

/// A thread's searcher of losses.
pub struct LossSearch {
    table: Arc<LossTable>,
    depth: LossDepth,
    shared: Shared,
    worker: Worker,
    stop: Arc<AtomicBool>,
}

impl LossSearch {
    /// Writes into `table`, whose losses must all be of the same depth.
    pub fn new(
        table: Arc<LossTable>,
        depth: LossDepth,
        weights: Arc<Weights>,
        stop: Arc<AtomicBool>,
    ) -> Result<LossSearch, search::OutOfMemory> {
        Ok(LossSearch {
            table,
            depth,
            shared: Shared::new(Arc::clone(&weights), HASH_MB, 1)?,
            worker: Worker::new(0, weights)?,
            stop,
        })
    }

    /// What a legal move loses, in centipawns.
    pub fn loss(&mut self, position: &Position, mv: Move) -> Result<u32, TreeError> {
        let key = position.key();
        let known = self.table.positions.lock().get(&key).cloned();
        let scores = match known {
            Some(scores) => scores,
            None => {
                let scores = Arc::new(self.scores(position)?);
                let mut positions = self.table.positions.lock();
                Arc::clone(positions.entry(key).or_insert(scores))
            }
        };
        let listed = scores.lines.iter().find(|(other, _)| *other == mv);
        let cp = match listed {
            Some(&(_, cp)) => cp,
            None => self.forced(position, key, mv)?,
        };
        Ok((scores.best_cp - cp).max(0).unsigned_abs())
    }

    fn scores(&mut self, position: &Position) -> Result<PositionScores, TreeError> {
        let lines = self.depth.lines.min(position.legal_moves().len());
        let limits = Limits {
            multi_pv: lines,
            ..Limits::depth(self.depth.plies)
        };
        let lines = self.searched(position, &limits)?;
        let best_cp = lines.iter().map(|&(_, cp)| cp).max().unwrap_or_default();
        Ok(PositionScores { best_cp, lines })
    }

    fn forced(&mut self, position: &Position, key: u64, mv: Move) -> Result<i32, TreeError> {
        let entry = (key, mv.to_bits());
        if let Some(&cp) = self.table.forced.lock().get(&entry) {
            return Ok(cp);
        }
        let limits = Limits {
            search_moves: vec![mv],
            ..Limits::depth(self.depth.plies)
        };
        let lines = self.searched(position, &limits)?;
        let cp = lines.first().map_or(-SCORE_LIMIT_CP, |&(_, cp)| cp);
        self.table.forced.lock().insert(entry, cp);
        Ok(cp)
    }

    /// The moves of the last iteration with their scores, held within the limit.
    fn searched(
        &mut self,
        position: &Position,
        limits: &Limits,
    ) -> Result<Vec<(Move, i32)>, TreeError> {
        self.shared.table.wipe();
        self.worker.clear();
        self.shared.begin_search();
        let game = Game::new(bare_position(position));
        let timer = Timer::start(limits);
        let mut last = LastReport {
            report: None,
            stop: &self.stop,
        };
        SearchTask::new(&self.shared, &game, limits, &timer, &mut last).run(&mut self.worker);
        if self.stop.load(Ordering::Relaxed) {
            return Err(TreeError::Stopped);
        }
        let lines = last.report.map(|report| report.lines).unwrap_or_default();
        let entry = |line: &search::Line| {
            let cp = level_value(line.score).clamp(-SCORE_LIMIT_CP, SCORE_LIMIT_CP);
            line.moves.first().map(|&mv| (mv, cp))
        };
        Ok(lines.iter().filter_map(entry).collect())
    }
}

/// Keeps the last whole iteration.
struct LastReport<'a> {
    report: Option<Report>,
    stop: &'a AtomicBool,
}

impl Observer for LastReport<'_> {
    fn report(&mut self, report: &Report) {
        let is_exact = |line: &search::Line| line.bound == search::Bound::Exact;
        if report.lines.iter().all(is_exact) {
            self.report = Some(report.clone());
        }
    }

    fn wants_to_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

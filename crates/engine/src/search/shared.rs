//! What all threads of a search share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use parking_lot::Mutex;

use crate::eval::Weights;

use super::params::Reductions;
use super::tablebase::TableUse;
use super::tt::{OutOfMemory, TranspositionTable};
use super::vote::{Candidate, elect};

/// Tables, weights, stop flag and node counts. Always passed, never looked up.
pub struct Shared {
    /// The transposition table.
    pub table: TranspositionTable,
    /// The evaluation's weights.
    pub weights: Arc<Weights>,
    /// Endgame tables; none unless somebody puts some here.
    pub endgame_tables: Option<TableUse>,
    /// The search's tables of reductions.
    pub(super) reductions: Reductions,
    stop: AtomicBool,
    counts: Vec<Counts>,
    /// The best move of each thread by its last iteration; for the first thread, at the end
    /// of the search, by the iteration that was interrupted. None where only one thread
    /// searches.
    candidates: Mutex<Vec<Option<Candidate>>>,
}

/// Alone on its cache line, so that threads do not slow each other down.
#[repr(align(64))]
#[derive(Default)]
struct Counts {
    nodes: AtomicU64,
    table_hits: AtomicU64,
}

impl Shared {
    /// For `threads` threads and a table of `megabytes` MiB.
    pub fn new(
        weights: Arc<Weights>,
        megabytes: usize,
        threads: usize,
    ) -> Result<Shared, OutOfMemory> {
        Ok(Shared {
            table: TranspositionTable::new(megabytes)?,
            weights,
            endgame_tables: None,
            reductions: Reductions::new(),
            stop: AtomicBool::new(false),
            counts: (0..threads.max(1)).map(|_| Counts::default()).collect(),
            candidates: Mutex::new(Vec::new()),
        })
    }

    /// Prepares for another number of threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.counts.resize_with(threads.max(1), Counts::default);
    }

    /// Makes all threads stop as soon as they look.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// True once `stop` was called.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Ready for the next search: not stopped, no nodes counted, the table's
    /// entries a search older.
    pub fn begin_search(&self) {
        self.stop.store(false, Ordering::Relaxed);
        for thread in 0..self.counts.len() {
            self.publish(thread, 0, 0);
        }
        *self.candidates.lock() = vec![None; self.counts.len()];
        self.table.new_search();
    }

    /// Whether more than one thread searches.
    pub(super) fn has_threads(&self) -> bool {
        self.counts.len() > 1
    }

    /// Publishes what a thread's iteration came to.
    pub(super) fn publish_candidate(&self, thread: usize, candidate: Candidate) {
        if let Some(place) = self.candidates.lock().get_mut(thread) {
            *place = Some(candidate);
        }
    }

    /// The candidate that wins the vote of all threads (`vote.rs`); none where there is none.
    pub(super) fn winning_candidate(&self) -> Option<Candidate> {
        let mut candidates: Vec<Candidate> =
            self.candidates.lock().iter().flatten().cloned().collect();
        (!candidates.is_empty()).then(|| candidates.swap_remove(elect(&candidates)))
    }

    /// Publishes how many nodes a thread has searched, and how many positions it
    /// has found in endgame tables.
    #[inline]
    pub(super) fn publish(&self, thread: usize, nodes: u64, table_hits: u64) {
        if let Some(count) = self.counts.get(thread) {
            count.nodes.store(nodes, Ordering::Relaxed);
            count.table_hits.store(table_hits, Ordering::Relaxed);
        }
    }

    /// Nodes of all threads, as last published.
    pub fn nodes(&self) -> u64 {
        self.counts
            .iter()
            .map(|count| count.nodes.load(Ordering::Relaxed))
            .sum()
    }

    /// Positions that all threads found in endgame tables, as last published.
    pub fn table_hits(&self) -> u64 {
        self.counts
            .iter()
            .map(|count| count.table_hits.load(Ordering::Relaxed))
            .sum()
    }
}

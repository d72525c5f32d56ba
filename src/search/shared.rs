//! What all threads of a search share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::eval::Weights;

use super::params::Reductions;
use super::tt::{OutOfMemory, TranspositionTable};

/// Table, weights, stop flag and node counts. Always passed, never looked up.
pub struct Shared {
    /// The transposition table.
    pub table: TranspositionTable,
    /// The evaluation's weights.
    pub weights: Arc<Weights>,
    /// The search's tables of reductions.
    pub(super) reductions: Reductions,
    stop: AtomicBool,
    nodes: Vec<NodeCount>,
}

/// Alone on its cache line, so that threads do not slow each other down.
#[repr(align(64))]
#[derive(Default)]
struct NodeCount(AtomicU64);

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
            reductions: Reductions::new(),
            stop: AtomicBool::new(false),
            nodes: (0..threads.max(1)).map(|_| NodeCount::default()).collect(),
        })
    }

    /// Prepares for another number of threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.nodes.resize_with(threads.max(1), NodeCount::default);
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
        self.nodes
            .iter()
            .for_each(|count| count.0.store(0, Ordering::Relaxed));
        self.table.new_search();
    }

    /// Publishes how many nodes a thread has searched.
    #[inline]
    pub(super) fn set_nodes(&self, thread: usize, nodes: u64) {
        if let Some(count) = self.nodes.get(thread) {
            count.0.store(nodes, Ordering::Relaxed);
        }
    }

    /// Nodes of all threads, as last published.
    pub fn nodes(&self) -> u64 {
        self.nodes
            .iter()
            .map(|count| count.0.load(Ordering::Relaxed))
            .sum()
    }
}

//! One policy for several threads.

use std::sync::Arc;

use parking_lot::Mutex;

use super::question::{History, Policy, PolicyError, PolicyQuestion};
use plumb_chess::board::Move;

/// A policy that is asked from several threads, one after the other: for what exists once, such
/// as an engine's process or a large table.
#[derive(Clone)]
pub struct SharedPolicy(Arc<Mutex<Box<dyn Policy>>>);

impl SharedPolicy {
    /// Shares this one.
    pub fn new(policy: Box<dyn Policy>) -> SharedPolicy {
        SharedPolicy(Arc::new(Mutex::new(policy)))
    }

    /// Returns the policy for one thread: its own where that is possible, otherwise one that waits
    /// for its turn.
    pub fn instance(&self) -> Box<dyn Policy> {
        let own = self.0.lock().for_another_thread();
        own.unwrap_or_else(|| Box::new(self.clone()))
    }
}

impl Policy for SharedPolicy {
    fn name(&self) -> String {
        self.0.lock().name()
    }

    fn history(&self) -> History {
        self.0.lock().history()
    }

    fn chances(&mut self, question: &PolicyQuestion<'_>) -> Result<Vec<(Move, f64)>, PolicyError> {
        self.0.lock().chances(question)
    }
}

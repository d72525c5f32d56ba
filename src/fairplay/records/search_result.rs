//! What one search came to, by whatever engine.

use crate::analysis::Iteration;

/// The reports and nodes of one search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// The reports, scores from the side to move.
    pub iterations: Vec<Iteration>,
    /// Nodes, as the engine counts them; 0 if it does not say.
    pub nodes: u64,
}

//! What one search came to, by whatever engine.

use plumb_coach::analysis::Iteration;

/// The reports and nodes of one search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// The reports, scores from the side to move.
    pub iterations: Vec<Iteration>,
    /// Nodes, as the engine counts them; 0 if it does not say.
    pub nodes: u64,
}

impl SearchResult {
    /// The deepest report with as many lines as any has; its lines are not empty.
    pub fn deepest_whole(&self) -> Option<&Iteration> {
        let most = self.iterations.iter().map(|one| one.lines.len()).max()?;
        let mut whole = self.iterations.iter();
        whole.rfind(|one| one.lines.len() == most && most > 0)
    }
}

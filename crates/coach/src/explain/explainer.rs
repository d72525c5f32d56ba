//! From a board and a question to an explanation: the searches, then the sentences.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::evidence::{Evidence, ExplainSettings, People};
use super::move_explanation::MoveExplanation;
use plumb_chess::board::{Game, Move};
use plumb_engine::eval::{WdlModel, Weights};
use plumb_engine::search::OutOfMemory;

/// What is explained with: the same for every move.
#[derive(Clone)]
pub struct Explainer {
    /// What the evaluation's terms are worth.
    pub weights: Arc<Weights>,
    /// From scores to chances.
    pub chances: WdlModel,
}

impl Explainer {
    /// Explains `asked`, or the best move, on the board of `game`, until done or until `stop`
    /// is set; then with what there is. Errors only if there is no memory for the table.
    pub fn explain(
        &self,
        game: &Game,
        asked: Option<Move>,
        people: Option<People<'_>>,
        settings: &ExplainSettings,
        stop: &AtomicBool,
    ) -> Result<MoveExplanation, OutOfMemory> {
        let evidence = Evidence::gather(game, asked, people, settings, &self.weights, stop)?;
        Ok(MoveExplanation::of(&evidence, &self.weights, &self.chances))
    }
}

//! From a board and a question to an explanation: the searches, then the sentences.

use std::sync::atomic::AtomicBool;

use super::evidence::{Evidence, ExplainSettings, People};
use super::move_explanation::MoveExplanation;
use crate::analysis::AnalysisError;
use plumb_chess::board::{Game, Move};
use plumb_engine::eval::{WdlModel, Weights};
use plumb_engine::tables::Models;

/// Explains `asked`, or the best move, on the board of `game`, until done or until `stop` is
/// set; then with what there is. Errors only if a table is damaged, or there is no memory to
/// search with.
pub fn explain(
    game: &Game,
    asked: Option<Move>,
    people: Option<People<'_>>,
    settings: &ExplainSettings,
    models: &Models,
    stop: &AtomicBool,
) -> Result<MoveExplanation, AnalysisError> {
    let weights = models.get::<Weights>()?;
    let chances = models.get::<WdlModel>()?;
    let evidence = Evidence::gather(game, asked, people, settings, &weights, stop)?;
    Ok(MoveExplanation::of(&evidence, &weights, &chances))
}

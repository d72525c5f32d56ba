//! The models of choices that belong to this build's records.

use plumb_engine::tables::Models;
use plumb_fairplay::{ChoiceModels, RecordedMoves};

use crate::command::Failure;

/// The models of the tables; an error where they belong to records of another build.
/// `with_scatter` is false while the scatter table itself is being fitted.
pub fn choice_models(models: &Models, with_scatter: bool) -> Result<ChoiceModels, Failure> {
    let choice_models = ChoiceModels::of(models)?;
    let own = RecordedMoves::stamp_of_choices(models).to_string();
    match choice_models.differ(&own, with_scatter) {
        None => Ok(choice_models),
        Some(reason) => Err(Failure(reason)),
    }
}

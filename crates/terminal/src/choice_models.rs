//! The models of choices that belong to this build's records.

use plumb_fairplay::{ChoiceModels, Equipment, RecordedMoves};

use crate::command::Failure;

/// The models of the tables; an error where they belong to records of another build.
/// `with_scatter` is false where how far honest people scatter is about to be set up.
pub fn choice_models(equipment: &Equipment, with_scatter: bool) -> Result<ChoiceModels, Failure> {
    let models = ChoiceModels::from_tables(&equipment.tables)?;
    let own = RecordedMoves::stamp_of_choices(equipment).to_string();
    match models.differ(&own, with_scatter) {
        None => Ok(models),
        Some(reason) => Err(Failure(reason)),
    }
}

//! The human-choice model of this build's tables.

use std::sync::Arc;

use super::recorded_moves::RecordedMoves;
use plumb_engine::choice::HumanModel;
use plumb_engine::tables::{Models, TableError};
use plumb_support::wording::say;

/// Why the tables' model cannot be asked.
#[derive(Debug, thiserror::Error)]
pub enum HumanModelError {
    /// The table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// It was fitted to records of another build.
    #[error("{}", say!(models.other_choices, fitted = .fitted, own = .own))]
    OtherStamp {
        /// The stamp of these records.
        fitted: String,
        /// The stamp of records of this build.
        own: String,
    },
}

/// The model of the tables, which must have been fitted to records of this build: what a
/// move looks like to another search is something else.
pub fn human_model(models: &Models) -> Result<Arc<HumanModel>, HumanModelError> {
    let model = models.get::<HumanModel>()?;
    let own = RecordedMoves::stamp_of_choices(models).to_string();
    match model.stamp == own {
        true => Ok(model),
        false => Err(HumanModelError::OtherStamp {
            fitted: model.stamp.clone(),
            own,
        }),
    }
}

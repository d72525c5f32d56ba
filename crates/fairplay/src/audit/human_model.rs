//! The human-choice model of this build's tables.

use std::fmt;

use super::equipment::Equipment;
use super::recorded_moves::RecordedMoves;
use plumb_engine::choice::HumanModel;
use plumb_engine::tables::TableError;
use plumb_support::wording::say;

/// Why the tables' model cannot be asked.
#[derive(Debug)]
pub enum HumanModelError {
    /// The table cannot be read.
    Table(TableError),
    /// It was fitted to records of another build.
    OtherStamp {
        /// The stamp of these records.
        fitted: String,
        /// The stamp of records of this build.
        own: String,
    },
}

impl fmt::Display for HumanModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HumanModelError::Table(error) => write!(f, "{error}"),
            HumanModelError::OtherStamp { fitted, own } => {
                let slots = [("fitted", fitted.as_str()), ("own", own)];
                f.write_str(&say("models.other_choices", &slots))
            }
        }
    }
}

impl std::error::Error for HumanModelError {}

/// The model of the tables, which must have been fitted to records of this build: what a
/// move looks like to another search is something else.
pub fn human_model(equipment: &Equipment) -> Result<HumanModel, HumanModelError> {
    let model = HumanModel::from_tables(&equipment.tables).map_err(HumanModelError::Table)?;
    let own = RecordedMoves::stamp_of_choices(equipment).to_string();
    match model.stamp == own {
        true => Ok(model),
        false => Err(HumanModelError::OtherStamp {
            fitted: model.stamp,
            own,
        }),
    }
}

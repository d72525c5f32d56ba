//! Tables learned from recorded games.
//!
//! What is fitted comes from the records of runs (`fairplay`), the features from the layers
//! that use the tables, and the fitting from `models`; here these meet, and a table's text
//! comes out. Nothing is printed. Start with `ChoiceSample`.

mod choice_sample;
mod human_fit;
mod human_measure;
mod human_provenance;

pub use choice_sample::{ChoiceSample, SampledChoice};
pub use human_fit::{HumanFit, HumanFitOptions, HumanFitProgress};
pub use human_measure::{BandFigures, measure};
pub use human_provenance::HumanProvenance;

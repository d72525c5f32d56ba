//! Tables learned from recorded games.
//!
//! What is fitted comes from the records of runs (`fairplay`), the features from the layers
//! that use the tables, and the fitting from `models`; here these meet, and a table's text
//! comes out. Nothing is printed. Start with `ChoiceSample`.

mod choice_sample;
mod engine_fit;
mod fit_provenance;
mod honest_sample;
mod human_fit;
mod human_measure;
mod scatter_fit;
mod scatter_measure;

pub use choice_sample::{ChoiceSample, SampledChoice};
pub use engine_fit::{ENGINE_HEAD, EngineFigures, fit_engines, measure_engines};
pub use fit_provenance::FitProvenance;
pub use honest_sample::HonestSample;
pub use human_fit::{HUMAN_HEAD, HumanFit, HumanFitOptions, HumanFitProgress};
pub use human_measure::{BandFigures, measure};
pub use scatter_fit::{SCATTER_HEAD, fit_scatter};
pub use scatter_measure::{HonestFigures, HonestPlayer, honest_players};

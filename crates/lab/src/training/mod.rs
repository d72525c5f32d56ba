//! Models fitted to recorded games, and measurements of how well they hold.
//!
//! Samples are made of the records of runs (`fairplay`), with the features of the layers that
//! use the tables; models are fitted by `models`, and the result is the text of a table. How well
//! a table holds is measured on honest people (`scatter_measure`) and on simulated assistance:
//! scored in the positions of recorded games (`assistance`), and in games played out
//! (`played_out`). Nothing is printed. Start with `ChoiceSample`.

mod assistance;
mod assistance_measure;
mod assisted_player;
mod burnham_sample;
mod choice_sample;
mod class_figures;
mod class_trial;
mod coincidence;
mod detection;
mod engine_fit;
mod event_measure;
mod event_scatter;
mod fit_provenance;
mod honest_sample;
mod human_fit;
mod human_measure;
mod joint_chance;
mod leak;
mod move_course;
mod move_sample;
mod play_plan;
mod played_out;
mod played_out_pgn;
mod played_out_sample;
mod positive_rate;
mod rating_line;
mod scatter_fit;
mod scatter_measure;
#[cfg(test)]
mod shuffled_label_tests;
mod simulated_person;
mod support_vectors;
mod tail_fit;
mod trend_fit;
mod trend_plots;
mod trend_sample;

pub use assistance::{
    ASSISTANT_LINES, AdvisedMove, AssistancePlan, AssistedSample, CRITICAL_CP, Occasion, Pick,
    WORSE_CP, drawn_players,
};
pub use assistance_measure::{Area, ArmFigures};
pub use assisted_player::AssistedPlayer;
pub use burnham_sample::{BURNHAM_BOOSTING, BurnhamFigures, BurnhamSample, SplitUnit};
pub use choice_sample::{ChoiceSample, SampledChoice};
pub use class_figures::{
    CalibrationBin, ClassFigures, ClassProbability, ResampledFigure, calibration,
};
pub use class_trial::{
    Columns, among_like_positions, among_shared_openings, balanced_sample, frequent_engines,
    predictions,
};
pub use coincidence::{CoincidenceSample, SideCoincidence, games_at};
pub use detection::{ArmDetection, Detection, FALSE_ALARMS};
pub use engine_fit::{
    ENGINE_HEAD, EngineFigures, EngineFilter, engine_family, fit_engines, measure_engines,
    most_frequent_engines,
};
pub use event_measure::{EventScores, RepeatedLooks, honest_events, honest_fields};
pub use fit_provenance::FitProvenance;
pub use honest_sample::HonestSample;
pub use human_fit::{HUMAN_HEAD, HumanFit, HumanFitOptions, HumanFitProgress};
pub use human_measure::{BandFigures, measure, regan_skill};
pub use joint_chance::JointChance;
pub use leak::{Leak, Origin};
pub use move_sample::{MoveSample, MoveVector, MoverKind};
pub use play_plan::{PlayPlan, PlayStart, digest_of};
pub use played_out::{PlayEnding, PlayOut, PlayedOut, RESIGN_CP, RESIGN_MOVES};
pub use played_out_pgn::{
    ASSISTANCE_TAG, ASSISTED_TAG, NO_ASSISTANCE, PlayedOutTags, SIMULATION_TAG, assisted_moves,
    numbered_side,
};
pub use played_out_sample::PlayedOutSample;
pub use positive_rate::{PositiveRates, RateFigures, ThresholdShare, stretch_chances};
pub use rating_line::RatingLine;
pub use scatter_fit::{SCATTER_HEAD, fit_scatter};
pub use scatter_measure::{HonestFigures, HonestPlayer, honest_players, spread};
pub use simulated_person::SimulatedPerson;
pub use tail_fit::fit_tails;
pub use trend_fit::{
    Baseline, GridRow, RIDGES, Right, TREND_HEAD, TrendFigures, agreement, burnham_baseline,
    fit_trends, rule_of_thirds, rule_right,
};
pub use trend_plots::trend_plots;
pub use trend_sample::{TrendPart, TrendSample, TrendVector};

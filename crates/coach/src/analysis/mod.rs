//! What a position asked of its player: how the evaluation changed with depth,
//! what else could have been played, how forced the line was, how dangerous a
//! mating try.
//!
//! Everything here is a fact about one position, made by deterministic
//! searches; nothing judges a player. Scores are from the mover's side, in
//! centipawns on the scale the engine prints, or moves to mate. No input, no
//! output.
//!
//! Start with `assessment`, which runs every search and puts together what is
//! made of it; `request` is what can be asked, `probe` searches, and
//! `iteration` is what a search is remembered by; `extent` says what a shorter
//! search shares with a longer one. `levels`, `shape`, `course`,
//! `trend` and `winning` are arithmetic on that alone.

mod accounts;
mod alternatives;
mod assessment;
mod assessment_json;
mod assessment_lines;
mod assessment_prose;
mod bars;
mod coordinates;
mod course;
mod difficulty;
mod error;
mod extent;
mod forced;
mod human_choices;
mod iteration;
mod king_threat;
mod levels;
mod mate_risk;
mod probe;
mod request;
mod shape;
mod trend;
mod winning;

pub use accounts::Accounts;
pub use alternatives::{Alternative, Alternatives, Candidate, PLAUSIBLE_CP};
pub use assessment::{Assessment, OwnSearch, PlayedAssessment, assess};
pub use course::Course;
pub use difficulty::{Difficulty, Grade};
pub use error::AnalysisError;
pub use extent::Extent;
pub use forced::{FORCED_CP, ForcedEnd, ForcedKind, ForcedLine, ForcedOptions, ForcedPly};
pub use human_choices::{HumanChoice, HumanChoices, SHOWN_MOVES, SHOWN_RATINGS};
pub use iteration::{Iteration, RankedLine, Recorder, from_ply_before};
pub use king_threat::{Certainty, KingThreat, THREAT_MOVES, Threat};
pub use levels::Levels;
pub use mate_risk::{MATE_LINES, MateLine, MateRisk, material_balance_pawns};
pub use probe::{Probe, Search};
pub use request::{AnalyseRequest, AnalysisInput, DEFAULT_NODES, Effort, Settings};
pub use shape::{Shape, smooth};
pub use trend::{
    CurveFeature, CurveFeatures, LEAST_HEIGHT_CP, LEVEL_BOUND_CP, TREND_LEVELS, Trend, TrendModel,
    curve_features, mirrored,
};
pub use winning::{winning_chance, winning_loss};

//! Facts of many moves added up: figures of games, players, events and the field.
//!
//! Pure functions of games and records. Start with `examine`, then `Figures`.

mod agreement;
mod base_rate;
mod choice_figures;
mod choice_sums;
mod comparison;
mod differences;
mod each_number;
mod event_choices;
mod evidence;
mod examine;
mod field;
mod figures;
mod game_numbers;
mod game_stretch;
mod intervals;
mod moments;
mod options;
mod pace_figures;
mod packed_sums;
mod panel;
mod range;
mod replicates;
mod resampled_sums;
mod runs;
mod skill_interval;
mod sums;
mod tally;
mod trend_figures;
mod votes;

pub use agreement::Agreement;
pub use base_rate::BaseRate;
pub use choice_figures::{
    ChoiceFigures, DeepLoss, EngineLikeness, IntrinsicRating, MatchScore, RATING_GATE, ZScore,
};
pub use choice_sums::ChoiceSums;
pub use comparison::Comparison;
pub use differences::{Difference, Differences};
pub use event_choices::{EventFields, FieldChoices, FieldSums, PlayerEvent, PlayerEvents};
pub use evidence::{EVIDENCE_GATE, Evidence, EvidenceThreshold, Looks, REPORTING, SCREENING};
pub(crate) use examine::context;
pub use examine::{
    BURNHAM_LEVELS, BurnhamLevels, GamePass, GameReport, MoveReport, Standard, asked_plies,
    counted_moves, examine,
};
pub use field::{Field, GameSums, PlayerSums};
pub use figures::{
    Figures, FiguresByDenominator, ForcedLines, GAMES_GATE, Level, MateFigures, PLAYER_GAMES,
    PLAYER_GATE, Part,
};
pub use game_numbers::GameNumbers;
pub use game_stretch::GameStretch;
pub use moments::{Correlation, JointMoments, Mean, Moments, Share};
pub use options::{FigureOptions, PLACES};
pub use pace_figures::PaceFigures;
pub use packed_sums::{PackedSums, pack};
pub use panel::{MemberFigures, Panel, PanelFigures};
pub(super) use replicates::share_over_games;
pub use replicates::{GameList, Replicates};
pub use resampled_sums::ResampledSums;
pub use runs::Runs;
pub(super) use skill_interval::over_games;
pub use sums::{FORCED_LINE_PLIES, GAME_GATE, Sums};
pub use tally::{CoreFigures, GAIN_STEPS_CP, GainShare, LOSS_STEPS_CP, LossShare, Tally};
pub use trend_figures::TrendFigures;
pub use votes::{Disagreement, EngineFigures, Vote, Votes, vote};

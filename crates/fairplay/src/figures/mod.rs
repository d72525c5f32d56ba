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
pub use choice_figures::{ChoiceFigures, EngineLikeness, MatchScore, ZScore};
pub use choice_sums::ChoiceSums;
pub use comparison::Comparison;
pub use event_choices::{EventFields, FieldChoices, FieldSums, PlayerEvent, PlayerEvents};
#[cfg(test)]
pub(crate) use evidence::EvidenceThreshold;
pub use evidence::{EVIDENCE_GATE, Evidence, Looks, SCREENING};
pub(crate) use examine::context;
pub use examine::{GameReport, MoveReport, Standard, asked_plies, counted_moves, examine};
pub use field::{Field, GameSums, PlayerSums};
pub use figures::{Figures, Level, PLAYER_GAMES, PLAYER_GATE, Part};
pub use game_numbers::GameNumbers;
pub use game_stretch::GameStretch;
pub use moments::{Mean, Share};
pub use options::FigureOptions;
pub use packed_sums::{PackedSums, pack};
pub use panel::{Panel, PanelFigures};
pub(super) use replicates::share_over_games;
pub use replicates::{GameList, Replicates};
pub use resampled_sums::ResampledSums;
pub(super) use skill_interval::over_games;
pub use sums::{GAME_GATE, Sums};
pub use tally::{CoreFigures, GAIN_STEPS_CP, GainShare, LOSS_STEPS_CP};
pub use votes::{Disagreement, Votes};

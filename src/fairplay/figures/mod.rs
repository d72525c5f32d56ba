//! Facts of many moves added up: figures of games, players, events and the field.
//!
//! Pure functions of games and records. Start with `examine`, then `Figures`.

mod agreement;
mod comparison;
mod examine;
mod field;
mod figures;
mod moments;
mod pace_figures;
mod panel;
mod range;
mod sums;
mod tally;
mod votes;

pub use agreement::Agreement;
pub use comparison::Comparison;
pub(crate) use examine::context;
pub use examine::{GamePass, GameReport, MoveReport, Standard, examine};
pub use field::{Field, GameSums, PlayerSums};
pub use figures::{
    FigureOptions, Figures, FiguresByDenominator, ForcedLines, GAMES_GATE, Level, MateFigures,
    PLAYER_GAMES, PLAYER_GATE, Part, Runs,
};
pub use moments::{Correlation, JointMoments, Mean, Moments, Share};
pub use pace_figures::PaceFigures;
pub use panel::{MemberFigures, Panel, PanelFigures};
pub use sums::{FORCED_LINE_PLIES, GAME_GATE, Sums};
pub use tally::{CoreFigures, GAIN_STEPS_CP, GainShare, LOSS_STEPS_CP, LossShare, PLACES, Tally};
pub use votes::{Disagreement, EngineFigures, Vote, Votes, vote};

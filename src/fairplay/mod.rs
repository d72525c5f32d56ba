//! Fair play: what can honestly be said of games from their moves.
//!
//! Three steps that never mix. Games are read (`SourceGame`); an engine looks at
//! each move and what it finds is kept (`MoveRecord`); figures and reports are
//! computed from records alone. No step names a cheat: figures are for people
//! who ask further.

mod choice;
mod exclusion;
mod facts;
mod field;
mod figures;
#[cfg(test)]
mod fixtures;
mod game;
mod judged;
mod moments;
mod pace;
mod record;
mod rules;
mod sensitivity;
mod sums;
mod tally;

pub use choice::Choice;
pub use exclusion::Exclusion;
pub use facts::{
    BETTER_CP, Balance, CAP_CP, ENDGAME_PHASE, GamePhase, LEVEL_CP, MateFact, MoveFacts,
    OPENING_PHASE, Yardstick, accuracy,
};
pub use field::{Beside, Field, GameSums, PlayerSums};
pub use figures::{
    Divided, FigureOptions, Figures, ForcedLines, GAMES_GATE, Level, MateFigures, PLAYER_GATE,
    Part, Runs,
};
pub use game::{Date, Ply, SourceGame};
pub use judged::{BLUNDER_CP, JudgedMove, Rules, SMALL_LOSS_CP, TRACE_LEGEND, trace};
pub use moments::{Correlation, Mean, Moments, Share, Together};
pub use pace::{INSTANT_MS, Pace, PaceFigures, QUICK_MS, times_spent};
pub use record::{Line, Listed, Mate, Mates, MoveRecord, Value};
pub use rules::{Denominator, PlyContext, RuleSet, Thresholds, UnknownRules, classify};
pub use sensitivity::{CONSISTENCY_BOUNDS, FIT_GATE, Fitted, NoSkill, SENSITIVITY_BOUNDS, Skill};
pub use sums::{FORCED_LINE_PLIES, GAME_GATE, Sums};
pub use tally::{CoreFigures, LOSS_STEPS_CP, LossShare, PLACES, Tally};

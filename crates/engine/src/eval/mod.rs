//! A position becomes a number, an account of reasons, or tuner coefficients,
//! all by the same code.
//!
//! Start with `terms`, where every term is declared, and `evaluator`, the one
//! path that all three take. A rule (`material`, `pawns`, `passed`, `pieces`,
//! `king`, `threats`, `endgame`) reads `facts` and can only count; `trace`
//! turns counts into values and tells a sink; `stages` does what isn't linear;
//! `rows` is what both tell. `placement` and `memory` spare play work, and change
//! no score. This layer knows nothing of searching, and never
//! sees text but its tables.

mod account;
mod account_diff;
mod account_json;
mod account_table;
mod coefficients;
mod endgame;
mod evaluator;
mod explanation;
mod facts;
mod king;
mod material;
mod memory;
mod passed;
mod pawns;
mod pieces;
mod placement;
mod rows;
mod scale_sums;
mod sides;
mod slots;
mod stages;
mod tapered;
mod term_list;
mod terms;
mod threats;
mod trace;
mod wdl;
mod weights;
mod weights_write;

pub use account::Account;
pub use account_diff::{AccountDiff, Cause, Change, Part, PointsChange};
pub use account_table::{AccountTable, Detail};
pub use coefficients::{Coefficient, Coefficients, weight_owner};
pub use endgame::{Scale, ScaleReason};
pub use evaluator::{Evaluator, account, coefficients, fading_plies};
pub use explanation::{Explanation, Standing};
pub use facts::phase;
pub use rows::{Stage, StageRow, TermRow};
pub use scale_sums::{SUMMED_SETTINGS, ScaleProbe, ScaleSum, ScaleSums};
pub use sides::Sides;
pub use slots::{KING_PLACES, Slots};
pub use stages::SCORE_BOUND_CP;
pub use tapered::Tapered;
pub use term_list::term_list;
pub use terms::{Group, Term, WEIGHT_COUNT};
pub use trace::{Breakdown, NoTrace, Sink, Sums};
pub use wdl::{
    WDL_PHASES, WDL_REFERENCE_PHASE, WdlModel, finished_win_draw_loss, wdl_place, win_draw_loss,
};
pub use weights::{Setting, Weights};

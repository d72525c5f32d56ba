//! What players like these might have played here instead: a window of a game beside lines
//! that a model of people draws.
//!
//! Gong et al. (2026) compare a stretch of a game with samples of a Markov chain; this layer
//! does what they do, and the exact tests beside it. It measures one window; it is no verdict
//! on anybody. Nothing is read or printed here: who asks brings a game, ratings and a policy.
//! Start with [`Question`] and [`DemoGame`].
//!
//! ```
//! use plumb_counterfactual::DemoGame;
//!
//! assert!(DemoGame::WhiteFair.pgn().contains("1. "));
//! ```

mod bare_position;
mod besag_clifford;
mod chain;
mod demo_game;
mod draw;
mod figures;
mod honest_windows;
mod independent;
mod kernel;
mod line;
mod loss_table;
mod method;
mod path;
mod path_p_value;
mod policy;
mod position_tree;
mod question_request;
mod report;
mod report_text;
mod sampling;
mod smc;
mod study;
mod target;
mod tree;
mod verdict;
mod window;
mod window_calibration;
mod window_request;

pub use demo_game::DemoGame;
pub use draw::Draw;
pub use figures::{ChainFigures, Figure, PaceFigures};
pub use honest_windows::{HonestP, HonestWindow, honest_p_values};
pub use kernel::Kernel;
pub use line::Line;
pub use loss_table::{LossDepth, LossSearch};
pub use method::{Method, SamplingPlan};
pub use path::path_decisions;
pub use policy::{
    BuiltInPolicy, EmpiricalPolicy, History, MaiaError, MaiaPolicy, ModelPolicy, PROGRAM_PATIENCE,
    Policy, PolicyError, PolicyQuestion, ProgramPolicy, RatingScale, ReganPolicy, SharedPolicy,
    UciPolicy, shares_of_legal_moves,
};
pub use position_tree::{PositionTree, Ratings, TreeMemory};
pub use question_request::{KernelName, QuestionRequest, TargetName};
pub use report::{ReportedMove, Setting, WindowChoice, WindowReport};
pub use sampling::{Sample, draw_sample};
pub use smc::SmcPlan;
pub use study::{Question, Study, StudyTools};
pub use target::Target;
pub use tree::{LineTree, TreeError};
pub use verdict::{UNUSUAL_P, Verdict};
pub use window::{LEAST_MOVES, NoWindow, Window};
pub use window_calibration::{HonestBand, TAILS, WindowCalibration, WindowStatistic};
pub use window_request::{Side, WindowRequest};

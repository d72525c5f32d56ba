//! How well engines judge positions, measured against labels that were made
//! with far more thought, or against how the games ended.
//!
//! `class` sorts scores into three classes and fits the one cut an engine gets
//! on its own scale, `confusion` counts, `chance` turns scores into expected
//! points, `bootstrap` gives the intervals, and `accuracy` and `correlation`
//! put these together for several engines at once. All that is pure: no input,
//! no output, the same figures on every machine. `scorer` asks one engine for
//! one score, `survey` asks one engine about many positions.
//!
//! Nothing here reads files or knows which positions are for fitting and which
//! for measuring: that is the caller's to keep apart. Start with `accuracy`;
//! `docs/accuracy.md` says what is assumed.

mod accuracy;
mod bootstrap;
mod chance;
mod class;
mod confusion;
mod correlation;
mod scorer;
mod survey;

pub use accuracy::{Accuracy, AccuracyGap, ClassifiedPosition, accuracies};
pub use bootstrap::{Resampling, Spread};
pub use chance::{expected_points, fit_scale};
pub use class::{Class, Goal, LABEL_CUT_CP, WhiteScore, fit_cut};
pub use confusion::Confusion;
pub use correlation::{Correlation, GamePosition, Moments, correlations};
pub use scorer::{Effort, OwnScorer, PeerScorer, ScoreError, Scorer};
pub use survey::{Answers, survey};

//! A question about a window of a game, read and ready: what `plumb counterfactual` answers.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::policy_source::PolicySource;
use super::problem::{FieldError, Mistake, Problem};
use plumb_counterfactual::{
    LossDepth, QuestionRequest, Ratings, Study, StudyTools, TreeError, Window, WindowCalibration,
    WindowChoice, WindowReport,
};
use plumb_engine::tables::Models;
use plumb_fairplay::RecordedMoves;
use plumb_support::wording::text;

/// The ratings that may be given.
pub(super) const RATINGS: (u64, u64) = (100, 3_500);
/// The largest seed: every whole number up to it is the same in all languages that read JSON.
pub(super) const MOST_SEED: u64 = (1 << 53) - 1;
/// The largest beta, for a centipawn.
pub(super) const MOST_BETA: f64 = 1_000.0;

/// A question about a window.
pub(super) struct WindowQuestion {
    pub(super) window: Window,
    pub(super) choice: WindowChoice,
    /// Over the board at long time controls.
    pub(super) ratings: Ratings,
    pub(super) policy: PolicySource,
    pub(super) question: QuestionRequest,
    pub(super) depth: LossDepth,
}

/// Why there is no report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoReport {
    /// It was stopped before a line was drawn.
    Stopped,
    /// No such lines can be drawn.
    NoLines(String),
    /// What it is made with does not work.
    Failed(String),
}

impl NoReport {
    fn failed(error: impl std::fmt::Display) -> NoReport {
        NoReport::Failed(error.to_string())
    }
}

impl From<TreeError> for NoReport {
    fn from(error: TreeError) -> NoReport {
        match error {
            TreeError::Stopped => NoReport::Stopped,
            TreeError::AllDead(_) | TreeError::GaveUp(_) => NoReport::NoLines(error.to_string()),
            TreeError::Policy(_) | TreeError::NoMemory(_) => NoReport::failed(error),
        }
    }
}

impl From<NoReport> for Problem {
    fn from(no_report: NoReport) -> Problem {
        match no_report {
            NoReport::Stopped => Problem::busy(text!(refusal.no_line_in_time)),
            NoReport::NoLines(detail) => Problem::wrong_values(vec![FieldError {
                pointer: String::new(),
                detail,
                mistake: Mistake::Wrong,
            }]),
            NoReport::Failed(detail) => Problem::internal(detail),
        }
    }
}

impl WindowQuestion {
    /// Draws lines on so many threads. Stopped, it reports the lines that were drawn until then
    /// and says that it is partial.
    pub(super) fn report(
        &self,
        models: &Models,
        threads: usize,
        stop: &Arc<AtomicBool>,
        advance: &mut dyn FnMut(u64, u64),
    ) -> Result<WindowReport, NoReport> {
        let question = self.question.question(threads);
        let question = question.map_err(NoReport::failed)?;
        let tools = StudyTools {
            policy: &|| self.policy.instance(models, stop),
            weights: models.get().map_err(NoReport::failed)?,
            depth: self.depth,
            stop: Arc::clone(stop),
        };
        let study = Study::of(&self.window, self.ratings, question, &tools, advance)?;
        let policy = self.policy.instance(models, stop);
        let name = policy.map_err(NoReport::failed)?.name();
        let calibration = models.get::<WindowCalibration>();
        let own = RecordedMoves::stamp_of_choices(models).to_string();
        let calibration = Some(calibration.map_err(NoReport::failed)?);
        let calibration = calibration.filter(|calibration| calibration.stamp == own);
        Ok(WindowReport::of(
            &study,
            &question,
            &name,
            self.depth,
            self.choice,
            calibration.as_deref(),
        ))
    }
}

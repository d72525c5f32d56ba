//! A question about a window of a game, read and ready: what `plumb counterfactual` answers.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::limits::ServiceLimits;
use super::policy_source::PolicySource;
use super::problem::{FieldError, Problem};
use plumb_chess::board::Color;
use plumb_chess::notation::pgn::parse_rating;
use plumb_counterfactual::{
    BuiltInPolicy, LossDepth, QuestionRequest, Ratings, Study, StudyTools, TreeError, Window,
    WindowCalibration, WindowChoice, WindowReport, WindowRequest,
};
use plumb_engine::choice::HumanModel;
use plumb_engine::tables::Models;
use plumb_fairplay::{RecordedMoves, SourceGame, pool_of, time_class_of};
use plumb_protocol::request::{RecordedGame, RequestError};
use plumb_support::wording::{say, text};

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
            NoReport::NoLines(detail) => Problem::wrong_values(FieldError::wrong("", detail)),
            NoReport::Failed(detail) => Problem::internal(detail),
        }
    }
}

impl WindowQuestion {
    /// Reads a request on its board; `usual_policy` is the policy without a choice.
    pub(super) fn of(
        request: &WindowRequest,
        models: &Models,
        limits: &ServiceLimits,
        usual_policy: &PolicySource,
    ) -> Result<WindowQuestion, Problem> {
        let (RecordedGame(pgn), side) = request.game()?;
        let policy = chosen_policy(request.policy, usual_policy, models)
            .map_err(|reason| RequestError::new("policy", reason))?;
        let question = QuestionRequest {
            samples: request
                .question
                .samples
                .or(limits.usual_samples(QuestionRequest::SAMPLES)),
            ..request.question.clone()
        };
        question.question(1).map_err(RequestError::from)?;
        let game = pgn.to_game();
        let (first_ply, choice, member) = match request.from {
            Some(from) => (from.get() as usize, WindowChoice::Named, "from"),
            None => (
                request.book_plies() + 1,
                WindowChoice::FirstOutOfBook,
                "pgn",
            ),
        };
        let window = Window::of(&game, side, first_ply, request.plies());
        let window = window.map_err(|error| RequestError::new(member, error.to_string()))?;
        let people = models.get::<HumanModel>();
        let people = people.map_err(|error| Problem::internal(error.to_string()))?;
        let source = SourceGame::of("pgn".to_owned(), pgn.clone());
        let rating = |color: Color| {
            let (given, member) = match color == side {
                true => (request.elo, "elo"),
                false => (request.opponent_elo, "opponent_elo"),
            };
            let tag = color.fold("WhiteElo", "BlackElo");
            let of_game = || parse_rating(source.tag(tag)?).map(f64::from);
            let rating = given.map(|elo| elo.get() as f64).or_else(of_game);
            let missing = || RequestError::new(member, say!(expected.rating_of_game, tag));
            let rating = rating.ok_or_else(missing)?;
            let (pool, class) = (pool_of(&source), time_class_of(&source));
            Ok::<f64, RequestError>(policy.scale().rating(rating, pool, class, &people))
        };
        let ratings = Ratings {
            white: rating(Color::White)?,
            black: rating(Color::Black)?,
        };
        Ok(WindowQuestion {
            window,
            choice,
            ratings,
            policy,
            question,
            depth: request.depth(),
        })
    }

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

/// The policy of a request, or why it cannot answer.
pub(super) fn chosen_policy(
    chosen: Option<BuiltInPolicy>,
    usual: &PolicySource,
    models: &Models,
) -> Result<PolicySource, String> {
    let policy = chosen.map_or_else(|| usual.clone(), PolicySource::BuiltIn);
    match policy.hindrance(models) {
        Some(reason) => Err(reason),
        None => Ok(policy),
    }
}

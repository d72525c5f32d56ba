//! Questions that need a search: `/v1/analyse` and `/v1/explain`, as the commands
//! `plumb analyse --json` and `plumb explain --json` have them.

use std::sync::atomic::AtomicBool;

use super::answers::start;
use plumb_chess::board::{Game, Move};
use plumb_chess::notation::CastlingStyle;
use plumb_coach::analysis::{AnalyseRequest, AnalysisInput, assess};
use plumb_coach::explain::{ExplainRequest, ExplainSettings, People, explain};
use plumb_engine::tables::Models;
use plumb_fairplay::human_model;
use plumb_protocol::request::{Request, RequestError};

/// A question that a search answers.
pub(super) trait SearchQuestion: Sized + Send + 'static {
    /// What asks it.
    type Request: Request;

    /// Reads the moves of a request on their board.
    fn read(request: Self::Request, models: &Models) -> Result<Self, RequestError>;

    /// The answer: the line that the command prints, without its end.
    fn answer(self, models: &Models, stop: &AtomicBool) -> Result<String, String>;
}

impl SearchQuestion for AnalysisInput {
    type Request = AnalyseRequest;

    fn read(request: AnalyseRequest, _: &Models) -> Result<AnalysisInput, RequestError> {
        request.input(&start())
    }

    fn answer(self, models: &Models, stop: &AtomicBool) -> Result<String, String> {
        let assessment = assess(&self, models, stop).map_err(|error| error.to_string())?;
        let castling = CastlingStyle::natural(self.game.start());
        assessment.to_json(&self, castling)
    }
}

/// A question to `/v1/explain`.
pub(super) struct ExplainQuestion {
    game: Game,
    asked: Option<Move>,
    settings: ExplainSettings,
    elo: Option<u16>,
}

impl SearchQuestion for ExplainQuestion {
    type Request = ExplainRequest;

    fn read(request: ExplainRequest, models: &Models) -> Result<ExplainQuestion, RequestError> {
        let elo = request.elo.map(|elo| elo.get() as u16);
        if elo.is_some()
            && let Err(error) = human_model(models)
        {
            return Err(RequestError::new("elo", error.to_string()));
        }
        let (game, asked) = request.board(&start())?;
        Ok(ExplainQuestion {
            game,
            asked,
            settings: request.settings(),
            elo,
        })
    }

    fn answer(self, models: &Models, stop: &AtomicBool) -> Result<String, String> {
        let with_model = |elo| human_model(models).map(|model| (model, elo));
        let people = self.elo.map(with_model).transpose();
        let people = people.map_err(|error| error.to_string())?;
        let people = people
            .as_ref()
            .map(|(model, elo)| People { model, elo: *elo });
        let (game, settings) = (&self.game, &self.settings);
        let explanation = explain(game, self.asked, people, settings, models, stop)
            .map_err(|error| error.to_string())?;
        let castling = CastlingStyle::natural(game.start());
        explanation
            .to_json(castling)
            .map_err(|error| error.to_string())
    }
}

//! Questions that need a search: `/v1/analyse` and `/v1/explain`, as the commands
//! `plumb analyse --json` and `plumb explain --json` have them.

use std::sync::atomic::AtomicBool;

use super::fields::Fields;
use super::limits::Limits;
use super::position_question::{NullMoves, read_played, read_position};
use super::problem::Problem;
use plumb_chess::board::{Game, Move};
use plumb_chess::notation::CastlingStyle;
use plumb_coach::analysis::{Effort, Request, Settings, assess};
use plumb_coach::explain::{ExplainSettings, People, explain, parse_asked_move};
use plumb_engine::choice::RATING_BOUNDS;
use plumb_engine::tables::Models;
use plumb_fairplay::human_model;
use plumb_support::wording::text;

/// The members of a question to `/v1/analyse`.
pub(super) const ANALYSE_MEMBERS: [&str; 9] = [
    "fen",
    "pgn",
    "ply",
    "moves",
    "played",
    "nodes",
    "depth",
    "movetime_ms",
    "multipv",
];

/// The members of a question to `/v1/explain`.
pub(super) const EXPLAIN_MEMBERS: [&str; 7] =
    ["fen", "pgn", "ply", "moves", "played", "nodes", "elo"];

/// The deepest search in plies, and the most lines, as on the command line.
pub(super) const MOST_DEPTH: u64 = 200;
/// The fewest and the most alternatives.
pub(super) const MULTI_PV: (u64, u64) = (2, 256);

/// A question that a search answers.
pub(super) trait SearchQuestion: Sized + Send + 'static {
    /// Reads it; everything that is wrong is one problem.
    fn read(fields: Fields, limits: &Limits, models: &Models) -> Result<Self, Problem>;

    /// The answer: the line that the command prints, without its end.
    fn answer(self, models: &Models, stop: &AtomicBool) -> Result<String, String>;
}

/// A question to `/v1/analyse`.
pub(super) struct AnalyseQuestion(Request);

impl SearchQuestion for AnalyseQuestion {
    fn read(mut fields: Fields, limits: &Limits, _: &Models) -> Result<Self, Problem> {
        let point = read_position(&mut fields, NullMoves::Kept);
        let effort = read_effort(&mut fields, limits);
        let (least, most) = MULTI_PV;
        let multi_pv = fields.number("multipv", least, most);
        let mut played = None;
        match &point {
            Some(point) => played = read_played(&mut fields, &point.game).or(point.next),
            // Without a board no move can be read.
            None => drop(fields.text("played")),
        }
        fields.finish(&ANALYSE_MEMBERS)?;
        let game = point.ok_or_else(nothing_read)?.game;
        let usual = Settings::default();
        Ok(AnalyseQuestion(Request {
            game,
            played,
            settings: Settings {
                effort: effort.unwrap_or(usual.effort),
                multi_pv: multi_pv.map_or(usual.multi_pv, |lines| lines as usize),
                ..usual
            },
            json: true,
        }))
    }

    fn answer(self, models: &Models, stop: &AtomicBool) -> Result<String, String> {
        let AnalyseQuestion(request) = self;
        let assessment = assess(&request, models, stop).map_err(|error| error.to_string())?;
        let castling = CastlingStyle::natural(request.game.start());
        assessment.to_json(&request, castling)
    }
}

/// One of `nodes`, `depth` and `movetime_ms`, if any is there.
fn read_effort(fields: &mut Fields, limits: &Limits) -> Option<Effort> {
    let mut effort = None;
    for (name, most) in [
        ("nodes", limits.nodes),
        ("depth", MOST_DEPTH),
        ("movetime_ms", limits.movetime_ms),
    ] {
        if effort.is_some() && fields.has(name) {
            fields.refuse_member(name, text!(expected.one_limit));
            continue;
        }
        let number = fields.number(name, 1, most);
        effort = effort.or(number.map(|number| match name {
            "nodes" => Effort::Nodes(number),
            "depth" => Effort::Depth(number as u32),
            _ => Effort::MoveTime(number as i64),
        }));
    }
    effort
}

/// A question to `/v1/explain`.
pub(super) struct ExplainQuestion {
    game: Game,
    asked: Option<Move>,
    settings: ExplainSettings,
    elo: Option<u16>,
}

impl SearchQuestion for ExplainQuestion {
    fn read(mut fields: Fields, limits: &Limits, models: &Models) -> Result<Self, Problem> {
        let point = read_position(&mut fields, NullMoves::PassedOver);
        let nodes = fields.number("nodes", 1, limits.nodes);
        let (low, high) = RATING_BOUNDS;
        let elo = fields.number("elo", low as u64, high as u64);
        if elo.is_some()
            && let Err(error) = human_model(models)
        {
            fields.refuse("elo", error.to_string());
        }
        let text = fields.text("played");
        let mut asked = None;
        if let Some(point) = &point {
            match parse_asked_move(point.game.position(), text.as_deref()) {
                Ok(mv) => asked = mv.or(point.next),
                Err(error) => fields.refuse("played", error.to_string()),
            }
        }
        fields.finish(&EXPLAIN_MEMBERS)?;
        let usual = ExplainSettings::default();
        Ok(ExplainQuestion {
            game: point.ok_or_else(nothing_read)?.game,
            asked,
            settings: ExplainSettings {
                nodes: nodes.unwrap_or(usual.nodes),
                ..usual
            },
            elo: elo.map(|elo| elo as u16),
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

/// For a position that could not be read though nothing was refused, which does not happen.
pub(super) fn nothing_read() -> Problem {
    Problem::internal(text!(refusal.position))
}

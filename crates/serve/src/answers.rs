//! Answers that need no search: `/v1/legal`, `/v1/eval` and `/v1/eval/diff`.

use serde::Serialize;

use super::problem::Problem;
use plumb_chess::board::{Game, Position};
use plumb_chess::notation::{CastlingStyle, FenStyle, to_fen, to_san, to_uci_move};
use plumb_engine::eval::{AccountDiff, Explanation, WdlModel, Weights};
use plumb_engine::tables::{Models, TableError};
use plumb_protocol::request::{EvalDiffRequest, NullMoves, PositionRequest};

#[derive(Serialize)]
struct LegalView {
    fen: String,
    moves: Vec<MoveView>,
}

#[derive(Serialize)]
struct MoveView {
    uci: String,
    san: String,
    fen: String,
}

/// The legal moves of a position: as coordinates, as SAN, and the position after each.
pub(super) fn legal(request: PositionRequest, _: &Models) -> Result<String, Problem> {
    let game = request.point(&start(), NullMoves::Kept)?.game;
    let (position, style) = (game.position(), CastlingStyle::natural(game.start()));
    let moves = position.legal_moves();
    let mut moves: Vec<MoveView> = moves
        .iter()
        .map(|&mv| MoveView {
            uci: to_uci_move(position, mv, style),
            san: to_san(position, mv),
            fen: to_fen(&position.play(mv), FenStyle::XFen),
        })
        .collect();
    moves.sort_by(|one, other| one.uci.cmp(&other.uci));
    let view = LegalView {
        fen: to_fen(position, FenStyle::XFen),
        moves,
    };
    written(serde_json::to_string(&view))
}

/// The static evaluation of a position: what `plumb eval --json` prints.
pub(super) fn eval(request: PositionRequest, models: &Models) -> Result<String, Problem> {
    let game = request.point(&start(), NullMoves::Kept)?.game;
    written(explained(game.position(), models)?.to_json())
}

/// What a move, or another position, changes: what `plumb eval --diff --json` prints.
pub(super) fn eval_diff(request: EvalDiffRequest, models: &Models) -> Result<String, Problem> {
    let (before, after) = request.positions(&start())?;
    let (before, after) = (explained(&before, models)?, explained(&after, models)?);
    written(AccountDiff::between(&before, &after).to_json())
}

/// The board of a request without a position.
pub(super) fn start() -> Game {
    Game::new(Position::start())
}

fn explained(position: &Position, models: &Models) -> Result<Explanation, Problem> {
    let damaged = |error: TableError| Problem::internal(error.to_string());
    let weights = models.get::<Weights>().map_err(damaged)?;
    let chances = models.get::<WdlModel>().map_err(damaged)?;
    let fen = to_fen(position, FenStyle::XFen);
    Ok(Explanation::new(fen, position, &weights, &chances))
}

pub(super) fn written(json: serde_json::Result<String>) -> Result<String, Problem> {
    json.map_err(|error| Problem::internal(error.to_string()))
}

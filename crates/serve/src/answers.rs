//! Answers that need no search: `/v1/legal`, `/v1/eval` and `/v1/eval/diff`.

use serde::Serialize;

use super::fields::Fields;
use super::position_question::{NullMoves, POSITION_MEMBERS, read_fen, read_played, read_position};
use super::problem::Problem;
use super::search_question::nothing_read;
use plumb_chess::board::Position;
use plumb_chess::notation::{CastlingStyle, FenStyle, to_fen, to_san, to_uci_move};
use plumb_engine::eval::{AccountDiff, Explanation, WdlModel, Weights};
use plumb_engine::tables::{Models, TableError};
use plumb_support::wording::text;

/// The members of a question to `/v1/eval/diff`.
pub(super) const DIFF_MEMBERS: [&str; 6] = ["fen", "pgn", "ply", "moves", "played", "after"];

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
pub(super) fn legal(mut fields: Fields, _: &Models) -> Result<String, Problem> {
    let point = read_position(&mut fields, NullMoves::Kept);
    fields.finish(&POSITION_MEMBERS)?;
    let game = point.ok_or_else(nothing_read)?.game;
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
pub(super) fn eval(mut fields: Fields, models: &Models) -> Result<String, Problem> {
    let point = read_position(&mut fields, NullMoves::Kept);
    fields.finish(&POSITION_MEMBERS)?;
    let game = point.ok_or_else(nothing_read)?.game;
    written(explained(game.position(), models)?.to_json())
}

/// What a move, or another position, changes: what `plumb eval --diff --json` prints.
pub(super) fn eval_diff(mut fields: Fields, models: &Models) -> Result<String, Problem> {
    let point = read_position(&mut fields, NullMoves::Kept);
    let mut after = None;
    if fields.has("played") && fields.has("after") {
        fields.refuse_member("after", text!(expected.played_or_after));
        drop(fields.text("played"));
    } else if fields.has("after") {
        let fen = fields.text("after");
        after = fen.and_then(|fen| read_fen(&mut fields, "after", &fen));
    } else if let Some(point) = &point {
        let is_named = fields.has("played");
        let position = point.game.position();
        let played = read_played(&mut fields, &point.game).or(point.next);
        after = played.map(|mv| position.play(mv));
        if after.is_none() && !is_named {
            fields.refuse("played", text!(expected.move_or_after));
        }
    } else {
        drop(fields.text("played"));
    }
    fields.finish(&DIFF_MEMBERS)?;
    let before = point.ok_or_else(nothing_read)?.game;
    let before = explained(before.position(), models)?;
    let after = explained(&after.ok_or_else(nothing_read)?, models)?;
    written(AccountDiff::between(&before, &after).to_json())
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

//! What makes the evaluations of two positions differ.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Request;
use super::position_request::{Fen, NullMoves, PositionRequest, played_move};
use super::refused::RequestError;
use plumb_chess::board::{Game, Position};
use plumb_chess::notation::pgn::GamePoint;
use plumb_support::wording::text;

/// A request for what a move, or another position, changes in the evaluation.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("anyOf" = [{ "required": ["played"] }, { "required": ["after"] }, { "required": ["pgn"] }]))]
pub struct EvalDiffRequest {
    /// The position.
    #[serde(flatten)]
    pub position: PositionRequest,

    /// The move that was played, as coordinates or SAN.
    #[schemars(extend("format" = "chess-move"))]
    pub played: Option<String>,

    /// The position to compare with, as FEN or startpos.
    pub after: Option<Fen>,
}

impl Request for EvalDiffRequest {
    const EXCLUSIVE: &'static [&'static [&'static str]] =
        &[&["pgn", "fen"], &["pgn", "moves"], &["played", "after"]];
}

impl EvalDiffRequest {
    /// The request for the difference between two positions.
    pub fn between(before: Fen, after: Fen) -> EvalDiffRequest {
        EvalDiffRequest {
            position: PositionRequest {
                fen: Some(before),
                ..PositionRequest::default()
            },
            after: Some(after),
            played: None,
        }
    }

    /// The position before, and that after.
    pub fn positions(&self, board: &Game) -> Result<(Position, Position), RequestError> {
        let GamePoint { game, next } = self.position.point(board, NullMoves::Kept)?;
        let before = game.position();
        let after = match &self.after {
            Some(Fen(after)) => after.clone(),
            None => {
                let played = played_move(self.played.as_deref(), &game)?.or(next);
                let error = || RequestError::new("played", text!(expected.move_or_after));
                before.play(played.ok_or_else(error)?)
            }
        };
        Ok((before.clone(), after))
    }
}

//! A move that is compared with another: its name, its line, and what stands at the end.

use super::evidence::SearchedMove;
use super::played_line::PlayedLine;
use plumb_chess::board::{Color, Move, Position};
use plumb_chess::notation::{FenStyle, to_fen};
use plumb_engine::eval::{Explanation, WdlModel, Weights};
use plumb_engine::search::Score;

/// A move with its line and the evaluation where that ends.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedLine {
    /// The move.
    pub mv: Move,
    /// With its number: `40...Kf6`.
    pub san: String,
    /// Who plays it.
    pub side: Color,
    /// Its score, from the side of the player who moves.
    pub score: Score,
    /// The depth of the search that gave it, in plies; 0 where the move ends the game.
    pub depth: u32,
    /// The principal variation, which begins with it.
    pub line: PlayedLine,
    /// The evaluation of the position where it ends.
    pub end: Explanation,
}

impl ComparedLine {
    /// Of a searched move in `position`.
    pub(super) fn of(
        position: &Position,
        searched: &SearchedMove,
        weights: &Weights,
        chances: &WdlModel,
    ) -> ComparedLine {
        let line = PlayedLine::new(position, &searched.line);
        let fen = to_fen(line.end(), FenStyle::XFen);
        ComparedLine {
            mv: searched.mv,
            san: line.first(1).san(),
            side: position.turn(),
            score: searched.score,
            depth: searched.looks.last().map_or(0, |look| look.depth),
            end: Explanation::new(fen, line.end(), weights, chances),
            line,
        }
    }
}

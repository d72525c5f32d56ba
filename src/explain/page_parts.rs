//! Explanations as data for pages: lines to play through, and bars side by side.

use serde_json::{Value, json};

use super::compared_line::ComparedLine;
use super::feature_bars::FeatureShare;
use super::move_explanation::MoveComparison;
use crate::board::{Color, Move, Position};
use crate::notation::{FenStyle, to_fen, to_san};
use crate::search::{Score, ScoreValue};

/// Plies of a line that can be played through.
const LINE_PLIES: usize = 12;

/// Which man stands where: the first field of a FEN.
pub(crate) fn placement(position: &Position) -> String {
    let fen = to_fen(position, FenStyle::XFen);
    fen.split(' ').next().unwrap_or_default().to_owned()
}

/// A score of `side` as White has it. What is turned is the value that people read: a mate in
/// one for Black is one against White, not none.
pub(crate) fn white_value(score: Score, side: Color) -> ScoreValue {
    match score.value() {
        ScoreValue::Cp(cp) => ScoreValue::Cp(side.fold(cp, -cp)),
        ScoreValue::Mate(moves) => ScoreValue::Mate(side.fold(moves, -moves)),
    }
}

/// `{"cp": 31}` or `{"mate": -3}`.
pub(crate) fn score_view(score: ScoreValue) -> Value {
    match score {
        ScoreValue::Cp(cp) => json!({ "cp": cp }),
        ScoreValue::Mate(moves) => json!({ "mate": moves }),
    }
}

impl MoveComparison {
    /// Both moves, the explained one first, each with its name, its score from White's side,
    /// and its line: number, whether it is White's, SAN, board after.
    pub(crate) fn lines_view(&self) -> Value {
        json!([line_view(&self.explained), line_view(&self.best)])
    }

    /// A row a feature: its title, and what it adds to the evaluation where either line ends,
    /// in centipawns from White's side.
    pub(crate) fn bars_view(&self) -> Value {
        let [explained, best] = [&self.explained, &self.best];
        let [own, other] = [explained, best].map(|line| FeatureShare::all(&line.end.account));
        let rows = own.iter().zip(&other);
        let rows = rows.map(|(own, other)| json!([own.title(), own.white_cp, other.white_cp]));
        let [own, other] = [explained, best].map(|line| line.end.account.total_cp);
        rows.chain([json!(["Together", own, other])]).collect()
    }
}

fn line_view(line: &ComparedLine) -> Value {
    json!({
        "name": line.san,
        "score": score_view(white_value(line.score, line.side)),
        "line": moves_view(line.line.start(), line.line.moves()),
    })
}

fn moves_view(start: &Position, moves: &[Move]) -> Vec<Value> {
    let mut position = start.clone();
    let mut line = Vec::new();
    for &mv in moves.iter().take(LINE_PLIES) {
        let (number, is_white) = (position.fullmove_number(), position.turn() == Color::White);
        let san = to_san(&position, mv);
        position = position.play(mv);
        line.push(json!([number, is_white, san, placement(&position)]));
    }
    line
}

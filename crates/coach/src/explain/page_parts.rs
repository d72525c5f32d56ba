//! Explanations as data for pages: lines to play through, and bars side by side.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::compared_line::ComparedLine;
use super::feature_bars::FeatureShare;
use super::move_explanation::MoveComparison;
use super::sentence::Sentence;
use crate::web::{line_view, move_words};
use plumb_chess::board::Color;
use plumb_engine::eval::Account;
use plumb_engine::search::{Score, ScoreValue};

/// Plies of a line that can be played through.
const LINE_PLIES: usize = 12;

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
    /// The moves that stand side by side, the explained one first, each with its name, its score
    /// from White's side, and its line.
    pub(crate) fn lines_view(&self) -> Value {
        self.side_by_side().into_iter().map(compared_view).collect()
    }

    /// A row a feature: its key, and what it adds to the evaluation where each of the lines ends,
    /// in centipawns from White's side.
    pub(crate) fn bars_view(&self) -> Value {
        let lines = self.side_by_side();
        let accounts: Vec<&Account> = lines.iter().map(|line| &line.end.account).collect();
        let row = |key: &str, values: Vec<i32>| -> Value {
            let key = std::iter::once(json!(key));
            key.chain(values.into_iter().map(Value::from)).collect()
        };
        let features = FeatureShare::rows(&accounts).into_iter();
        let features = features.map(|(part, shares)| row(part.key(), shares));
        let totals = accounts.iter().map(|account| account.total_cp);
        features.chain([row("total", totals.collect())]).collect()
    }
}

fn compared_view(line: &ComparedLine) -> Value {
    let moves = line.line.moves();
    let shown = &moves[..moves.len().min(LINE_PLIES)];
    json!({
        "name": line.san,
        "score": score_view(white_value(line.score, line.side)),
        "line": line_view(line.line.start(), &move_words(line.line.start(), shown)),
    })
}

/// A sentence as a reason: its words, a line to what it speaks of, and the squares there. The
/// line ends where the first man stands that is spoken of, or else where the sentence's first
/// line ends; null where there is none.
pub(crate) fn reason_view(sentence: &Sentence) -> Value {
    let places = sentence.claims.iter();
    let mut places = places.filter_map(|one| Some((one.line, one.claim.place()?)));
    let (line, plies, squares) = match places.next() {
        Some((line, (ply, mut squares))) => {
            let same = places.filter(|(other, (at, _))| (*other, *at) == (line, ply));
            squares.extend(same.flat_map(|(_, (_, squares))| squares));
            (line, ply, squares)
        }
        None => (0, LINE_PLIES, Vec::new()),
    };
    let shown = sentence.lines.get(line).map(|line| {
        let moves = line.first(plies);
        line_view(line.start(), &move_words(line.start(), moves.moves()))
    });
    let squares: BTreeSet<String> = squares.iter().map(ToString::to_string).collect();
    json!([sentence.text, shown, squares])
}

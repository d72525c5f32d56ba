//! A review as a line of JSON, described by `schemas/review.schema.json`.

use serde::Serialize;
use serde_json::Value;

use super::game_review::{Answer, Fault, GameReview, PlyReview};
use crate::explain::{PlayedLine, score_view};
use plumb_chess::board::{Color, Move, Position};
use plumb_chess::notation::{CastlingStyle, FenStyle, to_fen, to_san, to_uci_move};

#[derive(Serialize)]
struct GameLine<'a> {
    kind: &'static str,
    file: &'a str,
    number: usize,
    tags: &'a [(String, String)],
    start: String,
    result: &'a str,
    white: SideView,
    black: SideView,
    plies: Vec<PlyView<'a>>,
    stopped: bool,
}

#[derive(Serialize)]
struct SideView {
    rating: Option<u16>,
    moves: usize,
    first_choices: usize,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
    mean_drop: Option<f64>,
}

#[derive(Serialize)]
struct PlyView<'a> {
    side: &'static str,
    r#move: Option<String>,
    san: Option<String>,
    clock: Option<String>,
    white_score: Option<Value>,
    white_chance: Option<f64>,
    first_choice: bool,
    drop: Option<f64>,
    fault: Option<FaultView<'a>>,
}

#[derive(Serialize)]
struct FaultView<'a> {
    severity: &'static str,
    chances: [f64; 2],
    glyph: &'static str,
    sentences: Vec<SentenceView>,
    played_line: String,
    best_line: String,
    best_move: Option<String>,
    answers: Vec<AnswerView>,
    hints: [&'a str; 4],
}

#[derive(Serialize)]
struct SentenceView {
    topic: &'static str,
    text: String,
}

#[derive(Serialize)]
struct AnswerView {
    r#move: String,
    san: String,
    drop: f64,
    right: bool,
}

impl GameReview {
    /// One JSON object on one line.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        let castling = CastlingStyle::natural(&self.start);
        let line = GameLine {
            kind: "game",
            file: &self.file,
            number: self.number,
            tags: &self.tags,
            start: to_fen(&self.start, FenStyle::XFen),
            result: &self.result,
            white: self.side_view(Color::White),
            black: self.side_view(Color::Black),
            plies: self
                .plies
                .iter()
                .map(|ply| ply_view(ply, castling))
                .collect(),
            stopped: self.is_stopped,
        };
        serde_json::to_string(&line)
    }

    fn side_view(&self, side: Color) -> SideView {
        let summary = self.summary(side);
        let [inaccuracies, mistakes, blunders] = summary.faults;
        let [white, black] = self.ratings;
        SideView {
            rating: side.fold(white, black),
            moves: summary.moves,
            first_choices: summary.first_choices,
            inaccuracies,
            mistakes,
            blunders,
            mean_drop: summary.mean_drop.map(rounded),
        }
    }
}

/// Chances with four decimals: beyond those are only the computer's own.
pub(super) fn rounded(chance: f64) -> f64 {
    (chance * 10_000.0).round() / 10_000.0
}

fn ply_view(ply: &PlyReview, castling: CastlingStyle) -> PlyView<'_> {
    let before = &ply.before;
    PlyView {
        side: before.turn().fold("white", "black"),
        r#move: ply.mv.map(|mv| to_uci_move(before, mv, castling)),
        san: ply.mv.map(|mv| to_san(before, mv)),
        clock: ply.clock.clone(),
        white_score: ply.white_after.map(score_view),
        white_chance: ply.white_chance.map(rounded),
        first_choice: ply.is_first_choice,
        drop: ply.drop.map(rounded),
        fault: ply
            .fault
            .as_ref()
            .map(|fault| fault_view(before, fault, castling)),
    }
}

fn fault_view<'a>(before: &Position, fault: &'a Fault, castling: CastlingStyle) -> FaultView<'a> {
    let line = |moves: &[Move]| PlayedLine::new(before, moves).san();
    let sentences = fault.explanation.sentences.iter();
    FaultView {
        severity: fault.severity.into(),
        chances: fault.chances.map(rounded),
        glyph: fault.severity.glyph(),
        sentences: sentences
            .map(|one| SentenceView {
                topic: one.topic.into(),
                text: one.text.clone(),
            })
            .collect(),
        played_line: line(&fault.played_line),
        best_line: line(&fault.best_line),
        best_move: fault
            .best_line
            .first()
            .map(|&mv| to_uci_move(before, mv, castling)),
        answers: fault
            .answers
            .iter()
            .map(|&Answer { mv, drop, is_right }| AnswerView {
                r#move: to_uci_move(before, mv, castling),
                san: to_san(before, mv),
                drop: rounded(drop),
                right: is_right,
            })
            .collect(),
        hints: fault.hints.steps(),
    }
}

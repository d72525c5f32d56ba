//! Reviews as one page that needs no network and no other file: the games with boards,
//! reasons, lines to play through, and mistakes to try again.
//!
//! All text of a game reaches the page as data, never as markup. Start with `ReviewPage`.

use serde_json::{Value, json};

use super::game_review::{Fault, GameReview, PlyReview};
use super::review_json::rounded;
use super::review_text::{cost, reasons};
use super::severity::USUAL_RATING;
use crate::explain::{MoveComparison, Sentence, reason_view, score_view};
use crate::web::{self, HtmlError, Part, line_view, move_word};
use plumb_chess::board::{Color, Position};
use plumb_chess::notation::{CastlingStyle, to_uci_move};
use plumb_support::wording::{counted_noun, text};

/// The page's parts in the order in which they run.
const PARTS: [Part; 11] = [
    web::BASE,
    web::WORDS,
    web::PLOTS,
    web::BOARD,
    web::LINES,
    web::REASONS,
    web::GAME,
    web::FEATURE_BARS,
    Part::styled(
        include_str!("html/retry.js"),
        include_str!("html/retry.css"),
    ),
    Part::script(include_str!("html/game.js")),
    web::ROUTER,
];

/// The page in the making.
#[derive(Clone, Debug, Default)]
pub struct ReviewPage {
    games: Vec<Value>,
    problems: Vec<Value>,
    is_stopped: bool,
}

impl ReviewPage {
    /// Adds a game by its data.
    pub fn add(&mut self, game: Value) {
        self.games.push(game);
    }

    /// Adds a game that could not be read.
    pub fn add_problem(&mut self, file: &str, line: u64, reason: &str) {
        self.problems.push(json!([file, line, reason]));
    }

    /// Says that it was stopped before all games were done.
    pub fn set_stopped(&mut self) {
        self.is_stopped = true;
    }

    /// The whole page.
    pub fn finish(self) -> Result<String, HtmlError> {
        let banner = counted_noun(self.games.len() as u64, text!(noun.game));
        let data = json!({
            "games": self.games,
            "problems": self.problems,
            "stopped": self.is_stopped,
            "usual_rating": USUAL_RATING,
        });
        web::page(text!(review.name), &banner, &PARTS, &data)
    }
}

/// What the page shows of a game.
pub(super) fn game_view(review: &GameReview) -> Value {
    let castling = CastlingStyle::natural(&review.start);
    let side = |side: Color| {
        let summary = review.summary(side);
        let [white, black] = review.ratings;
        json!({
            "name": review.player(side),
            "rating": side.fold(white, black),
            "moves": summary.moves,
            "first": summary.first_choices,
            "faults": summary.faults,
            "drop": summary.mean_drop.map(rounded),
        })
    };
    let plies: Vec<Value> = review
        .plies
        .iter()
        .map(|ply| ply_view(ply, castling))
        .collect();
    json!({
        "title": review.title(),
        "line": line_view(&review.start, &words(review)),
        "sides": [side(Color::White), side(Color::Black)],
        "plies": plies,
        "stopped": review.is_stopped,
    })
}

fn ply_view(ply: &PlyReview, castling: CastlingStyle) -> Value {
    let before = &ply.before;
    json!({
        "score": ply.white_after.map(score_view),
        "chance": ply.white_chance.map(rounded),
        "clock": ply.clock,
        // Cut off, so that no drop reads as a limit that it does not reach.
        "drop": ply.drop.map(|drop| (1_000.0 * drop).floor() / 1_000.0),
        "first": ply.is_first_choice,
        "fault": ply.fault.as_ref().map(|fault| fault_view(before, fault, castling)),
    })
}

/// The words of a game's moves.
fn words(review: &GameReview) -> String {
    let plies = review.plies.iter();
    let words: Vec<String> = plies
        .map(|ply| match ply.mv {
            Some(mv) => move_word(&ply.before, mv),
            None => "--".to_owned(),
        })
        .collect();
    words.join(" ")
}

fn fault_view(before: &Position, fault: &Fault, castling: CastlingStyle) -> Value {
    let told: Vec<String> = reasons(&fault.explanation).collect();
    let sentences = fault.explanation.sentences.iter();
    let (told, others): (Vec<&Sentence>, Vec<&Sentence>) =
        sentences.partition(|one| told.contains(&one.text));
    let views = |list: Vec<&Sentence>| list.into_iter().map(reason_view).collect::<Vec<Value>>();
    let comparison = fault.explanation.comparison.as_ref();
    let answers = fault.answers.iter().map(|answer| {
        json!([
            to_uci_move(before, answer.mv, castling),
            move_word(before, answer.mv),
            rounded(answer.drop),
            answer.is_right,
        ])
    });
    json!({
        "cost": cost(fault),
        "glyph": fault.severity.glyph(),
        "severity": <&str>::from(fault.severity),
        "told": views(told),
        "others": views(others),
        "lines": comparison.map(MoveComparison::lines_view),
        "bars": comparison.map(MoveComparison::bars_view),
        "answers": answers.collect::<Vec<Value>>(),
        "hints": fault.hints.steps(),
        "best": comparison.map(|one| move_word(before, one.best.mv)),
        "before": line_view(before, ""),
    })
}

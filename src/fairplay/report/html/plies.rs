//! A game as the page takes it: a row of the table, and all its plies with
//! boards, scores and levels.
//!
//! Scores are centipawns, or `#3` for a mate, from the side of the player who
//! moved; only the evaluation curve is from White's.

use serde_json::{Value, json};

use super::bins::first_move;
use super::compact::{brief, slim};
use super::estimates::short;
use crate::board::Position;
use crate::fairplay::figures::{GameReport, MoveReport};
use crate::fairplay::records::{MoveRecord, Value as Score, san_of};
use crate::notation::{FenStyle, parse_fen, parse_san, to_fen};

/// The value of a tag.
pub(super) fn tag<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = tags.iter().find(|(tag, _)| tag == name);
    found.map(|(_, value)| value.as_str())
}

/// What the table of games shows.
pub(super) fn row(report: &GameReport) -> Value {
    let tag = |name| tag(&report.tags, name);
    json!({
        "id": report.id,
        "white": report.white,
        "black": report.black,
        "event": tag("Event"),
        "date": tag("Date").or_else(|| tag("UTCDate")),
        "result": tag("Result"),
        "file": report.file,
        "number": report.number,
        "plies": report.moves.len(),
        "sides": [slim(&report.white_figures), slim(&report.black_figures)],
        "spark": spark(report),
        "failure": report.failure,
    })
}

/// The evaluation over the game at a glance: at most so many letters, each for as many plies.
const SPARK: usize = 40;
/// Centipawns of each letter; `a` is lost and `u` won for White.
const SPARK_STEP_CP: i32 = 60;

/// From `a` to `u` for White's side after a move, held within 6 pawns; `-` where it is unknown.
fn spark(report: &GameReport) -> String {
    let step = report.moves.len().div_ceil(SPARK).max(1);
    let shown = report.moves.iter().skip(step - 1).step_by(step);
    shown
        .map(|mv| match &mv.record {
            Some(record) => {
                let steps = (white_cp(record, mv) / SPARK_STEP_CP).clamp(-10, 10);
                u8::try_from(i32::from(b'k') + steps).map_or('-', char::from)
            }
            None => '-',
        })
        .collect()
}

/// What a game's own page shows.
pub(super) fn detail(report: &GameReport) -> Value {
    let start = match &report.start_fen {
        Some(fen) => parse_fen(fen).ok(),
        None => Some(Position::start()),
    };
    let (first, is_black) = first_move(report);
    let mut position = start.clone();
    let mut plies = Vec::with_capacity(report.moves.len());
    for (index, mv) in report.moves.iter().enumerate() {
        let number = first.saturating_add((index + usize::from(is_black)) / 2);
        let after = position.as_ref().and_then(|before| played(before, mv));
        plies.push(json!({
            "n": number,
            "w": mv.side == "white",
            "san": mv.san,
            "board": after.as_ref().map(placement),
            "trace": mv.verdict.letter(),
            "eval": mv.record.as_ref().map(|record| white_cp(record, mv)),
            "ms": mv.verdict.facts.as_ref().and_then(|facts| facts.spent_ms),
            "facts": mv.verdict.facts.as_ref().map(|facts| json!({
                "loss": (!facts.is_uncertain).then_some(facts.loss_cp),
                "looks": looks(mv),
                "rank": facts.rank,
                "first": facts.is_first_choice,
                "better": mv.is_beyond_noise,
                "drop": facts.drop_cp,
                "accuracy": short(facts.accuracy),
                "credit": short(facts.credit),
                "settled": facts.settled_depth,
                "changes": facts.changes,
            })),
            "chosen": mv.verdict.modelled.as_ref().and_then(|choice| choice.rated).map(|rated| json!([
                short(rated.expected.share),
                short(rated.expected.engine_share),
                short(rated.rating),
                short(rated.expected.log_ratio),
                short(rated.expected.engine_like_share),
                terms(mv),
            ])),
            "trend": mv.verdict.trend.map(|trend| json!([
                trend.trend.name(),
                short(trend.probabilities[trend.trend as usize]),
            ])),
            "record": mv.record.as_ref().map(|record| engine(record, mv, position.as_ref())),
        }));
        position = after;
    }
    let stretches = [report.white_stretch, report.black_stretch].map(|stretch| {
        stretch.map(|own| {
            json!([
                own.first_ply,
                own.last_ply,
                own.matches,
                own.of,
                short(own.expected),
                short(own.chance),
            ])
        })
    });
    json!({
        "start": start.as_ref().map(placement),
        "sides": [brief(&report.white_figures), brief(&report.black_figures)],
        "book": report.book.plies,
        "stretches": stretches,
        "plies": plies,
    })
}

/// The largest terms of the log ratio, each with its feature's place.
fn terms(mv: &MoveReport) -> Value {
    let terms = mv.terms.iter();
    terms
        .map(|&(feature, value)| json!([feature as usize, libm::round(value * 100.0) / 100.0]))
        .collect()
}

/// What each look at the move said that it lost, and at which depth.
fn looks(mv: &MoveReport) -> Value {
    let looks = mv.record.iter().flat_map(|record| &record.loss_looks);
    looks
        .map(|look| json!([look.loss_cp(), look.depth]))
        .collect()
}

fn placement(position: &Position) -> String {
    let fen = to_fen(position, FenStyle::default());
    fen.split(' ').next().unwrap_or_default().to_owned()
}

fn played(before: &Position, mv: &MoveReport) -> Option<Position> {
    if mv.san == "--" {
        return Some(before.play_null());
    }
    parse_san(before, &mv.san).ok().map(|mv| before.play(mv))
}

fn white_cp(record: &MoveRecord, mv: &MoveReport) -> i32 {
    let cp = record.after.score.level_cp();
    if mv.side == "white" { cp } else { -cp }
}

pub(super) fn score(score: Score) -> Value {
    match score {
        Score::Cp(cp) => cp.into(),
        Score::Mate(moves) => format!("#{moves}").into(),
    }
}

fn engine(record: &MoveRecord, mv: &MoveReport, position: Option<&Position>) -> Value {
    let listed: Vec<Value> = record
        .listed
        .iter()
        .map(|listed| {
            json!([
                san_of(position, &listed.mv),
                score(listed.score),
                listed.depth,
                listed.mv == record.played
            ])
        })
        .collect();
    let (levels, guessed) = match &mv.levels {
        Some(all) => ([&all.before, &all.after], all.extrapolated),
        None => (
            [&record.before.levels, &record.after.levels],
            [record.before.extrapolated, record.after.extrapolated],
        ),
    };
    json!({
        "choice": record.before.choice().map(|mv| san_of(position, mv)),
        "before": score(record.before.score),
        "after": score(record.after.score),
        "depths": [record.before.depth, record.after.depth, record.depth],
        "levels": levels,
        "guessed": guessed,
        "list": listed,
        "legal": record.legal,
    })
}

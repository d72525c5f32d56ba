//! A game as the page takes it: a row of the table, and all its plies with
//! scores, lines and what each search said at each depth.
//!
//! Scores are centipawns, or `#3` for a mate, from the side of the player who
//! moved; only the evaluation curve is from White's.

use serde_json::{Value, json};

use super::bins::first_move;
use super::compact::{brief, slim};
use super::estimates::short;
use crate::figures::{GameReport, MoveReport};
use crate::records::{Line, MoveRecord, Value as Score, san_of};
use plumb_chess::board::Position;
use plumb_chess::notation::pgn::known_date;
use plumb_chess::notation::{parse_fen, parse_san, parse_uci_move};
use plumb_coach::web::{columns, move_word, placement};
use plumb_engine::search::Bound;

/// So many plies of a line are shown.
const LINE_PLIES: usize = 8;

/// The value of a tag.
pub(super) fn tag<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = tags.iter().find(|(tag, _)| tag == name);
    found.map(|(_, value)| value.as_str())
}

/// When a game was played, as far as that is known.
pub(super) fn date(tags: &[(String, String)]) -> Option<&str> {
    let dates = ["Date", "UTCDate"].map(|name| tag(tags, name));
    dates.into_iter().flatten().find_map(known_date)
}

/// What the table of games shows.
pub(super) fn row(report: &GameReport) -> Value {
    let tag = |name| tag(&report.tags, name);
    let mut row = json!({
        "id": report.id,
        "white": report.white,
        "black": report.black,
        "event": tag("Event"),
        "date": date(&report.tags),
        "result": tag("Result"),
        "file": report.file,
        "number": report.number,
        "plies": report.moves.len(),
        "sides": [slim(&report.white_figures), slim(&report.black_figures)],
        "spark": spark(report),
        "failure": report.failure,
        "notes": report.notes,
    });
    let computers = [report.white_computer, report.black_computer];
    if computers != [false; 2] {
        row["computers"] = json!(computers);
    }
    row
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
    let mut position = start.clone();
    let mut plies = Vec::with_capacity(report.moves.len());
    let mut words = Vec::with_capacity(report.moves.len());
    for mv in &report.moves {
        let made = position.as_ref().and_then(|at| parse_san(at, &mv.san).ok());
        let after = match (&position, made) {
            (Some(before), Some(made)) => Some(before.play(made)),
            (Some(before), None) if mv.san == "--" => Some(before.play_null()),
            _ => None,
        };
        words.push(match (&position, made) {
            (Some(before), Some(made)) => move_word(before, made),
            _ => mv.san.clone(),
        });
        plies.push(json!({
            "trace": mv.verdict.letter(),
            "eval": mv.record.as_ref().map(|record| white_cp(record, mv)),
            "ms": mv.verdict.facts.as_ref().and_then(|facts| facts.spent_ms),
            "clock": mv.clock_ms.map(|ms| ms / 1_000),
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
                <&str>::from(trend.trend),
                short(trend.probabilities[trend.trend as usize]),
            ])),
            "record": mv.record.as_ref().map(|record| engine(record, position.as_ref(), after.as_ref())),
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
    let (first, is_black) = first_move(report);
    json!({
        "line": {
            "board": start.as_ref().map(placement),
            "n": first,
            "w": !is_black,
            "moves": words.join(" "),
        },
        "sides": [brief(&report.white_figures), brief(&report.black_figures)],
        "book": report.book.plies,
        "clock_note": report.clock_note,
        "stretches": stretches,
        "plies": columns(plies),
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

/// A search for one line at each depth: the selective depth of the last, and for each depth two
/// numbers, how many plies and how many centipawns it is from the one before (at first: from 0).
/// Steps are small numbers, and pack better.
fn levels(line: &Line) -> (usize, Vec<i64>) {
    let exact = line.iterations.iter();
    let exact = exact.filter(|one| one.bound == Bound::Exact);
    let mut seldepth = 0;
    let mut before = (0, 0);
    let mut steps = Vec::new();
    for one in exact {
        let level = (i64::from(one.depth), i64::from(one.score.level_cp()));
        steps.extend([level.0 - before.0, level.1 - before.1]);
        before = level;
        seldepth = one.seldepth;
    }
    (seldepth, steps)
}

/// A line of a record as words, as far as it can be played.
fn words(start: &Position, line: &[String]) -> String {
    let mut position = start.clone();
    let mut words = Vec::new();
    for mv in line.iter().take(LINE_PLIES) {
        let Some(mv) = parse_uci_move(&position, mv) else {
            break;
        };
        words.push(move_word(&position, mv));
        position = position.play(mv);
    }
    words.join(" ")
}

fn engine(record: &MoveRecord, before: Option<&Position>, after: Option<&Position>) -> Value {
    let listed: Vec<Value> = record
        .listed
        .iter()
        .map(|listed| {
            let line = match before {
                Some(before) => words(before, &listed.line()),
                None => listed.mv.clone(),
            };
            let is_played = listed.mv == record.played;
            json!([line, score(listed.score), listed.depth, is_played])
        })
        .collect();
    let choices = record.before.choices.iter();
    let choices: Vec<Value> = choices
        .map(|(depth, mv)| json!([depth, san_of(before, mv)]))
        .collect();
    json!({
        "choice": record.before.choice().map(|mv| san_of(before, mv)),
        "choices": choices,
        "before": score(record.before.score),
        "after": score(record.after.score),
        "depths": [record.before.depth, record.after.depth, record.depth],
        "looks": [levels(&record.before), levels(&record.after)],
        "best_line": before.map(|before| words(before, &record.before.pv)),
        "reply": after.map(|after| words(after, &record.after.pv)),
        "list": listed,
        "legal": record.legal,
    })
}

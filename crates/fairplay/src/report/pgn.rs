//! Annotated PGN: evaluations as lichess and chess programs read them, signs
//! beside moves, and the game's figures as its last comment.

use super::header::RunHeader;
use crate::facts::SMALL_LOSS_CP;
use crate::figures::{Figures, GameReport, MoveReport};
use crate::games::{Ply, SourceGame};
use crate::records::{Value, san_of};
use plumb_chess::board::Position;
use plumb_chess::notation::FenStyle;
use plumb_chess::notation::pgn::{PgnGame, PgnMove};
use plumb_support::wording::{say, text};

/// "Very good": every pass sees the played move ahead of the engine's own choice by more
/// than noise does, and the searches of each alone do not say otherwise.
const BETTER_THAN_BEST: u8 = 3;

/// "Worth a look": engines are at least twice as likely to make the move as people of the
/// player's rating. About one in a hundred of anybody's moves is, honest or not.
const MUCH_LIKELIER_FOR_ENGINES: u8 = 5;

/// The log ratio of that, in nats.
const MUCH_LIKELIER: f64 = std::f64::consts::LN_2;

/// The game with what the report says of it.
pub fn annotated(source: &SourceGame, report: &GameReport, header: &RunHeader) -> String {
    let mut position = source.start.clone();
    let mut moves = Vec::with_capacity(source.plies.len());
    for (ply, mv) in source.plies.iter().zip(&report.moves) {
        moves.push(PgnMove {
            mv: ply.mv,
            nags: nags(mv),
            comment: comment(mv, &position),
            variations: Vec::new(),
        });
        position = match ply.mv {
            Some(mv) => position.play(mv),
            None => position.play_null(),
        };
    }
    written(source, moves, ending(report, header))
}

/// A game as PGN, with nothing beside its moves: what was noted there is not kept.
pub fn plain_pgn(source: &SourceGame) -> String {
    let plain = |ply: &Ply| PgnMove {
        mv: ply.mv,
        nags: Vec::new(),
        comment: String::new(),
        variations: Vec::new(),
    };
    written(
        source,
        source.plies.iter().map(plain).collect(),
        String::new(),
    )
}

fn written(source: &SourceGame, moves: Vec<PgnMove>, ending: String) -> String {
    let result = source.tag("Result").unwrap_or("*");
    let known = ["1-0", "0-1", "1/2-1/2"].contains(&result);
    let game = PgnGame {
        tags: source
            .tags
            .iter()
            .filter(|(name, _)| name != "FEN" && name != "SetUp")
            .cloned()
            .collect(),
        start: source.start.clone(),
        moves,
        result: if known { result } else { "*" }.to_owned(),
        ending,
    };
    game.to_pgn(FenStyle::default())
}

fn nags(mv: &MoveReport) -> Vec<u8> {
    let facts = mv.verdict.counted();
    let better = mv.is_beyond_noise
        && facts.is_some_and(|facts| !facts.is_uncertain && facts.loss_cp <= SMALL_LOSS_CP);
    let signs = [
        better.then_some(BETTER_THAN_BEST),
        is_much_likelier_for_engines(mv).then_some(MUCH_LIKELIER_FOR_ENGINES),
    ];
    signs.into_iter().flatten().collect()
}

/// False where the position asked for no choice, no model belongs to the record, or the player
/// has no rating.
fn is_much_likelier_for_engines(mv: &MoveReport) -> bool {
    let rated = mv.verdict.modelled.as_ref().and_then(|own| own.rated);
    rated.is_some_and(|rated| rated.expected.log_ratio >= MUCH_LIKELIER)
}

/// `[%eval]` from White's side after the move, the clock, and what was better.
fn comment(mv: &MoveReport, position: &Position) -> String {
    let mut parts = Vec::new();
    if let Some(record) = &mv.record {
        let sign = if mv.side == "white" { 1 } else { -1 };
        let mate_done = record.after.depth == 0 && record.after.score.is_mate();
        match record.after.score {
            _ if mate_done => {}
            Value::Cp(cp) => parts.push(format!("[%eval {}]", pawns(sign * cp))),
            Value::Mate(moves) => parts.push(format!("[%eval #{}]", sign * moves)),
        }
    }
    if let Some(clock_ms) = mv.clock_ms {
        let seconds = clock_ms / 1_000;
        parts.push(format!(
            "[%clk {}:{:02}:{:02}]",
            seconds / 3_600,
            seconds / 60 % 60,
            seconds % 60
        ));
    }
    if let Some(exclusion) = mv.verdict.exclusion {
        parts.push(say!(pgn.left_out, reason = exclusion.words()));
    } else if let (Some(record), Some(facts)) = (&mv.record, &mv.verdict.facts) {
        if facts.is_first_choice {
            parts.push(text!(pgn.first).to_owned());
        } else {
            let best = san_of(Some(position), record.before.choice().unwrap_or_default());
            parts.push(match facts.is_uncertain {
                true => say!(pgn.uncertain, choice = best),
                false => {
                    let loss = facts.loss_cp.to_string();
                    say!(pgn.loses, choice = best, loss)
                }
            });
        }
    }
    if is_much_likelier_for_engines(mv) {
        parts.push(text!(pgn.engine_like).to_owned());
    }
    parts.join(" ")
}

/// Hundredths as a decimal number.
fn pawns(cp: i32) -> String {
    let sign = if cp < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", cp.abs() / 100, cp.abs() % 100)
}

fn ending(report: &GameReport, header: &RunHeader) -> String {
    let engine = format!("{} {}", header.engine, header.engine_version);
    let made = say!(
        pgn.made,
        version = header.plumb,
        profile = header.profile,
        engine,
        digest = header.digest
    );
    [
        made.as_str(),
        &side_words(text!(board.white), &report.white_figures),
        &side_words(text!(board.black), &report.black_figures),
        text!(caution.one_game),
    ]
    .join(" ")
}

/// A side's figures in a sentence.
fn side_words(side: &str, figures: &Figures) -> String {
    let (counted, moves) = (figures.counted, figures.moves);
    let Some(core) = figures.counted() else {
        return say!(pgn.too_few, side, counted, moves);
    };
    say!(
        pgn.figures,
        side,
        counted,
        moves,
        first = core.first_choice.count,
        equal = core.equal.count,
        error = format_args!("{:.1}", core.average_error_cp.mean)
    )
}

#[cfg(test)]
#[path = "pgn_tests.rs"]
mod tests;

//! A review as annotated PGN: evaluations as chess programs read them, signs and reasons
//! beside moves, refutations and better lines as variations.
//!
//! What the file had noted is not kept, but for clocks.

use super::game_review::{Fault, GameReview, PlyReview};
use super::review_text::reasons;
use plumb_chess::notation::FenStyle;
use plumb_chess::notation::pgn::{PgnGame, PgnMove, PgnVariation};
use plumb_engine::search::ScoreValue;
use plumb_support::wording::text;

/// Plies of a variation.
const VARIATION_PLIES: usize = 8;

impl GameReview {
    /// The game with what the review says of it.
    pub fn to_pgn(&self) -> String {
        let mut moves: Vec<PgnMove> = self.plies.iter().map(annotated).collect();
        for (index, ply) in self.plies.iter().enumerate() {
            let Some(fault) = &ply.fault else { continue };
            let refutation = fault.played_line.get(1..).unwrap_or_default();
            let reply = self.plies.get(index + 1);
            let next = reply.and_then(|next| next.mv);
            // What refutes a move is an alternative to the reply; the game shows it where it
            // goes that way, and has no place for it where it ends. Where the reply misses
            // it, it stands there already as the better line.
            let is_better_line = reply
                .and_then(|reply| reply.fault.as_ref())
                .is_some_and(|fault| fault.best_line.first() == refutation.first());
            if let Some(next) = next
                && refutation.first().is_some_and(|&mv| mv != next)
                && !is_better_line
            {
                moves[index + 1].variations.push(variation(refutation));
            } else if next.is_none() && !refutation.is_empty() {
                moves[index].variations.push(variation(&fault.played_line));
            }
            if !fault.best_line.is_empty() {
                moves[index].variations.push(variation(&fault.best_line));
            }
        }
        let game = PgnGame {
            tags: self.tags.clone(),
            start: self.start.clone(),
            moves,
            result: result(&self.result),
            ending: match self.is_stopped {
                true => text!(review.stopped_early).to_owned(),
                false => String::new(),
            },
        };
        game.to_pgn(FenStyle::XFen)
    }
}

/// The move with its sign and what is said of it.
fn annotated(ply: &PlyReview) -> PgnMove {
    let mut parts = Vec::new();
    if let Some(score) = ply.white_after {
        parts.push(format!("[%eval {}]", eval(score)));
    }
    if let Some(clock) = &ply.clock {
        parts.push(format!("[%clk {clock}]"));
    }
    if let Some(fault) = &ply.fault {
        parts.extend(reasons(&fault.explanation));
    }
    PgnMove {
        mv: ply.mv,
        nags: ply
            .fault
            .iter()
            .map(|fault: &Fault| fault.severity.nag())
            .collect(),
        comment: parts.join(" "),
        variations: Vec::new(),
    }
}

fn variation(line: &[plumb_chess::board::Move]) -> PgnVariation {
    PgnVariation {
        moves: line.iter().copied().take(VARIATION_PLIES).collect(),
        comment: String::new(),
    }
}

/// A score from White's side as `[%eval]` has it: pawns, or moves to mate.
fn eval(score: ScoreValue) -> String {
    match score {
        ScoreValue::Cp(cp) => {
            let sign = if cp < 0 { "-" } else { "" };
            format!("{sign}{}.{:02}", cp.abs() / 100, cp.abs() % 100)
        }
        ScoreValue::Mate(moves) => format!("#{moves}"),
    }
}

fn result(text: &str) -> String {
    let known = ["1-0", "0-1", "1/2-1/2"].contains(&text);
    if known { text } else { "*" }.to_owned()
}

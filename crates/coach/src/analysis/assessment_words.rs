//! The words that an assessment's JSON and its lines of text have in common:
//! one key for each thing, and moves in coordinates.

use super::forced::{ForcedEnd, ForcedKind};
use super::king_threat::Certainty;
use plumb_chess::board::{Game, Move, Outcome};
use plumb_chess::notation::{CastlingStyle, to_uci_move};
use plumb_engine::search::Bound;

/// The moves of a line as coordinates, played out from a position.
pub(super) fn line(game: &Game, moves: &[Move], style: CastlingStyle) -> Vec<String> {
    let mut position = game.position().clone();
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        texts.push(to_uci_move(&position, mv, style));
        position = position.play(mv);
    }
    texts
}

/// How a score is to be read, in a word.
pub(super) fn bound_key(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

/// How a game ended, in a word.
pub(super) fn outcome_key(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Checkmate => "checkmate",
        Outcome::Stalemate => "stalemate",
        Outcome::InsufficientMaterial => "insufficient_material",
        Outcome::FiftyMoves => "fifty_moves",
        Outcome::Threefold => "threefold",
    }
}

/// How sure an answer about a king is, in a word.
pub(super) fn certainty_key(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Proved => "proved",
        Certainty::BudgetSpent => "budget_spent",
        Certainty::Stopped => "stopped",
        Certainty::InCheck => "in_check",
        Certainty::GameOver => "game_over",
    }
}

/// Why a forced line ended, in a word.
pub(super) fn end_key(end: ForcedEnd) -> &'static str {
    match end {
        ForcedEnd::NotForced { .. } => "not_forced",
        ForcedEnd::GameOver(_) => "game_over",
        ForcedEnd::Repetition => "repetition",
        ForcedEnd::BudgetSpent => "budget_spent",
        ForcedEnd::Stopped => "stopped",
        ForcedEnd::MaxPlies => "max_plies",
    }
}

/// How a forced move was forced, in a word.
pub(super) fn kind_key(kind: ForcedKind) -> &'static str {
    match kind {
        ForcedKind::OnlyLegal => "only_legal",
        ForcedKind::OnlyGood => "only_good",
    }
}

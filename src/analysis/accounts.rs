//! Where a score came from: the evaluation's account at the root and at the
//! end of the principal variation, and what the search added.

use super::iteration::Iteration;
use crate::board::Position;
use crate::eval::{Explanation, WdlModel, Weights};
use crate::notation::{FenStyle, to_fen};
use crate::search::ScoreValue;

/// The accounts behind a search's score. All figures are from White's side, as
/// accounts are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accounts {
    /// The position itself.
    pub root: Explanation,
    /// The end of the principal variation.
    pub leaf: Explanation,
    /// Plies from the root to that end.
    pub leaf_ply: usize,
    /// The search's score less the leaf's static evaluation, in centipawns: what
    /// a principal variation cut short by the table, a check at its end, or a draw
    /// adds. None where the score is a mate.
    pub search_cp: Option<i32>,
}

impl Accounts {
    /// Those of the last exact iteration; its score is from the side to move of `root`.
    pub(super) fn of(
        root: &Position,
        last: &Iteration,
        weights: &Weights,
        model: &WdlModel,
    ) -> Accounts {
        let explain = |position: &Position| {
            let fen = to_fen(position, FenStyle::XFen);
            Explanation::new(fen, position, weights, model)
        };
        let mut leaf = root.clone();
        for &mv in last.moves() {
            leaf = leaf.play(mv);
        }
        let leaf_account = explain(&leaf);
        let search_cp = match last.score.value() {
            ScoreValue::Cp(cp) => Some(root.turn().fold(cp, -cp) - leaf_account.account.total_cp),
            ScoreValue::Mate(_) => None,
        };
        Accounts {
            root: explain(root),
            leaf: leaf_account,
            leaf_ply: last.moves().len(),
            search_cp,
        }
    }
}

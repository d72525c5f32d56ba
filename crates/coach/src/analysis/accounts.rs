//! Where a score came from: the evaluation's account at the root and at the
//! end of the principal variation, and what the search added.

use super::iteration::Iteration;
use super::probe::Probe;
use plumb_chess::board::Position;
use plumb_chess::notation::{FenStyle, to_fen};
use plumb_engine::eval::{Explanation, WdlModel, Weights};
use plumb_engine::search::{Correction, ScoreValue};

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
    /// What the search had learned to add to the leaf's static evaluation.
    pub correction: Correction,
    /// The search's score less the leaf's corrected evaluation, in centipawns: what
    /// a principal variation cut short by the table, a check at its end, or a draw
    /// adds, and what was learned since the leaf was evaluated. None where the score
    /// is a mate.
    pub search_cp: Option<i32>,
}

impl Accounts {
    /// Those of the last exact iteration of the search that `probe` made last; its
    /// score is from the side to move of `root`.
    pub(super) fn of(
        root: &Position,
        last: &Iteration,
        probe: &Probe,
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
        let correction = probe.correction_after(root, last.moves());
        let correction = leaf.turn().fold(correction, correction.negated());
        let search_cp = match last.score.value() {
            ScoreValue::Cp(cp) => {
                let evaluated = leaf_account.account.total_cp + correction.total_cp();
                Some(root.turn().fold(cp, -cp) - evaluated)
            }
            ScoreValue::Mate(_) => None,
        };
        Accounts {
            root: explain(root),
            leaf: leaf_account,
            leaf_ply: last.moves().len(),
            correction,
            search_cp,
        }
    }
}

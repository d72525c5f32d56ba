//! What a finished node teaches the move-ordering memory.

use arrayvec::ArrayVec;

use plumb_chess::board::{Move, PieceKind, Position};

use super::history::{Step, Surroundings};
use super::params::*;
use super::worker::Worker;

/// A move that was tried, and what it captures if it is a capture.
pub(super) type TriedMove = (Step, Option<PieceKind>);
/// Moves that were tried before the one that cut off.
pub(super) type TriedMoves = ArrayVec<TriedMove, 48>;

impl Worker {
    /// Rewards the move that cut off and punishes those tried before it.
    pub(super) fn learn_cutoff(
        &mut self,
        mv: Move,
        depth: i32,
        tried: &TriedMoves,
        around: &Surroundings,
    ) {
        let position = self.game.position();
        let Some(piece) = position.mover(mv.from()) else {
            return;
        };
        let step = Step { piece, mv };
        let (bonus, malus) = (history_bonus(depth), history_malus(depth));
        let is_quiet = !position.is_noisy(mv);
        if is_quiet {
            let killers = &mut self.frames[self.ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.history.set_counter_move(around.before[0], mv);
            // A cutoff by the first move at little depth says next to nothing.
            if depth >= bonus_first_move_depth() || !tried.is_empty() {
                self.history.update_quiet(around, step, bonus);
            }
        } else if let Some(captured) = position.captured_by(mv) {
            self.history.update_capture(step, captured, bonus);
        }
        for &(other, captured) in tried {
            match captured {
                Some(kind) => self.history.update_capture(other, kind, -malus),
                None if is_quiet && !position.is_noisy(other.mv) => {
                    self.history.update_quiet(around, other, -malus)
                }
                None => {}
            }
        }
    }

    /// Rewards a quiet move of the table that cuts off without a search.
    pub(super) fn learn_table_cutoff(&mut self, mv: Move, depth: i32) {
        let position = self.game.position();
        if position.is_noisy(mv) || !position.is_legal(mv) {
            return;
        }
        let Some(piece) = position.mover(mv.from()) else {
            return;
        };
        let before = self.steps_before(self.ply);
        self.history
            .update_replies(before, Step { piece, mv }, history_bonus(depth));
    }

    /// Rewards the quiet move that led to this node, in the table of from and to squares
    /// alone. `gain_cp` is by how many centipawns the static evaluation rose with it, from
    /// the point of view of the side that made it; a negative gain punishes.
    pub(super) fn learn_eval_change(&mut self, gain_cp: i32) {
        let Some(ply) = self.ply.checked_sub(1) else {
            return;
        };
        let (Some(step), Some(earlier)) = (self.frames[ply].step, self.position_before()) else {
            return;
        };
        if earlier.is_noisy(step.mv) || earlier.in_check() {
            return;
        }
        let bonus =
            (gain_cp * eval_change_slope()).clamp(-eval_change_limit(), eval_change_limit());
        let (side, attacked) = (earlier.turn(), self.frames[ply].attacked);
        self.history.update_squares(side, attacked, step.mv, bonus);
    }

    /// No move here was any good: rewards the opponent's quiet move that led here.
    pub(super) fn learn_fail_low(&mut self, depth: i32) {
        let Some(ply) = self.ply.checked_sub(1) else {
            return;
        };
        let Some(step) = self.frames[ply].step else {
            return;
        };
        let Some(earlier) = self.position_before() else {
            return;
        };
        if earlier.is_noisy(step.mv) {
            return;
        }
        let around = Surroundings {
            side: earlier.turn(),
            pawn_key: earlier.pawn_key(),
            attacked: self.frames[ply].attacked,
            before: self.steps_before(ply),
        };
        self.history.update_quiet(
            &around,
            step,
            history_bonus(depth) * bonus_fail_low_16ths() / 16,
        );
    }

    /// The position in which the move that led to this node was made.
    fn position_before(&self) -> Option<&Position> {
        let earlier = self.game.position_at(self.game.ply() - 1);
        debug_assert!(earlier.is_some(), "no position before ply {}", self.ply);
        earlier
    }
}

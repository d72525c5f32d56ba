//! What has worked elsewhere in the tree: scores for ordering moves.

use crate::board::{Color, Move, Piece, PieceKind};

/// Scores lie between minus this and this.
pub const HISTORY_LIMIT: i32 = 16_384;

type PieceTo<T> = [[T; 64]; 12];

/// Move-ordering memory of one thread. It fades as new results come in and is
/// cleared for a new game.
pub struct History {
    quiet: Box<[[[i16; 64]; 64]; 2]>,
    capture: Box<[PieceTo<i16>; 6]>,
    continuation: Box<[[PieceTo<i16>; 64]]>,
    counter: Box<PieceTo<Option<Move>>>,
}

/// A piece and where it went: what later moves are seen as a reply to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The piece that moved, as it was before promoting.
    pub piece: Piece,
    /// The move.
    pub mv: Move,
}

impl History {
    /// Knows nothing.
    pub fn new() -> History {
        History {
            quiet: Box::new([[[0; 64]; 64]; 2]),
            capture: Box::new([[[0; 64]; 12]; 6]),
            continuation: vec![[[[0; 64]; 12]; 64]; 12].into_boxed_slice(),
            counter: Box::new([[None; 64]; 12]),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = History::new();
    }

    /// How well a quiet move has done, also as a reply to the last moves.
    #[inline]
    pub fn quiet_score(&self, side: Color, step: Step, before: [Option<Step>; 2]) -> i32 {
        let mut score =
            self.quiet[side.index()][step.mv.from().index()][step.mv.to().index()] as i32;
        for earlier in before.into_iter().flatten() {
            score += self.reply(earlier)[step.piece.index()][step.mv.to().index()] as i32;
        }
        score
    }

    /// How well a capture has done.
    #[inline]
    pub fn capture_score(&self, step: Step, captured: PieceKind) -> i32 {
        self.capture[captured.index()][step.piece.index()][step.mv.to().index()] as i32
    }

    /// The quiet move that last refuted `before`.
    #[inline]
    pub fn counter_move(&self, before: Option<Step>) -> Option<Move> {
        let before = before?;
        self.counter[before.piece.index()][before.mv.to().index()]
    }

    /// Notes the quiet move that refuted `before`.
    pub fn set_counter_move(&mut self, before: Option<Step>, mv: Move) {
        if let Some(before) = before {
            self.counter[before.piece.index()][before.mv.to().index()] = Some(mv);
        }
    }

    /// Rewards (positive) or punishes a quiet move.
    pub fn update_quiet(&mut self, side: Color, step: Step, before: [Option<Step>; 2], bonus: i32) {
        let (from, to) = (step.mv.from().index(), step.mv.to().index());
        shift(&mut self.quiet[side.index()][from][to], bonus);
        for earlier in before.into_iter().flatten() {
            let table = &mut self.continuation[earlier.piece.index()][earlier.mv.to().index()];
            shift(&mut table[step.piece.index()][to], bonus);
        }
    }

    /// Rewards (positive) or punishes a capture.
    pub fn update_capture(&mut self, step: Step, captured: PieceKind, bonus: i32) {
        shift(
            &mut self.capture[captured.index()][step.piece.index()][step.mv.to().index()],
            bonus,
        );
    }

    #[inline]
    fn reply(&self, earlier: Step) -> &PieceTo<i16> {
        &self.continuation[earlier.piece.index()][earlier.mv.to().index()]
    }
}

impl Default for History {
    fn default() -> History {
        History::new()
    }
}

/// Moves an entry by `bonus`, less the closer it already is to the limit.
fn shift(entry: &mut i16, bonus: i32) {
    let old = *entry as i32;
    *entry = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_within_the_limit_and_turn_round() {
        let mut entry = 0;
        for _ in 0..1_000 {
            shift(&mut entry, 2_000);
            assert!((0..=HISTORY_LIMIT as i16).contains(&entry));
        }
        assert!(entry as i32 > HISTORY_LIMIT * 9 / 10);
        for _ in 0..20 {
            shift(&mut entry, -2_000);
        }
        assert!(entry < 0);
    }
}

//! What has worked elsewhere in the tree: scores for ordering moves.
//!
//! Quiet moves are remembered by where they go from and to and whether those
//! squares are attacked, by the pawns on the board, and as replies to the moves
//! one, two, four and six plies before: what refutes one move of a plan usually
//! refutes it a little later too. Captures are remembered by what takes what where.

use bytemuck::allocation::try_zeroed_box;

use plumb_chess::board::{Bitboard, Color, Move, Piece, PieceKind, Square};
use plumb_support::fallible::try_boxed;

use super::params::reply_far_16ths;
use super::touched_rows::TouchedRows;

/// Scores of one table lie between minus this and this.
pub const HISTORY_LIMIT: i32 = 16_384;

/// For each piece and each square it goes to.
pub(super) type PieceTo<T> = [[T; 64]; 12];

/// A piece and where it went, as one number: piece times 64 plus square.
pub(super) type StepIndex = u16;
/// How many there are.
pub(super) const STEPS: usize = 12 * 64;
/// Stands for no move: before the root, or a pass.
pub(super) const NO_STEP: StepIndex = STEPS as StepIndex;

/// How many plies back the moves lie that a quiet move is seen as a reply to.
pub(super) const REPLY_PLIES: [usize; 4] = [1, 2, 4, 6];
/// The last of these, which is the most.
pub(super) const MAX_REPLY_PLIES: usize = REPLY_PLIES[REPLY_PLIES.len() - 1];

const PAWN_ENTRIES: usize = 512;

/// Move-ordering memory of one thread. It fades as new results come in and is
/// cleared for a new game.
pub struct History {
    quiet: Box<[[[[i16; 64]; 64]; 4]; 2]>,
    pawns: TouchedRows<PieceTo<i16>, PAWN_ENTRIES>,
    capture: Box<[PieceTo<i16>; 6]>,
    replies: TouchedRows<PieceTo<i16>, { STEPS + 1 }>,
    counter: Box<[Option<Move>; STEPS + 1]>,
}

/// A piece and its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The piece that moved, as it was before promoting.
    pub piece: Piece,
    /// The move.
    pub mv: Move,
}

impl Step {
    /// The step as later moves remember it.
    #[inline]
    pub(super) fn index(self) -> StepIndex {
        (self.piece.index() * 64 + self.mv.to().index()) as StepIndex
    }
}

/// What the record of a quiet move depends on besides the move itself.
#[derive(Clone, Copy)]
pub struct Surroundings {
    /// Whose move it is.
    pub side: Color,
    /// The pawns' key.
    pub pawn_key: u64,
    /// Squares that the opponent attacks.
    pub attacked: Bitboard,
    /// The moves as many plies ago as `REPLY_PLIES` says.
    pub before: [StepIndex; 4],
}

/// The part of history that says how quiet moves of one position have done.
pub struct QuietRecords<'a> {
    attacked: Bitboard,
    squares: &'a [[[i16; 64]; 64]; 4],
    pawns: &'a PieceTo<i16>,
    replies: [&'a PieceTo<i16>; 4],
}

impl<'a> QuietRecords<'a> {
    /// How well a quiet move has done.
    #[inline]
    pub fn of(&self, step: Step) -> i32 {
        self.of_piece(step.piece).of(step.mv.from(), step.mv.to())
    }

    /// The part for one piece, for who asks about several of its moves.
    #[inline]
    pub fn of_piece(&self, piece: Piece) -> PieceRecords<'a> {
        PieceRecords {
            attacked: self.attacked,
            squares: self.squares,
            pawns: &self.pawns[piece.index()],
            replies: self.replies.map(|table| &table[piece.index()]),
        }
    }
}

/// How quiet moves of one piece have done in one position.
pub struct PieceRecords<'a> {
    attacked: Bitboard,
    squares: &'a [[[i16; 64]; 64]; 4],
    pawns: &'a [i16; 64],
    replies: [&'a [i16; 64]; 4],
}

impl PieceRecords<'_> {
    /// How well its move from here to there has done.
    #[inline]
    pub fn of(&self, from: Square, to: Square) -> i32 {
        let square = to.index();
        let [last, before_last, fourth, sixth] = self.replies.map(|table| table[square] as i32);
        self.squares[danger(self.attacked, from, to)][from.index()][square] as i32
            + self.pawns[square] as i32
            + last
            + before_last
            + fourth * reply_far_16ths() / 16
            + sixth * reply_far_16ths() / 16
    }
}

/// Which of the four tables of quiet moves: does the piece leave, does it go to an
/// attacked square?
#[inline]
fn danger(attacked: Bitboard, from: Square, to: Square) -> usize {
    2 * usize::from(attacked.has(from)) + usize::from(attacked.has(to))
}

impl History {
    /// Knows nothing; none without the memory for it.
    pub fn try_new() -> Option<History> {
        Some(History {
            quiet: try_zeroed_box().ok()?,
            pawns: TouchedRows::try_new()?,
            capture: try_zeroed_box().ok()?,
            replies: TouchedRows::try_new()?,
            counter: try_boxed(|_| None)?,
        })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        bytemuck::write_zeroes(&mut *self.quiet);
        bytemuck::write_zeroes(&mut *self.capture);
        self.pawns.clear();
        self.replies.clear();
        self.counter.fill(None);
    }

    /// The records of quiet moves in these surroundings.
    #[inline]
    pub fn quiet_records(&self, around: &Surroundings) -> QuietRecords<'_> {
        QuietRecords {
            attacked: around.attacked,
            squares: &self.quiet[around.side.index()],
            pawns: &self.pawns[around.pawn_key as usize % PAWN_ENTRIES],
            replies: around.before.map(|before| &self.replies[before as usize]),
        }
    }

    /// How well a capture has done.
    #[inline]
    pub fn capture_score(&self, step: Step, captured: PieceKind) -> i32 {
        self.capture[captured.index()][step.piece.index()][step.mv.to().index()] as i32
    }

    /// The quiet move that last refuted the move before.
    #[inline]
    pub fn counter_move(&self, before: StepIndex) -> Option<Move> {
        self.counter[before as usize]
    }

    /// Notes the quiet move that refuted the move before.
    pub fn set_counter_move(&mut self, before: StepIndex, mv: Move) {
        if before != NO_STEP {
            self.counter[before as usize] = Some(mv);
        }
    }

    /// Rewards (positive) or punishes a quiet move.
    pub fn update_quiet(&mut self, around: &Surroundings, step: Step, bonus: i32) {
        let to = step.mv.to().index();
        self.update_squares(around.side, around.attacked, step.mv, bonus);
        let pawns = self.pawns.row_mut(around.pawn_key as usize % PAWN_ENTRIES);
        shift(&mut pawns[step.piece.index()][to], bonus, HISTORY_LIMIT);
        self.update_replies(around.before, step, bonus);
    }

    /// Rewards or punishes a quiet move only by where it goes from and to.
    pub fn update_squares(&mut self, side: Color, attacked: Bitboard, mv: Move, bonus: i32) {
        let table = &mut self.quiet[side.index()][danger(attacked, mv.from(), mv.to())];
        shift(
            &mut table[mv.from().index()][mv.to().index()],
            bonus,
            HISTORY_LIMIT,
        );
    }

    /// Rewards or punishes a quiet move only as a reply to those before.
    pub fn update_replies(&mut self, before: [StepIndex; 4], step: Step, bonus: i32) {
        for earlier in before.into_iter().filter(|&earlier| earlier != NO_STEP) {
            let table = self.replies.row_mut(earlier as usize);
            shift(
                &mut table[step.piece.index()][step.mv.to().index()],
                bonus,
                HISTORY_LIMIT,
            );
        }
    }

    /// Rewards (positive) or punishes a capture.
    pub fn update_capture(&mut self, step: Step, captured: PieceKind, bonus: i32) {
        let table = &mut self.capture[captured.index()];
        shift(
            &mut table[step.piece.index()][step.mv.to().index()],
            bonus,
            HISTORY_LIMIT,
        );
    }
}

/// Moves an entry by `bonus`, less the closer it already is to `limit`, which it
/// never exceeds.
pub(super) fn shift(entry: &mut i16, bonus: i32, limit: i32) {
    let old = *entry as i32;
    *entry = (old + bonus - old * bonus.abs() / limit) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_within_the_limit_and_turn_round() {
        let mut entry = 0;
        for _ in 0..1_000 {
            shift(&mut entry, 2_000, HISTORY_LIMIT);
            assert!((0..=HISTORY_LIMIT as i16).contains(&entry));
        }
        assert!(entry as i32 > HISTORY_LIMIT * 9 / 10);
        for _ in 0..20 {
            shift(&mut entry, -2_000, HISTORY_LIMIT);
        }
        assert!(entry < 0);
    }
}

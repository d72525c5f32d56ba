//! Correction history: what the static evaluation misses in positions like this
//! one, learned from what searches of them came to.
//!
//! Where the search of a node comes out higher or lower than its evaluation, the
//! difference is remembered under what the position has in common with others: its
//! pawns, its minor and its major pieces, the pieces of each side, the last two
//! moves. The next evaluation of a position that shares them is corrected by a
//! weighted sum. It works because an evaluation's errors are systematic: a
//! structure that it overrates once it overrates in the whole subtree.

use bytemuck::allocation::try_zeroed_box;

use plumb_chess::board::{Color, Position};

use super::history::{NO_STEP, STEPS, StepIndex, shift};
use super::params::*;
use super::touched_rows::TouchedRows;

const ENTRIES: usize = 1 << 14;
/// No entry exceeds this. An entry times its weight (`correction_*_128ths`) is in 128ths of a
/// centipawn.
const LIMIT: i32 = 1_024;

/// One row for each side to move.
type Table = Box<[[i16; ENTRIES]; 2]>;

/// What one thread has learned of the evaluation's errors.
pub struct Corrections {
    pawns: Table,
    minors: Table,
    majors: Table,
    pieces: [Table; 2],
    /// By the move before the last, then by the last.
    moves: TouchedRows<[i16; STEPS], { STEPS + 1 }>,
}

/// What is added to a static evaluation, in centipawns, by where it was learned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Correction {
    /// From positions with the same pawns.
    pub pawns_cp: i32,
    /// From those with the same kings, knights and bishops.
    pub minors_cp: i32,
    /// From those with the same kings, rooks and queens.
    pub majors_cp: i32,
    /// From those where all of one side's pieces stand the same.
    pub pieces_cp: i32,
    /// From those after the same two moves.
    pub moves_cp: i32,
}

impl Correction {
    /// All of it together, in centipawns.
    pub fn total_cp(&self) -> i32 {
        self.parts().iter().sum()
    }

    /// The parts in the order of the fields, in centipawns.
    pub fn parts(&self) -> [i32; 5] {
        let Correction {
            pawns_cp,
            minors_cp,
            majors_cp,
            pieces_cp,
            moves_cp,
        } = *self;
        [pawns_cp, minors_cp, majors_cp, pieces_cp, moves_cp]
    }

    /// Parts whose sum is exactly that of these 128ths, rounded towards zero.
    fn of_128ths(parts: [i32; 5]) -> Correction {
        let mut sum = 0;
        let [pawns_cp, minors_cp, majors_cp, pieces_cp, moves_cp] = parts.map(|part| {
            let before = sum / 128;
            sum += part;
            sum / 128 - before
        });
        Correction {
            pawns_cp,
            minors_cp,
            majors_cp,
            pieces_cp,
            moves_cp,
        }
    }

    /// The same from the other side's point of view.
    pub fn negated(&self) -> Correction {
        Correction {
            pawns_cp: -self.pawns_cp,
            minors_cp: -self.minors_cp,
            majors_cp: -self.majors_cp,
            pieces_cp: -self.pieces_cp,
            moves_cp: -self.moves_cp,
        }
    }
}

fn table() -> Option<Table> {
    try_zeroed_box().ok()
}

impl Corrections {
    /// Knows nothing; none without the memory for it.
    pub fn try_new() -> Option<Corrections> {
        Some(Corrections {
            pawns: table()?,
            minors: table()?,
            majors: table()?,
            pieces: [table()?, table()?],
            moves: TouchedRows::try_new()?,
        })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        let tables = [&mut self.pawns, &mut self.minors, &mut self.majors];
        for table in tables.into_iter().chain(&mut self.pieces) {
            bytemuck::write_zeroes(&mut **table);
        }
        self.moves.clear();
    }

    /// What to add to the static evaluation, in centipawns, from the point of view
    /// of the side to move. `last` and `before_last` are the last two moves.
    #[inline]
    pub fn of(&self, position: &Position, last: StepIndex, before_last: StepIndex) -> i32 {
        self.parts_128ths(position, last, before_last)
            .iter()
            .sum::<i32>()
            / 128
    }

    /// The same correction divided by where it was learned; the parts add up to what `of`
    /// returns.
    pub fn correction(
        &self,
        position: &Position,
        last: StepIndex,
        before_last: StepIndex,
    ) -> Correction {
        Correction::of_128ths(self.parts_128ths(position, last, before_last))
    }

    #[inline(always)]
    fn parts_128ths(
        &self,
        position: &Position,
        last: StepIndex,
        before_last: StepIndex,
    ) -> [i32; 5] {
        let us = position.turn().index();
        let entry = |table: &Table, key: u64| table[us][key as usize % ENTRIES] as i32;
        let pieces = entry(&self.pieces[0], position.piece_key(Color::White))
            + entry(&self.pieces[1], position.piece_key(Color::Black));
        let moves = match last {
            NO_STEP => 0,
            step => self.moves[before_last as usize][step as usize] as i32,
        };
        [
            entry(&self.pawns, position.pawn_key()) * correction_pawns_128ths(),
            entry(&self.minors, position.minor_key()) * correction_minors_128ths(),
            entry(&self.majors, position.major_key()) * correction_majors_128ths(),
            pieces * correction_pieces_128ths(),
            moves * correction_moves_128ths(),
        ]
    }

    /// Learns that a search of `depth` plies came out `error_cp` centipawns over
    /// the corrected evaluation.
    pub fn learn(
        &mut self,
        position: &Position,
        last: StepIndex,
        before_last: StepIndex,
        depth: i32,
        error_cp: i32,
    ) {
        let limit = correction_learning_limit();
        let bonus = (error_cp * depth * correction_learning_64ths() / 64).clamp(-limit, limit);
        let us = position.turn().index();
        let learn = |table: &mut Table, key: u64| {
            shift(&mut table[us][key as usize % ENTRIES], bonus, LIMIT)
        };
        learn(&mut self.pawns, position.pawn_key());
        learn(&mut self.minors, position.minor_key());
        learn(&mut self.majors, position.major_key());
        learn(&mut self.pieces[0], position.piece_key(Color::White));
        learn(&mut self.pieces[1], position.piece_key(Color::Black));
        if last != NO_STEP {
            let entry = &mut self.moves.row_mut(before_last as usize)[last as usize];
            shift(entry, bonus, LIMIT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::history::NO_STEP;

    #[test]
    fn what_was_overrated_is_corrected_downwards_and_within_bounds() {
        let position = Position::start();
        let mut corrections = Corrections::try_new().unwrap();
        assert_eq!(corrections.of(&position, NO_STEP, NO_STEP), 0);
        corrections.learn(&position, NO_STEP, NO_STEP, 6, -40);
        let little = corrections.of(&position, NO_STEP, NO_STEP);
        assert!((-20..0).contains(&little), "{little}");
        for _ in 0..10_000 {
            corrections.learn(&position, 7, NO_STEP, 20, -400);
        }
        let much = corrections.of(&position, 7, NO_STEP);
        let limit = LIMIT * 24 / 128;
        assert!((-limit..little).contains(&much), "{much}");
        let explained = corrections.correction(&position, 7, NO_STEP);
        assert_eq!(explained.total_cp(), much);
        assert!(explained.parts().iter().all(|&cp| cp < 0), "{explained:?}");
        // The other side to move is another position.
        let other = position.play_null();
        assert_eq!(corrections.of(&other, NO_STEP, NO_STEP), 0);
    }
}

//! A table in rows that knows which of them were written to.
//!
//! What a search learns is forgotten before the next one wherever a result must not depend on
//! what was searched before. A search of a few thousand nodes writes to a part of the rows, and
//! clearing the whole tables took as long as hundreds of its nodes.

use std::ops::Index;

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_box;

/// Rows of zeros, of which those that were asked for to be changed are zeroed again by `clear`.
pub(super) struct TouchedRows<T, const COUNT: usize> {
    rows: Box<[T; COUNT]>,
    is_touched: Box<[bool; COUNT]>,
}

impl<T: Zeroable, const COUNT: usize> TouchedRows<T, COUNT> {
    /// Zeros; none without the memory for them.
    pub(super) fn try_new() -> Option<TouchedRows<T, COUNT>> {
        Some(TouchedRows {
            rows: try_zeroed_box().ok()?,
            is_touched: try_zeroed_box().ok()?,
        })
    }

    /// A row to be changed.
    #[inline]
    pub(super) fn row_mut(&mut self, index: usize) -> &mut T {
        self.is_touched[index] = true;
        &mut self.rows[index]
    }

    /// Zeros again.
    pub(super) fn clear(&mut self) {
        let rows = self.rows.iter_mut().zip(self.is_touched.iter_mut());
        for (row, is_touched) in rows.filter(|(_, is_touched)| **is_touched) {
            // In place: fresh memory would be zeroed too, and its pages mapped anew.
            bytemuck::write_zeroes(row);
            *is_touched = false;
        }
    }
}

impl<T, const COUNT: usize> Index<usize> for TouchedRows<T, COUNT> {
    type Output = T;

    #[inline]
    fn index(&self, index: usize) -> &T {
        &self.rows[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_was_changed_is_forgotten() {
        let mut rows = TouchedRows::<[i16; 4], 8>::try_new().unwrap();
        for round in 1..4 {
            for index in [0, 3, 7] {
                rows.row_mut(index)[index / 2] = round;
                assert_eq!(rows[index][index / 2], round);
            }
            rows.clear();
            assert!((0..8).all(|index| rows[index] == [0; 4]), "{round}");
        }
    }
}

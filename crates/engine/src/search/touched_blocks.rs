//! Which blocks of a table that threads share were written to.
//!
//! The table is emptied before every search whose result must not depend on what was searched
//! before. A short one fills a small part of it, and emptying the whole took longer than
//! searching.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::allocation::try_zeroed_box;

/// What says which blocks were touched, a bit each, has so many words however large the table:
/// 4 kB stay in the fastest cache.
const WORDS: usize = 512;
const BLOCKS: usize = 64 * WORDS;

/// The rows of a table in blocks of equal size, each touched or not.
pub(super) struct TouchedBlocks {
    is_touched: Box<[AtomicU64; WORDS]>,
    /// A block has two to the power of this many rows.
    shift: u32,
    rows: usize,
}

impl TouchedBlocks {
    /// None of a table's blocks touched; nothing without the memory for that.
    pub(super) fn try_new(rows: usize) -> Option<TouchedBlocks> {
        let mut shift = 0;
        while rows.div_ceil(1 << shift) > BLOCKS {
            shift += 1;
        }
        Some(TouchedBlocks {
            is_touched: try_zeroed_box().ok()?,
            shift,
            rows,
        })
    }

    /// Notes that a row was written to.
    #[inline]
    pub(super) fn touch(&self, row: usize) {
        let block = row >> self.shift;
        let word = &self.is_touched[block / 64 % WORDS];
        let bit = 1 << (block % 64);
        // Asked first, since in a long search nearly every block is touched already: a store
        // would take the cache line away from the other threads each time.
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// The rows of the touched blocks, block by block.
    pub(super) fn touched(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let words = self.is_touched.iter().enumerate();
        words.flat_map(move |(number, word)| {
            let mut bits = word.load(Ordering::Relaxed);
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let block = 64 * number + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    let end = (block + 1) << self.shift;
                    block << self.shift..end.min(self.rows)
                })
            })
        })
    }

    /// Forgets what was touched.
    pub(super) fn clear(&mut self) {
        bytemuck::write_zeroes(&mut *self.is_touched);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_touched_is_in_a_block_whatever_the_size() {
        for rows in [1, 2, 63, 65, 32_767, 32_768, 32_769, 131_072, 1_000_003] {
            let mut blocks = TouchedBlocks::try_new(rows).unwrap();
            assert_eq!(blocks.touched().count(), 0);
            let touched = [0, rows / 3, rows / 2, rows - 1];
            touched.iter().for_each(|&row| blocks.touch(row));
            let ranges: Vec<Range<usize>> = blocks.touched().collect();
            for row in touched {
                assert!(ranges.iter().any(|range| range.contains(&row)), "{rows}");
            }
            assert!(ranges.iter().all(|range| range.end <= rows), "{rows}");
            // No more than these.
            let sum: usize = ranges.iter().map(Range::len).sum();
            assert!(
                sum <= 4 * rows.div_ceil(BLOCKS).next_power_of_two(),
                "{rows}"
            );
            blocks.clear();
            assert_eq!(blocks.touched().count(), 0);
        }
    }
}

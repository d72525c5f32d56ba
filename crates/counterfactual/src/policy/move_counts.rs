//! How often which move was made in which position, for many games.

use plumb_chess::board::{Move, Position};

/// A position, a move made there, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    key: u64,
    count: u32,
    mv: u16,
}

/// Entries are put in order whenever so many have come, or as many as there were before.
const LEAST_UNSORTED: usize = 1 << 16;

/// Counts of moves by position, 16 bytes for each move of a position. Positions that are the
/// same for the threefold rule are one.
#[derive(Clone, Debug, Default)]
pub(super) struct MoveCounts {
    /// In the order of key and move up to `sorted`, one entry each; then as they came.
    entries: Vec<Entry>,
    sorted: usize,
}

impl MoveCounts {
    /// Counts a move once more.
    pub(super) fn add(&mut self, position: &Position, mv: Move) {
        if self.entries.len() - self.sorted >= self.sorted.max(LEAST_UNSORTED) {
            self.sort();
        }
        self.entries.push(Entry {
            key: position.key(),
            count: 1,
            mv: mv.to_bits(),
        });
    }

    /// Puts what was added in order: only then it is found.
    pub(super) fn sort(&mut self) {
        let name = |entry: &Entry| (entry.key, entry.mv);
        self.entries.sort_unstable_by_key(name);
        self.entries.dedup_by(|next, first| {
            let is_same = name(next) == name(first);
            if is_same {
                first.count = first.count.saturating_add(next.count);
            }
            is_same
        });
        self.sorted = self.entries.len();
    }

    /// The moves made in a position, each with how often.
    pub(super) fn of(&self, position: &Position) -> impl Iterator<Item = (Move, u32)> + '_ {
        let key = position.key();
        let sorted = &self.entries[..self.sorted];
        let first = sorted.partition_point(|entry| entry.key < key);
        let here = sorted[first..].iter().take_while(move |e| e.key == key);
        here.filter_map(|entry| Some((Move::from_bits(entry.mv)?, entry.count)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::notation::parse_move;

    #[test]
    fn moves_are_counted_by_position() {
        let start = Position::start();
        let mv = |text| parse_move(&start, text).unwrap();
        let mut counts = MoveCounts::default();
        for number in 0..200_000_u32 {
            counts.add(&start, mv(if number % 4 == 0 { "d2d4" } else { "e2e4" }));
        }
        counts.sort();
        let mut found: Vec<_> = counts.of(&start).collect();
        found.sort_by_key(|&(_, count)| count);
        assert_eq!(found, [(mv("d2d4"), 50_000), (mv("e2e4"), 150_000)]);
        let after = start.play(mv("e2e4"));
        assert_eq!(counts.of(&after).count(), 0);
        assert_eq!(counts.entries.len(), 2);
    }
}

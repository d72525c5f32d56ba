//! The transposition table: what earlier searches found out about a position.
//!
//! Shared by all threads without locks. An entry is two words, the data and
//! the key combined with the data, so that an entry torn by two writers does
//! not match any key and is simply not found (Hyatt and Mann, 2002).

use std::sync::Once;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use plumb_chess::board::Move;
use plumb_support::wording::{say, text};

use super::huge_pages;
use super::params::{table_age_plies, table_keep_plies};
use super::score::{Bound, Score};
use super::touched_blocks::TouchedBlocks;

const ENTRIES_PER_BUCKET: usize = 4;
const WORDS_PER_BUCKET: usize = 2 * ENTRIES_PER_BUCKET;
const BUCKET_BYTES: usize = 8 * WORDS_PER_BUCKET;
/// Where more than this was written to, fresh memory is cheaper than zeroing it.
const MOST_ZEROED_BYTES: usize = 8 << 20;
/// Ages wrap around after so many searches.
const AGES: u8 = 32;

/// A hash table of positions.
pub struct TranspositionTable {
    /// The buckets, with as many unused words before them as bring the first bucket to
    /// the beginning of a cache line.
    words: Box<[AtomicU64]>,
    /// The index of the first bucket's first word.
    first: usize,
    /// Which buckets have been written to since the table was empty.
    touched: TouchedBlocks,
    /// Done once its memory is there.
    memory: Once,
    age: AtomicU8,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, or the one that refuted the position.
    pub best: Option<Move>,
    /// The score in the table's form (see `Score::to_table`).
    pub score: i16,
    /// The static evaluation, in centipawns, if one was made.
    pub eval: Option<i16>,
    /// The depth of the search, in plies; 0 for quiescence.
    pub depth: u8,
    /// What the score means.
    pub bound: Bound,
    /// On the principal variation of some search.
    pub was_pv: bool,
}

const NO_EVAL: i16 = i16::MIN;

impl Entry {
    /// An entry with nothing but a static evaluation, in centipawns from the side to move.
    /// Its score is an upper bound above all scores: it cuts no node off, and is never
    /// taken for better than the evaluation.
    pub fn of_eval(eval: i16, was_pv: bool) -> Entry {
        Entry {
            best: None,
            score: Score::INFINITE.to_int() as i16,
            eval: Some(eval),
            depth: 0,
            bound: Bound::Upper,
            was_pv,
        }
    }

    /// The score as seen from `ply` plies below the root.
    #[inline]
    pub fn score_at(&self, ply: usize) -> Score {
        Score::from_table(self.score, ply)
    }

    fn pack(&self, age: u8) -> u64 {
        let best = self.best.map_or(0, Move::to_bits);
        best as u64
            | (self.score as u16 as u64) << 16
            | (self.eval.unwrap_or(NO_EVAL) as u16 as u64) << 32
            | (self.depth as u64) << 48
            | (self.bound as u64) << 56
            | (self.was_pv as u64) << 58
            | (age as u64) << 59
    }

    fn unpack(data: u64) -> Entry {
        let eval = (data >> 32) as i16;
        Entry {
            best: Move::from_bits(data as u16),
            score: (data >> 16) as i16,
            eval: (eval != NO_EVAL).then_some(eval),
            depth: (data >> 48) as u8,
            bound: match data >> 56 & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            was_pv: data >> 58 & 1 != 0,
        }
    }
}

/// There is not enough memory to search with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutOfMemory {
    /// For a table of so many MiB.
    #[error("{}", say!(memory.table, size = .megabytes))]
    Table {
        /// What was asked for, in MiB.
        megabytes: usize,
    },
    /// For what a thread of the search remembers.
    #[error("{}", text!(memory.thread))]
    Worker,
}

impl TranspositionTable {
    /// An empty table of at most `megabytes` MiB (at least one bucket). The memory is
    /// reserved; see `take_memory` for when it is taken.
    pub fn new(megabytes: usize) -> Result<TranspositionTable, OutOfMemory> {
        let buckets = (megabytes.saturating_mul(1 << 20) / BUCKET_BYTES).max(1);
        TranspositionTable::with_buckets(buckets).ok_or(OutOfMemory::Table { megabytes })
    }

    fn with_buckets(buckets: usize) -> Option<TranspositionTable> {
        let words = zeroed((buckets + 1) * WORDS_PER_BUCKET)?;
        Some(TranspositionTable {
            first: first_of_cache_line(&words),
            words,
            touched: TouchedBlocks::try_new(buckets)?,
            memory: Once::new(),
            age: AtomicU8::new(0),
        })
    }

    /// Takes the memory from the system, where that has huge pages; elsewhere it comes as
    /// it is used. It takes a second for some gigabytes, so the first search does it only
    /// where nobody has before.
    pub fn take_memory(&self) {
        self.memory.call_once(|| huge_pages::place(&self.words));
    }

    fn buckets(&self) -> usize {
        self.words.len() / WORDS_PER_BUCKET - 1
    }

    /// Size in MiB, rounded down.
    pub fn megabytes(&self) -> usize {
        (self.buckets() * BUCKET_BYTES) >> 20
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        let touched_bytes: usize = self.touched.touched().map(|rows| rows.len()).sum();
        let touched_bytes = touched_bytes * BUCKET_BYTES;
        // Fresh zero pages cost nothing until they are used.
        let fresh = (touched_bytes > MOST_ZEROED_BYTES).then(|| zeroed(self.words.len()));
        match fresh.flatten() {
            Some(words) => {
                self.first = first_of_cache_line(&words);
                self.words = words;
                self.memory = Once::new();
                self.take_memory();
            }
            None => {
                for buckets in self.touched.touched() {
                    let (begin, end) = (self.index(buckets.start), self.index(buckets.end));
                    bytemuck::fill_zeroes(&mut self.words[begin..end]);
                }
            }
        }
        self.touched.clear();
        *self.age.get_mut() = 0;
    }

    /// Forgets everything, for one who shares the table; what others store meanwhile may stay.
    pub fn wipe(&self) {
        // They stay touched: what others store meanwhile is forgotten by the next `clear`.
        for buckets in self.touched.touched() {
            let (begin, end) = (self.index(buckets.start), self.index(buckets.end));
            let words = self.words[begin..end].iter();
            words.for_each(|word| word.store(0, Ordering::Relaxed));
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// Marks what is in the table as older than what comes from now on.
    pub fn new_search(&self) {
        self.take_memory();
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// Which bucket is the one of this key, from 0.
    #[inline]
    fn number(&self, key: u64) -> usize {
        ((key as u128 * self.buckets() as u128) >> 64) as usize
    }

    /// The index of the first word of the bucket with this number.
    #[inline]
    fn index(&self, number: usize) -> usize {
        self.first + number * WORDS_PER_BUCKET
    }

    #[inline]
    fn bucket(&self, number: usize) -> &[AtomicU64] {
        let index = self.index(number);
        &self.words[index..index + WORDS_PER_BUCKET]
    }

    /// Fetches what is known about the position with this key into the cache, so
    /// that it is there when it is asked for a little later.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let word: *const AtomicU64 = &self.words[self.index(self.number(key))];
            // SAFETY: a hint without any effect on memory, about an address that is
            // the table's. Without it every node waits for main memory.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(word.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known about the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        for slot in self.bucket(self.number(key)).chunks_exact(2) {
            let data = slot[1].load(Ordering::Relaxed);
            if slot[0].load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Some(Entry::unpack(data));
            }
        }
        None
    }

    /// Stores an entry for the position with this key. It takes the place of an entry of
    /// the same position, whose move it keeps if it has none itself; else of an empty
    /// place; else of the bucket's least valuable entry, by depth less some plies for
    /// each search of age. Nothing is stored if the same position has an entry of the
    /// present search that is some plies deeper and the new one is not exact.
    pub fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut victim = None;
        let mut least_worth = i32::MAX;
        let number = self.number(key);
        for slot in self.bucket(number).chunks_exact(2) {
            let data = slot[1].load(Ordering::Relaxed);
            if data == 0 {
                victim = Some(slot);
                break;
            }
            let old = Entry::unpack(data);
            if slot[0].load(Ordering::Relaxed) ^ data == key {
                entry.best = entry.best.or(old.best);
                let same_age = (data >> 59) as u8 == age;
                // A much deeper result of this search is worth more than a
                // shallow one, unless the shallow one is exact.
                if same_age
                    && entry.bound != Bound::Exact
                    && (entry.depth as i32) + table_keep_plies() < old.depth as i32
                {
                    return;
                }
                victim = Some(slot);
                break;
            }
            let searches_ago = (age + AGES - (data >> 59) as u8) % AGES;
            let worth = old.depth as i32 - table_age_plies() * searches_ago as i32;
            if worth < least_worth {
                least_worth = worth;
                victim = Some(slot);
            }
        }
        if let Some(slot) = victim {
            let data = entry.pack(age);
            self.touched.touch(number);
            slot[0].store(key ^ data, Ordering::Relaxed);
            slot[1].store(data, Ordering::Relaxed);
        }
    }

    /// How full the table is with results of the present search, in permille,
    /// estimated from its first thousand entries.
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = (self.buckets() * ENTRIES_PER_BUCKET).min(1_000);
        let used = self.words[self.first..]
            .chunks_exact(2)
            .take(sample)
            .filter(|slot| {
                let data = slot[1].load(Ordering::Relaxed);
                data != 0 && (data >> 59) as u8 == age
            })
            .count();
        (used * 1000 / sample.max(1)) as u32
    }
}

/// So many words of zeros; none where there is not enough memory.
fn zeroed(words: usize) -> Option<Box<[AtomicU64]>> {
    bytemuck::allocation::try_zeroed_slice_box(words).ok()
}

/// The first word that begins a cache line: a bucket that straddled two would cost
/// two accesses to memory.
fn first_of_cache_line(words: &[AtomicU64]) -> usize {
    words
        .as_ptr()
        .align_offset(BUCKET_BYTES)
        .min(WORDS_PER_BUCKET)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::board::Square;

    fn entry(depth: u8, bound: Bound) -> Entry {
        let best = Some(Move::normal(Square::new(12), Square::new(28)));
        Entry {
            best,
            score: -31_999,
            eval: Some(-5),
            depth,
            bound,
            was_pv: true,
        }
    }

    /// Megabytes of memory that this process really has.
    #[cfg(target_os = "linux")]
    fn resident_mb() -> usize {
        let text = std::fs::read_to_string("/proc/self/statm").unwrap();
        let pages: usize = text.split(' ').nth(1).unwrap().parse().unwrap();
        pages * 4 / 1024
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_table_in_huge_pages_can_be_there_before_it_is_used() {
        let offered = std::fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled");
        if offered.is_ok_and(|offered| !offered.contains("[never]")) {
            let before = resident_mb();
            let table = TranspositionTable::new(256).unwrap();
            table.take_memory();
            let grown = resident_mb().saturating_sub(before);
            assert!(grown > 200, "{grown} MB of 256");
            drop(table);
        }
    }

    #[test]
    fn entries_come_back_as_they_were_stored() {
        let table = TranspositionTable::new(1).unwrap();
        for (key, bound) in [
            (1 << 60, Bound::Exact),
            (7, Bound::Lower),
            (u64::MAX, Bound::Upper),
        ] {
            assert_eq!(table.probe(key), None);
            table.store(key, entry(9, bound));
            assert_eq!(table.probe(key), Some(entry(9, bound)));
        }
        let quiet = Entry {
            best: None,
            eval: None,
            score: 0,
            depth: 0,
            bound: Bound::Upper,
            was_pv: false,
        };
        table.store(99, quiet);
        assert_eq!(table.probe(99), Some(quiet));
    }

    #[test]
    fn a_known_move_survives_and_deep_results_are_kept() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(5, entry(9, Bound::Lower));
        table.store(
            5,
            Entry {
                best: None,
                ..entry(8, Bound::Upper)
            },
        );
        assert_eq!(table.probe(5).unwrap().best, entry(9, Bound::Lower).best);
        table.store(5, entry(2, Bound::Lower));
        assert_eq!(table.probe(5).unwrap().depth, 8);
        table.store(5, entry(2, Bound::Exact));
        assert_eq!(table.probe(5).unwrap().depth, 2);
    }

    #[test]
    fn the_oldest_and_shallowest_goes_first() {
        let table = TranspositionTable::with_buckets(1).unwrap();
        for key in 1..=4 {
            table.store(key, entry(10 + key as u8, Bound::Exact));
        }
        table.store(5, entry(1, Bound::Exact));
        assert_eq!(table.probe(1), None);
        assert!(table.probe(5).is_some());
        table.new_search();
        table.new_search();
        table.store(6, entry(1, Bound::Exact));
        table.store(7, entry(1, Bound::Exact));
        assert!(
            table.probe(6).is_some() && table.probe(7).is_some(),
            "old deep entries make room"
        );
        assert!(table.probe(4).is_some());
    }

    #[test]
    fn every_bucket_is_one_cache_line() {
        let table = TranspositionTable::new(1).unwrap();
        for key in [0, 1 << 40, u64::MAX / 3, u64::MAX] {
            table.prefetch(key);
            let bucket = table.bucket(table.number(key));
            assert_eq!(bucket.len(), WORDS_PER_BUCKET);
            assert_eq!(bucket.as_ptr() as usize % BUCKET_BYTES, 0);
        }
    }

    #[test]
    fn an_evaluation_alone_proves_nothing() {
        let entry = Entry::of_eval(-35, false);
        for ply in [0, 200] {
            assert!(entry.score_at(ply) > Score::cp(Score::MAX_CP));
        }
        assert_eq!((entry.bound, entry.eval), (Bound::Upper, Some(-35)));
    }

    #[test]
    fn taking_the_memory_forgets_nothing() {
        let table = TranspositionTable::new(4).unwrap();
        // One for each bucket.
        let keys = || (0..table.buckets() as u64).map(|bucket| bucket << 48 | 1 << 47);
        keys().for_each(|key| table.store(key, entry(9, Bound::Lower)));
        table.take_memory();
        assert_eq!(table.buckets(), 1 << 16);
        assert!(keys().all(|key| table.probe(key).is_some()));
    }

    /// Whatever was stored, in a few buckets or in all of them, the table is as it was made.
    #[test]
    fn clearing_leaves_nothing_behind() {
        for (megabytes, keys) in [(1, 40), (1, 200_000), (16, 40), (16, 2_000_000)] {
            let mut table = TranspositionTable::new(megabytes).unwrap();
            for round in 0..2 {
                let mut key = 0x9e37_79b9_7f4a_7c15_u64;
                for _ in 0..keys {
                    table.store(key, entry(9, Bound::Lower));
                    key = key.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
                }
                let is_empty = |table: &TranspositionTable| {
                    let mut words = table.words.iter();
                    words.all(|word| word.load(Ordering::Relaxed) == 0)
                };
                assert!(!is_empty(&table), "{megabytes}, {keys}");
                match round {
                    0 => table.wipe(),
                    _ => table.clear(),
                }
                assert!(is_empty(&table), "{megabytes}, {keys}");
            }
        }
    }

    #[test]
    fn clearing_forgets_and_sizes_are_kept() {
        let mut table = TranspositionTable::new(16).unwrap();
        assert_eq!(table.megabytes(), 16);
        table.store(5, entry(9, Bound::Lower));
        table.clear();
        assert_eq!(table.probe(5), None);
        table.store(5, entry(9, Bound::Lower));
        table.wipe();
        assert_eq!(table.probe(5), None);
        assert_eq!(table.megabytes(), 16);
        assert!(TranspositionTable::new(usize::MAX >> 20).is_err());
    }
}

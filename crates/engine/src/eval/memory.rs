//! What an evaluator has worked out before, found again by a key.

use plumb_support::fallible::try_boxed;

/// Values by 64-bit keys, at most `SIZE`: a new one takes the place of an older
/// one. What is remembered follows from the key, so it may come from any earlier
/// search.
pub(super) struct Memory<T, const SIZE: usize> {
    entries: Box<[Entry<T>; SIZE]>,
}

#[derive(Clone, Copy)]
struct Entry<T> {
    key: u64,
    value: T,
}

impl<T: Default> Entry<T> {
    /// An empty entry has a key that belongs elsewhere.
    fn empty(index: usize) -> Entry<T> {
        Entry {
            key: !(index as u64),
            value: T::default(),
        }
    }
}

impl<T: Copy + Default, const SIZE: usize> Memory<T, SIZE> {
    /// One that holds nothing yet; none without the memory for it.
    pub(super) fn try_new() -> Option<Memory<T, SIZE>> {
        const { assert!(SIZE.is_power_of_two()) };
        let entries = try_boxed(Entry::empty)?;
        Some(Memory { entries })
    }

    /// The value of this key: as it was made before, or made now.
    #[inline(always)]
    pub(super) fn recall(&mut self, key: u64, make: impl FnOnce() -> T) -> &T {
        let entry = self.entry(key);
        if entry.key != key {
            *entry = Entry { key, value: make() };
        }
        &entry.value
    }

    /// The value of this key, if it is remembered.
    #[inline(always)]
    pub(super) fn get(&mut self, key: u64) -> Option<&T> {
        let entry = self.entry(key);
        (entry.key == key).then_some(&entry.value)
    }

    /// Remembers the value of this key.
    #[inline(always)]
    pub(super) fn insert(&mut self, key: u64, value: T) {
        *self.entry(key) = Entry { key, value };
    }

    #[inline(always)]
    fn entry(&mut self, key: u64) -> &mut Entry<T> {
        &mut self.entries[key as usize & (SIZE - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_gets_its_own_value() {
        let mut memory = Memory::<_, 8>::try_new().unwrap();
        for _ in 0..3 {
            for key in [0, 1, 8, !0, !7, 1 << 63, 0] {
                assert_eq!(*memory.recall(key, || key ^ 5), key ^ 5);
            }
        }
        assert_eq!(*memory.recall(0, || unreachable!()), 5);
        assert_eq!(memory.get(8), None);
        memory.insert(8, 9);
        assert_eq!(memory.get(8), Some(&9));
        assert_eq!(memory.get(0), None);
    }
}

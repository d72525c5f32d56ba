//! One player, one name: spellings that differ only in case and spaces are one player's.

use std::cmp::Reverse;
use std::collections::HashMap;

/// A name as players are told apart by it: in lower case, one space between words.
pub fn folded_name(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// How often each spelling of each name occurs.
#[derive(Debug, Default)]
pub struct Spellings {
    counts: HashMap<String, u64>,
}

impl Spellings {
    /// Counts a spelling once.
    pub fn add(&mut self, name: &str) {
        match self.counts.get_mut(name) {
            Some(count) => *count += 1,
            None => _ = self.counts.insert(name.to_owned(), 1),
        }
    }

    /// Maps each spelling that is not shown to the one shown instead: the most frequent, or
    /// among equally frequent ones the first in order.
    pub fn shown(&self) -> HashMap<String, String> {
        let mut all: Vec<(&String, u64)> = self.counts.iter().map(|(name, &n)| (name, n)).collect();
        all.sort_by_cached_key(|&(name, count)| (folded_name(name), Reverse(count), name));
        let mut shown = HashMap::new();
        for spellings in all.chunk_by(|one, other| folded_name(one.0) == folded_name(other.0)) {
            if let [(best, _), others @ ..] = spellings {
                shown.extend(
                    others
                        .iter()
                        .map(|&(other, _)| (other.clone(), (*best).clone())),
                );
            }
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_are_shown_as_most_often_written() {
        let mut spellings = Spellings::default();
        for name in [
            "ADA LOVELACE",
            "Ada Lovelace",
            "Ada Lovelace",
            "ada  lovelace",
            "Ada B. Lovelace",
        ] {
            spellings.add(name);
        }
        let shown = spellings.shown();
        assert_eq!(shown.len(), 2);
        for other in ["ADA LOVELACE", "ada  lovelace"] {
            assert_eq!(shown[other], "Ada Lovelace");
        }
    }

    #[test]
    fn spellings_that_are_as_frequent_are_shown_in_order() {
        let mut spellings = Spellings::default();
        spellings.add("b");
        spellings.add("B");
        assert_eq!(spellings.shown()["b"], "B");
    }
}

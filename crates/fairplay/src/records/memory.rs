//! Searches that are remembered, so that shorter ones need not be made.
//!
//! One thread that begins with cleared tables goes the same way every time until
//! it is stopped, so a shorter search is a prefix of a longer one: that is the
//! search's promise (`search::prefix`), and which part it is `Extent` says. Start
//! with `Memory::find`.

use super::search_result::SearchResult;
use plumb_coach::analysis::Extent;

/// What was found out about a position and the one after it.
#[derive(Debug)]
pub(super) struct Memory {
    repeats_itself: bool,
    searches: Vec<(Vec<u64>, Extent, SearchResult)>,
}

impl Memory {
    /// Of searches by one thread, or by several, which never go the same way twice.
    pub(super) fn new(threads: usize) -> Memory {
        Memory {
            repeats_itself: threads == 1,
            searches: Vec::new(),
        }
    }

    /// Whether a search always goes the same way.
    pub(super) fn repeats_itself(&self) -> bool {
        self.repeats_itself
    }

    /// A search of `position`, or the beginning of a longer one.
    pub(super) fn find(&self, position: &[u64], extent: &Extent) -> Option<SearchResult> {
        let mut here = self.searches.iter().filter(|(at, ..)| at == position);
        here.find_map(|(_, other, searched)| match other == extent {
            true => Some(searched.clone()),
            false if self.repeats_itself => beginning(searched, other, extent),
            false => None,
        })
    }

    /// Remembers a search that was not interrupted.
    pub(super) fn keep(&mut self, position: Vec<u64>, extent: Extent, searched: SearchResult) {
        let is_same = |(at, other, _): &(Vec<u64>, Extent, SearchResult)| {
            (at.as_slice(), other) == (position.as_slice(), &extent)
        };
        self.searches.retain(|kept| !is_same(kept));
        self.searches.push((position, extent, searched));
    }

    /// Forgets all but what is known of `position`.
    pub(super) fn keep_only(&mut self, position: &[u64]) {
        self.searches.retain(|(at, ..)| at == position);
    }
}

/// What a search to `wanted` would have come to, told from one to `extent`.
fn beginning(searched: &SearchResult, extent: &Extent, wanted: &Extent) -> Option<SearchResult> {
    let prefix = wanted.prefix_of(&searched.iterations, searched.nodes, extent)?;
    Some(SearchResult {
        iterations: searched.iterations[..prefix.reports].to_vec(),
        nodes: prefix.nodes,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use plumb_chess::board::{Game, Position};
    use plumb_coach::analysis::Probe;
    use plumb_engine::eval::Weights;
    use plumb_engine::search::Limits;

    #[test]
    fn only_searches_of_the_same_position_and_lines_are_found() {
        let searched = SearchResult {
            iterations: Vec::new(),
            nodes: 7,
        };
        let extent = Extent::new(&Limits::nodes(100), None);
        let mut memory = Memory::new(1);
        memory.keep(vec![1], extent.clone(), searched.clone());
        assert_eq!(memory.find(&[1], &extent), Some(searched));
        assert_eq!(memory.find(&[2], &extent), None);
        let lines = Limits {
            multi_pv: 2,
            ..Limits::nodes(100)
        };
        assert_eq!(memory.find(&[1], &Extent::new(&lines, None)), None);
        memory.keep_only(&[2]);
        assert_eq!(memory.find(&[1], &extent), None);
    }

    #[test]
    fn several_threads_are_no_beginning_of_anything() {
        let mut probe = Probe::new(Arc::new(Weights::embedded()), 1).unwrap();
        let game = Game::new(Position::start());
        let depth = |depth| Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let search = probe.search(&game, depth(4), None, &AtomicBool::new(false));
        let whole = SearchResult {
            nodes: search.nodes(),
            iterations: search.iterations,
        };
        let [long, short] = [4, 2].map(|plies| Extent::new(&depth(plies), None));
        for (threads, is_found) in [(1, true), (2, false)] {
            let mut memory = Memory::new(threads);
            memory.keep(vec![1], long.clone(), whole.clone());
            assert_eq!(memory.find(&[1], &long).as_ref(), Some(&whole));
            assert_eq!(memory.find(&[1], &short).is_some(), is_found);
        }
    }
}

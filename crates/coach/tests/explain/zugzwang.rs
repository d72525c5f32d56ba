//! Zugzwang in `epd/zugzwang.epd`, where a solved ending says who is in it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plumb_chess::board::Game;
use plumb_chess::notation::epd_lines;
use plumb_coach::analysis::Probe;
use plumb_coach::explain::ZugzwangSearch;
use plumb_engine::eval::Weights;

#[test]
fn zugzwang_is_found_in_solved_endings_and_nowhere_else() {
    let mut probe = Probe::new(Arc::new(Weights::embedded()), 1).unwrap();
    let (mut hits, mut misses) = (0, 0);
    for line in epd_lines(include_str!("../../../../epd/zugzwang.epd")) {
        let (number, epd) = line.unwrap();
        let is_there = epd.operands("hit").is_some();
        assert_ne!(is_there, epd.operands("miss").is_some(), "line {number}");
        let found = ZugzwangSearch {
            probe: &mut probe,
            nodes: 8_000,
            tables: None,
            searched: 0,
            stop: &AtomicBool::new(false),
        }
        .passing(&Game::new(epd.position));
        assert_eq!(found.is_some(), is_there, "line {number}: {found:?}");
        hits += usize::from(is_there);
        misses += usize::from(!is_there);
    }
    assert!(hits >= 15 && misses >= 15, "{hits} hits, {misses} misses");
}

//! Perft against published counts, within a budget that suits every machine.
//! `.ci/run` checks the suites much deeper.

use plumb_chess::board::{divide, perft};
use plumb_chess::notation::epd_lines;

/// Checks every count up to `max_nodes` and returns how many there were.
fn check(name: &str, text: &str, max_nodes: u64) -> usize {
    let mut checked = 0;
    for line in epd_lines(text) {
        let (number, epd) = line.unwrap();
        for &(depth, expected) in epd.perft.iter().filter(|&&(_, nodes)| nodes <= max_nodes) {
            assert_eq!(
                perft(&epd.position, depth),
                expected,
                "{name} line {number} depth {depth}"
            );
            checked += 1;
        }
    }
    checked
}

#[test]
fn standard_suite() {
    assert!(
        check(
            "perft.epd",
            include_str!("../../../../epd/perft.epd"),
            5_000_000
        ) >= 500
    );
}

#[test]
fn awkward_positions() {
    assert!(
        check(
            "tricky.epd",
            include_str!("../../../../epd/tricky.epd"),
            1_000_000
        ) >= 900
    );
}

#[test]
fn chess960_positions() {
    assert!(
        check(
            "chess960.epd",
            include_str!("../../../../epd/chess960.epd"),
            50_000
        ) >= 2_500
    );
    assert!(
        check(
            "chess960_start.epd",
            include_str!("../../../../epd/chess960_start.epd"),
            20_000
        ) >= 2_500
    );
    assert!(
        check(
            "double_chess960.epd",
            include_str!("../../../../epd/double_chess960.epd"),
            500_000
        ) >= 300
    );
}

#[test]
fn divide_adds_up() {
    let position = plumb_chess::board::Position::start();
    let parts = divide(&position, 4);
    assert_eq!(parts.len(), 20);
    assert_eq!(parts.iter().map(|(_, nodes)| nodes).sum::<u64>(), 197_281);
    assert!(divide(&position, 0).is_empty());
    assert_eq!(perft(&position, 0), 1);
}

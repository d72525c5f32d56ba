//! Times, from notes and from clocks.

use super::*;
use crate::Ply;
use plumb_chess::board::Position;

fn game(control: Option<&str>, plies: &[(Option<u64>, Option<u64>)]) -> SourceGame {
    let tags = control.map(|control| ("TimeControl".to_owned(), control.to_owned()));
    SourceGame {
        notes: Vec::new(),
        file: "made-up.pgn".to_owned(),
        number: 1,
        line: 1,
        tags: tags.into_iter().collect(),
        start: Position::start(),
        plies: plies
            .iter()
            .map(|&(clock_ms, spent_ms)| Ply {
                mv: None,
                clock_ms,
                spent_ms,
            })
            .collect(),
    }
}

#[test]
fn times_are_noted_or_come_from_clocks() {
    let clock = |ms| (Some(ms), None);
    let plies = [
        clock(300_000),
        clock(299_000),
        clock(298_000),
        clock(302_500),
        (None, Some(4_200)),
        clock(302_000),
        clock(250_000),
    ];
    let expected = [
        None,
        None,
        Some(5_000),
        None,
        Some(4_200),
        Some(3_500),
        None,
    ];
    assert_eq!(times_spent(&game(Some("300+3"), &plies)), expected);
    // Without a control the increment is not known, and neither is the time.
    let unknown = times_spent(&game(None, &plies));
    assert_eq!(unknown, [None, None, None, None, Some(4_200), None, None]);
    let stages = times_spent(&game(Some("40/7200:3600"), &plies));
    assert_eq!(stages, unknown);
    let plain = [clock(600_000), clock(600_000), clock(590_000)];
    let spent = times_spent(&game(Some("600"), &plain));
    assert_eq!(spent, [None, None, Some(10_000)]);
}

#[test]
fn paces_are_where_they_are_drawn() {
    let paces = [0, 1_000, 1_001, 10_000, 10_001].map(Pace::of);
    use Pace::{Instant, Long, Quick};
    assert_eq!(paces, [Instant, Instant, Quick, Quick, Long]);
}

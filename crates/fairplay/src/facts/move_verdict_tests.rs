//! The trace, letter by letter.

use super::*;
use crate::fixtures::{FIVE, IN_PLAY, cp_record, judged, record};
use crate::records::Value;

#[test]
fn every_ply_has_its_letter() {
    let quiet = cp_record("e2e4", "e2e4", &FIVE);
    let of = |record: Option<&MoveRecord>, context: PlyContext| {
        let yardstick = Yardstick::embedded();
        MoveVerdict::of(
            record,
            &Position::start(),
            &context,
            None,
            &Rules::default(),
            &yardstick,
        )
    };
    let mut book = IN_PLAY;
    book.is_book = true;
    let mut early = IN_PLAY;
    early.ply = 3;
    let mut again = IN_PLAY;
    again.repetitions = 2;
    let moves = [
        of(None, book),
        of(Some(&quiet), early),
        of(Some(&quiet), again),
        of(None, IN_PLAY),
        judged(&quiet),
        judged(&cp_record("d2d4", "e2e4", &FIVE)),
        judged(&cp_record("c2c4", "e2e4", &FIVE)),
        judged(&cp_record("b", "a", &[("a", 20), ("c", 20), ("b", -40)])),
        judged(&cp_record("f2f3", "e2e4", &FIVE)),
        judged(&cp_record("a", "a", &[("a", 0), ("b", -250)])),
        judged(&cp_record("a", "a", &[("a", 500), ("b", 480)])),
        judged(&record(
            "a",
            "a",
            &[("a", Value::Mate(2)), ("b", Value::Cp(900))],
        )),
    ];
    assert_eq!(trace(&moves), "boru*=.-?fdM");
    assert_eq!(moves[4].counted().map(|facts| facts.loss_cp), Some(0));
    assert_eq!(moves[9].counted(), None);
    assert!(moves[9].is_only_good && !moves[4].is_only_good);
    let json = serde_json::to_value(&moves[9]).unwrap();
    assert_eq!(json["exclusion"], "forced");
    assert_eq!(json["facts"]["is_first_choice"], true);
}

#[test]
fn an_uncertain_loss_is_no_loss_and_no_blunder() {
    let mut record = cp_record("f2f3", "e2e4", &FIVE);
    assert_eq!(judged(&record).letter(), '?');
    record.loss_looks[1].played = Value::Cp(20);
    let verdict = judged(&record);
    assert!(verdict.counted().is_some_and(|facts| facts.is_uncertain));
    assert_eq!(verdict.letter(), '~');
    assert!(trace_legend().iter().any(|&(legend, _)| legend == '~'));
}

#[test]
fn the_legend_has_every_letter_of_a_counted_move() {
    for (played, letter) in [("e2e4", '*'), ("d2d4", '='), ("g1f3", '.'), ("f2f3", '?')] {
        let found = judged(&cp_record(played, "e2e4", &FIVE)).letter();
        assert_eq!(found, letter);
        assert!(trace_legend().iter().any(|&(legend, _)| legend == letter));
    }
}

/// The list has another move ahead of the first choice of the single-line search: by the
/// union it is equal, by Barnes's list it is not.
#[test]
fn by_barnes_the_list_says_what_is_equal_and_lost() {
    let by = |set, record: &crate::MoveRecord| {
        let rules = Rules {
            set,
            ..Rules::default()
        };
        let yardstick = Yardstick::embedded();
        MoveVerdict::of(
            Some(record),
            &Position::start(),
            &IN_PLAY,
            None,
            &rules,
            &yardstick,
        )
    };
    let disputed = cp_record("g1f3", "g1f3", &FIVE);
    let plumb = by(RuleSet::Plumb, &disputed).facts.unwrap();
    assert!(plumb.is_equal_best && plumb.is_disputed && plumb.loss_cp == 0);
    let barnes = by(RuleSet::Barnes, &disputed).facts.unwrap();
    assert!(!barnes.is_equal_best && barnes.is_first_choice);
    assert_eq!((barnes.loss_cp, barnes.capped_loss_cp), (10, 10));
    assert!(barnes.winning_loss > 0.0 && barnes.accuracy < 100.0 && barnes.scaled_loss > 0.0);
    // Another mate of the same length is equal, with error 0.
    let mates = record("b", "a", &[("a", Value::Mate(4)), ("b", Value::Mate(4))]);
    let equal = by(RuleSet::Barnes, &mates);
    let facts = equal.counted().unwrap();
    assert!(facts.is_equal_best && facts.loss_cp == 0);
    assert_eq!(
        by(RuleSet::Plumb, &mates).exclusion,
        Some(Exclusion::MateFound)
    );
}

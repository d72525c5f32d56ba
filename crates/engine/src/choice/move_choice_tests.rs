//! Shares of a choice, against the plain solution that lists every move.

use super::*;
use crate::choice::partial_credit;
use proptest::prelude::*;

#[test]
fn two_moves_share_by_the_golden_ratio() {
    // Powers 1 and 2: p + p² = 1.
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let differences = [0.0, std::f64::consts::LN_2];
    let best = MoveChoice::new(&differences, 2, Some(0)).unwrap();
    let other = MoveChoice::new(&differences, 2, Some(1)).unwrap();
    assert!((best.credit(1.0, 1.0) - golden).abs() < 1e-12);
    assert!((other.credit(1.0, 1.0) - golden * golden).abs() < 1e-12);
    assert!(best.is_best() && !other.is_best());
}

#[test]
fn nonsense_is_no_choice() {
    assert_eq!(MoveChoice::new(&[], 3, Some(0)), None);
    assert_eq!(MoveChoice::new(&[0.0, 1.0], 3, Some(2)), None);
    assert_eq!(MoveChoice::new(&[0.0, f64::NAN], 3, Some(0)), None);
    assert_eq!(MoveChoice::new(&[0.0, -1.0], 3, Some(0)), None);
    assert_eq!(MoveChoice::new(&[0.5, 1.0], 3, Some(0)), None);
    // Fewer legal moves than listed ones: the list is believed.
    assert_eq!(MoveChoice::new(&[0.0, 1.0], 0, Some(0)).unwrap().legal(), 2);
    // A move outside them is one more.
    assert_eq!(MoveChoice::new(&[0.0, 1.0], 0, None).unwrap().legal(), 3);
    let only = MoveChoice::new(&[0.0], 1, Some(0)).unwrap();
    assert!(only.is_indifferent());
    assert_eq!(only.credit(0.1, 0.5), 1.0);
}

#[test]
fn extremes_stay_finite() {
    for (s, c) in [(1e-4, 5.0), (10.0, 0.05), (1e-4, 0.05), (10.0, 5.0)] {
        for played in 0..4 {
            let choice = MoveChoice::new(&[0.0, 1e-9, 0.3, 6.1], 40, Some(played)).unwrap();
            assert!(choice.log_credit(s, c).is_finite());
            assert!((0.0..=1.0).contains(&choice.credit(s, c)));
        }
    }
    // What is never chosen is not chosen, even where everything else is not either.
    let worst = MoveChoice::new(&[0.0, 6.1], 2, Some(1)).unwrap();
    assert!(worst.log_credit(1e-4, 5.0) < -50.0);
}

proptest! {
    #[test]
    fn shares_are_those_of_the_plain_solution(
        mut differences in prop::collection::vec(prop_oneof![Just(0.0), 0.0..0.3, 0.0..6.0], 1..8),
        unlisted in 0_usize..40,
        s in 0.03..1.0,
        c in 0.1..1.0,
    ) {
        differences[0] = 0.0;
        let legal = differences.len() + unlisted;
        let mut all = differences.clone();
        all.resize(legal, differences.iter().copied().fold(0.0, f64::max));
        let expected = partial_credit(&all, s, c);
        for played in 0..differences.len() {
            let found = MoveChoice::new(&differences, legal, Some(played)).unwrap().credit(s, c);
            prop_assert!((found - expected[played]).abs() < 1e-9, "{} {}", found, expected[played]);
        }
        if unlisted > 0 {
            let found = MoveChoice::new(&differences, legal, None).unwrap().credit(s, c);
            prop_assert!((found - expected[legal - 1]).abs() < 1e-9, "{}", found);
        }
    }
}

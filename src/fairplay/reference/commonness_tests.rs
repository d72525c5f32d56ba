//! Samples counted by hand.

use super::*;
use crate::fairplay::PLAYER_GATE;
use crate::fairplay::fixtures::{FIVE, cp_record, judged, reference_by_hand};

/// A game's side with so many first choices and so many moves that lost 40 cp.
fn side(first: usize, worse: usize) -> Sums {
    let record = |index| match index < first {
        true => cp_record("e2e4", "e2e4", &FIVE),
        false => cp_record("c2c4", "e2e4", &FIVE),
    };
    let moves: Vec<_> = (0..first + worse).map(|i| judged(&record(i))).collect();
    Sums::of_side(&moves)
}

fn games(count: usize, first: usize, worse: usize) -> Sums {
    let mut sums = Sums::default();
    (0..count).for_each(|_| sums.merge(&side(first, worse)));
    sums
}

#[test]
fn commonness_by_hand() {
    // 60 moves with 45 first choices: 15 of 20 in each game.
    let reference = reference_by_hand(100);
    let common = Commonness::of(&games(3, 15, 5), PLAYER_GATE, 50, &reference).unwrap();
    // A sample is a player's three games; five of each twenty agree as often.
    assert_eq!((common.sample_moves, common.first_choice.of), (60, 100));
    assert_eq!(common.first_choice.count, 25);
    assert_eq!(common.equal.count, 25);
    assert_eq!(common.average_error.count, 25);
    // Four times a quarter is everybody.
    assert_eq!(common.expected_by_chance, 50.0);
    // Nobody agrees always; the upper end says what 100 samples can tell.
    let common = Commonness::of(&games(3, 20, 0), PLAYER_GATE, 1_000, &reference).unwrap();
    assert_eq!(common.first_choice.count, 0);
    assert!(common.first_choice.high > 0.03);
    let most = 4_000.0 * common.first_choice.high;
    assert!((common.expected_by_chance - most).abs() < 1e-9);
}

#[test]
fn samples_never_have_more_moves_than_they_stand_for() {
    // 50 moves: two games of 20 make a sample, three do not; the third is too short.
    let reference = reference_by_hand(100);
    let common = Commonness::of(&games(5, 5, 5), PLAYER_GATE, 5, &reference).unwrap();
    assert_eq!((common.sample_moves, common.equal.of), (50, 100));
    // Nobody has 400 moves: what is compared is as long as the longest samples.
    let common = Commonness::of(&games(20, 10, 10), PLAYER_GATE, 5, &reference).unwrap();
    assert!(common.sample_moves < 120 && common.equal.of >= 100);
}

#[test]
fn nothing_is_said_of_too_little() {
    let reference = reference_by_hand(100);
    // Two games, however long; thirty moves in three games are enough, 29 not.
    assert!(Commonness::of(&games(2, 20, 20), PLAYER_GATE, 5, &reference).is_none());
    let short = games(3, 5, 4);
    assert!(Commonness::of(&short, PLAYER_GATE, 5, &reference).is_none());
    assert!(Commonness::of(&games(3, 5, 5), PLAYER_GATE, 5, &reference).is_some());
    // Too few samples.
    let few = reference_by_hand(20);
    assert!(Commonness::of(&games(3, 10, 10), PLAYER_GATE, 5, &few).is_none());
}

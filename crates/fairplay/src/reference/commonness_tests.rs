//! Samples counted by hand.

use super::*;
use crate::figures::PLAYER_GATE;
use crate::fixtures::{
    FIVE, cp_record, hash_by_hand, judged, reference_by_hand, reference_maker_by_hand, reference_of,
};
use crate::reference::{ReferenceMaker, TestedKeys};

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
    assert_eq!(common.expected_if_average, 50.0);
    // Nobody agrees always; the upper end says what 100 samples can tell.
    let common = Commonness::of(&games(3, 20, 0), PLAYER_GATE, 1_000, &reference).unwrap();
    assert_eq!(common.first_choice.count, 0);
    assert!(common.first_choice.high > 0.03);
    let most = 4_000.0 * common.first_choice.high;
    assert!((common.expected_if_average - most).abs() < 1e-9);
}

#[test]
fn samples_never_have_more_moves_than_they_stand_for() {
    // 50 moves: two games of 20 make a sample, three do not.
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

#[test]
fn every_player_is_one_sample() {
    // Half of the players have thirty games more, in which they agree always.
    let mut maker = reference_maker_by_hand(200);
    for player in maker.players.values_mut().take(100) {
        let perfect = Agreement {
            moves: 20,
            first_choice: 20,
            equal: 20,
            uncertain: 0,
            loss_cp: 0,
            capped_loss_cp: 0,
        };
        player
            .games
            .extend((0..30).map(|game| (9_000 + game, perfect)));
    }
    let all = |maker: &ReferenceMaker| {
        let reference = reference_of(maker);
        Commonness::of(&games(3, 20, 0), PLAYER_GATE, 5, &reference).unwrap()
    };
    let common = all(&maker);
    // His first three games stand for each, and in these nobody agrees always.
    assert_eq!(
        (common.first_choice.of, common.first_choice.count),
        (200, 0)
    );
    assert_eq!(common, all(&reference_maker_by_hand(200)));
}

#[test]
fn nobody_is_compared_with_himself() {
    let reference = reference_by_hand(150);
    let mut tested = TestedKeys::default();
    // A name as another file writes it, a game of somebody else, and strangers.
    reference.note_tested(&mut tested, [Some("P Player7"), None], 1);
    reference.note_tested(&mut tested, [Some("Nobody, N"), None], hash_by_hand(20, 1));
    let left = reference.clone().without(&tested);
    let note = left.note();
    assert_eq!((note.players, note.sides), (150, 450));
    assert_eq!((note.left_out.players, note.left_out.sides), (1, 4));
    let common = Commonness::of(&games(3, 15, 5), PLAYER_GATE, 50, &left).unwrap();
    assert_eq!(common.first_choice.of, 149);
    // Where everybody is tested, nobody is left to compare with.
    for player in 0..100 {
        let name = format!("Player{player}, Pia");
        reference.note_tested(&mut tested, [None, Some(&name)], 1);
    }
    let left = reference.without(&tested);
    assert!(Commonness::of(&games(3, 15, 5), PLAYER_GATE, 50, &left).is_none());
}

//! Votes and disagreement worked out by hand.

use super::*;
use crate::records::{Line, ListedMove, LossLook, Value};

fn record(choice: &str, list: &[(&str, Value)]) -> MoveRecord {
    let line = Line {
        score: list[0].1,
        depth: 5,
        seldepth: 5,
        nodes: 1,
        levels: Vec::new(),
        extrapolated: 0,
        choices: vec![(1, choice.to_owned())],
        pv: Vec::new(),
        iterations: Vec::new(),
    };
    let listed = |&(mv, score): &(&str, Value)| ListedMove::scored(mv.to_owned(), score, 5);
    let look = LossLook {
        depth: 5,
        first_choice: list[0].1,
        played: list.iter().find(|(mv, _)| *mv == "e2e4").unwrap().1,
    };
    MoveRecord {
        played: "e2e4".to_owned(),
        legal: 20,
        before: line.clone(),
        after: Line {
            score: look.played,
            ..line
        },
        depth: 5,
        listed: list.iter().map(listed).collect(),
        played_apart: false,
        list_iterations: Vec::new(),
        apart_iterations: Vec::new(),
        loss_looks: match choice {
            "e2e4" => Vec::new(),
            _ => vec![look; 3],
        },
        deep_look: None,
        glance: Vec::new(),
        mates: None,
        forced: None,
    }
}

#[test]
fn figures_worked_out_by_hand() {
    let cp = Value::Cp;
    // Three moves, two engines: both e4, though one's list has another ahead, which
    // costs a first choice nothing; one e4 (30 lost to the other); a mate.
    let first = record("e2e4", &[("e2e4", cp(20)), ("d2d4", cp(10))]);
    let also = record("e2e4", &[("d2d4", cp(24)), ("e2e4", cp(20))]);
    let other = record("d2d4", &[("d2d4", cp(30)), ("e2e4", cp(0))]);
    let mate = record("d2d4", &[("d2d4", Value::Mate(3)), ("e2e4", cp(0))]);
    let mut votes = Votes::of(2);
    for records in [
        [Some(&first), Some(&also)],
        [Some(&first), Some(&other)],
        [Some(&first), Some(&mate)],
        // One engine failed: its own figures only.
        [None, Some(&other)],
    ] {
        votes.add(&records);
    }
    let found = votes.disagreement(1);
    let majority = votes.majority().unwrap();
    assert_eq!((majority.count, majority.of), (1, 1));
    assert_eq!(found.moves, 3);
    assert_eq!((found.differing, found.contested), (2, 2));
    assert_eq!((found.spreads, found.mean_spread_cp), (2, Some(15.0)));
    // Both for e4 once; the smaller losses are 0 and 0.
    assert_eq!((found.majorities, found.majority_matches), (1, Some(1)));
    assert_eq!(found.mean_median_loss_cp, Some(0.0));
    let [one, two] = &found.engines[..] else {
        panic!("two engines")
    };
    assert_eq!((one.moves, one.first_choices), (3, 3));
    assert_eq!((one.losses, one.mean_loss_cp), (3, Some(0.0)));
    assert_eq!((two.moves, two.first_choices, two.losses), (4, 1, 3));
    assert_eq!(two.mean_loss_cp, Some(20.0));
}

#[test]
fn more_than_half_decide() {
    let cp = Value::Cp;
    let good = record("e2e4", &[("e2e4", cp(20)), ("d2d4", cp(10))]);
    let bad = record("d2d4", &[("d2d4", cp(24)), ("e2e4", cp(20))]);
    let worse = record("d2d4", &[("d2d4", cp(90)), ("e2e4", cp(20))]);
    let mate = record("c2c4", &[("c2c4", Value::Mate(2)), ("e2e4", cp(20))]);
    let two_to_one = vote(&[&worse, &good, &bad]).unwrap();
    assert_eq!(two_to_one.choice.as_deref(), Some("d2d4"));
    assert_eq!((two_to_one.is_match, two_to_one.loss_cp), (false, Some(4)));
    let tie = vote(&[&good, &bad]).unwrap();
    assert_eq!(
        (tie.choice, tie.is_match, tie.loss_cp),
        (None, false, Some(0))
    );
    let split = vote(&[&good, &good, &mate]).unwrap();
    assert_eq!((split.is_match, split.loss_cp), (true, None));
    assert_eq!(vote(&[]), None);
}

#[test]
fn one_engine_cannot_disagree_and_none_says_nothing() {
    let only = record("d2d4", &[("d2d4", Value::Cp(9)), ("e2e4", Value::Cp(4))]);
    let mut votes = Votes::of(1);
    votes.add(&[Some(&only)]);
    let found = votes.disagreement(1);
    assert_eq!((found.moves, found.mean_spread_cp), (0, None));
    assert_eq!(found.engines[0].mean_loss_cp, Some(5.0));
    assert_eq!(Votes::default().disagreement(1), Disagreement::default());
    assert_eq!(Votes::of(2).majority(), None);
}

//! Every fact of a move, worked out by hand.

use super::*;
use crate::fixtures::{FIVE, cp_record, line, record};
use crate::records::{Mate, Mates};
use plumb_chess::notation::parse_fen;
use proptest::prelude::*;

fn facts(record: &MoveRecord) -> MoveFacts {
    MoveFacts::of(record, &Position::start(), None, &Yardstick::embedded()).unwrap()
}

#[test]
fn the_first_choice_loses_nothing() {
    let facts = facts(&cp_record("e2e4", "e2e4", &FIVE));
    assert!(facts.is_first_choice && facts.is_equal_best && !facts.is_disputed);
    assert_eq!((facts.rank, facts.loss_cp, facts.drop_cp), (1, 0, 0));
    assert_eq!((facts.scaled_loss, facts.winning_loss), (0.0, 0.0));
    assert!((facts.accuracy - 100.0).abs() < 1e-3);
    assert_eq!(facts.gap_cp, Some(0));
    assert_eq!(facts.balance, Balance::Level);
    assert_eq!(facts.phase, GamePhase::Opening);
    assert_eq!(facts.mate, None);
}

#[test]
fn places_are_shared_by_equal_moves() {
    let place = |played| {
        let facts = facts(&cp_record(played, "e2e4", &FIVE));
        (facts.rank, facts.is_equal_best, facts.loss_cp)
    };
    assert_eq!(place("d2d4"), (1, true, 0));
    assert_eq!(place("g1f3"), (3, false, 10));
    assert_eq!(place("c2c4"), (4, false, 40));
    assert_eq!(place("f2f3"), (5, false, 230));
}

#[test]
fn a_first_choice_that_the_list_ranks_lower_is_no_error() {
    let facts = facts(&cp_record("c2c4", "c2c4", &FIVE));
    assert!(facts.is_first_choice && facts.is_equal_best && facts.is_disputed);
    assert_eq!((facts.rank, facts.loss_cp, facts.capped_loss_cp), (4, 0, 0));
    assert_eq!((facts.scaled_loss, facts.winning_loss), (0.0, 0.0));
}

#[test]
fn losses_on_all_scales() {
    let far = facts(&cp_record("b", "a", &[("a", 100), ("b", -100)]));
    assert_eq!((far.loss_cp, far.capped_loss_cp), (200, 200));
    // The integral of dz / (1 + |z|) from -1 to 1.
    assert!((far.scaled_loss - 2.0 * std::f64::consts::LN_2).abs() < 1e-12);
    let chance = |cp| {
        let model = WdlModel::embedded();
        winning_chance(
            plumb_engine::search::Score::cp(cp),
            &Position::start(),
            &model,
        )
    };
    assert!((far.winning_loss - (chance(100) - chance(-100))).abs() < 1e-12);
    assert!((far.accuracy - accuracy(far.winning_loss)).abs() < 1e-12);
    // Evaluations beyond ten pawns are held there.
    let huge = facts(&cp_record("b", "a", &[("a", 1_500), ("b", 900)]));
    assert_eq!((huge.loss_cp, huge.capped_loss_cp), (600, 100));
    let lost = facts(&cp_record("b", "a", &[("a", -1_100), ("b", -1_900)]));
    assert_eq!((lost.loss_cp, lost.capped_loss_cp), (800, 0));
}

#[test]
fn accuracy_follows_the_published_curve() {
    // 103.1668 e^(-0.4354) - 3.1669, by hand.
    assert!((accuracy(0.1) - 63.583).abs() < 1e-3);
    assert!((accuracy(0.0) - 99.9999).abs() < 1e-9);
    assert_eq!(accuracy(1.0), 0.0);
    assert_eq!((accuracy(-1.0), accuracy(7.0)), (accuracy(0.0), 0.0));
}

#[test]
fn better_than_best_needs_ten_centipawns_and_another_move() {
    let better = |played, own_cp| {
        let mut record = cp_record(played, "e2e4", &FIVE);
        record.after.score = Value::Cp(own_cp);
        let facts = facts(&record);
        (facts.drop_cp, facts.is_better_than_best)
    };
    assert_eq!(better("g1f3", 39), (-9, false));
    assert_eq!(better("g1f3", 40), (-10, true));
    assert_eq!(better("e2e4", 90), (-60, false));
}

#[test]
fn changes_and_settled_depth_come_from_the_single_line() {
    let mut record = cp_record("e2e4", "e2e4", &FIVE);
    record.before = line(Value::Cp(30), &["d2d4", "g1f3", "e2e4"]);
    let facts = facts(&record);
    assert_eq!((facts.changes, facts.settled_depth), (2, 3));
    assert!(facts.is_first_choice);
}

#[test]
fn mates_of_equal_length_are_equal() {
    let quickest = |played, best| {
        let record = record("b", "a", &[("a", best), ("b", played)]);
        facts(&record).mate.map(MateFact::is_quickest)
    };
    assert_eq!(quickest(Value::Mate(3), Value::Mate(3)), Some(true));
    assert_eq!(quickest(Value::Mate(4), Value::Mate(3)), Some(false));
    assert_eq!(quickest(Value::Cp(500), Value::Mate(3)), Some(false));
    assert_eq!(quickest(Value::Mate(3), Value::Cp(500)), Some(true));
    assert_eq!(quickest(Value::Mate(-3), Value::Cp(500)), None);
    let mut risky = record("b", "a", &[("a", Value::Mate(2)), ("b", Value::Mate(2))]);
    let line = |mv: &str| Mate {
        mv: mv.to_owned(),
        moves: 2,
        material_pawns: 0,
        risk: 0.5,
    };
    risky.mates = Some(Mates {
        lines: vec![line("a"), line("b")],
        least: Some(0),
        played: Some(1),
        excess: Some(0.25),
    });
    assert_eq!(facts(&risky).mate_risk_excess, Some(0.25));
}

#[test]
fn parts_of_the_game_go_by_material() {
    for (fen, part) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            GamePhase::Opening,
        ),
        (
            "r1bqk2r/pppp1ppp/8/8/8/8/PPPP1PPP/R1BQK2R w KQkq - 0 1",
            GamePhase::Middlegame,
        ),
        ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", GamePhase::Endgame),
        ("r2qk3/8/8/8/8/8/8/R2QK3 w - - 0 1", GamePhase::Middlegame),
    ] {
        assert_eq!(GamePhase::of(&parse_fen(fen).unwrap()), part, "{fen}");
    }
    let balance = [51, 50, 0, -50, -51].map(Balance::of);
    use Balance::{Better, Level, Worse};
    assert_eq!(balance, [Better, Level, Level, Level, Worse]);
}

#[test]
fn facts_are_the_same_for_both_colours() {
    let white = parse_fen("r1bqk2r/ppp2ppp/2n5/8/8/2N5/PPP2PPP/R1BQK2R w KQkq - 0 9").unwrap();
    let black = parse_fen("r1bqk2r/ppp2ppp/2n5/8/8/2N5/PPP2PPP/R1BQK2R b KQkq - 0 9").unwrap();
    for played in ["a", "b", "c"] {
        let record = cp_record(played, "b", &[("a", 70), ("b", 60), ("c", -90)]);
        let of = |position| MoveFacts::of(&record, position, Some(5), &Yardstick::embedded());
        assert_eq!(of(&white), of(&black));
    }
}

#[test]
fn incomplete_records_have_no_facts() {
    let yardstick = Yardstick::embedded();
    let none =
        |record: &MoveRecord| MoveFacts::of(record, &Position::start(), None, &yardstick).is_none();
    let mut record = cp_record("e2e4", "e2e4", &FIVE);
    record.listed.clear();
    assert!(none(&record));
    let mut record = cp_record("e2e4", "e2e4", &FIVE);
    record.before.choices.clear();
    assert!(none(&record));
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        8 => (-1_200..1_200).prop_map(Value::Cp),
        1 => (1..20).prop_map(Value::Mate),
        1 => (-20..=-1).prop_map(Value::Mate),
    ]
}

proptest! {
    #[test]
    fn facts_keep_their_promises(
        values in prop::collection::vec(value(), 1..7),
        played in any::<prop::sample::Index>(),
        first in any::<prop::sample::Index>(),
        own in value(),
    ) {
        let mut values = values;
        values.sort_by_key(|value| std::cmp::Reverse(value.level_cp()));
        let names = ["a", "b", "c", "d", "e", "f"];
        let listed: Vec<(&str, Value)> = names.into_iter().zip(values).collect();
        let mut record = record(listed[played.index(listed.len())].0, listed[first.index(listed.len())].0, &listed);
        record.after.score = own;
        let facts = facts(&record);
        prop_assert!(!facts.is_first_choice || facts.is_equal_best);
        prop_assert_eq!(facts.loss_cp == 0, facts.is_equal_best);
        prop_assert!(facts.loss_cp >= facts.capped_loss_cp && facts.capped_loss_cp >= 0);
        prop_assert!((1..=listed.len()).contains(&facts.rank));
        prop_assert!((0.0..=1.0).contains(&facts.winning_loss));
        prop_assert!((0.0..=100.0).contains(&facts.accuracy));
        prop_assert!((0.0..=1.0).contains(&facts.credit));
        prop_assert!(facts.scaled_loss >= 0.0 && facts.scaled_loss.is_finite());
        prop_assert!(!(facts.is_better_than_best && facts.is_first_choice));
    }
}

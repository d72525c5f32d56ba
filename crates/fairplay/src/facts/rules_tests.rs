//! Tests of the rule sets, reason by reason.

use super::*;
use crate::fixtures::{FIVE, IN_PLAY, cp_record, record};

/// What Barnes, Burnham, Regan and Plumb say.
fn all(record: Option<&MoveRecord>, context: &PlyContext) -> [Option<Exclusion>; 4] {
    RuleSet::ALL.map(|rules| classify(record, context, rules, &Thresholds::default()))
}

#[test]
fn names_are_read_and_written() {
    for rules in RuleSet::ALL {
        assert_eq!(rules.to_string().parse(), Ok(rules));
        assert_eq!(rules.to_string().to_uppercase().parse(), Ok(rules));
        let json = serde_json::to_string(&rules).unwrap();
        assert_eq!(json, format!("\"{rules}\""));
    }
    assert_eq!(RuleSet::default(), RuleSet::Plumb);
    let error = "fide".parse::<RuleSet>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "rules: found \"fide\"; expected barnes, burnham, regan or plumb"
    );
}

#[test]
fn reasons_have_their_own_names_and_letters() {
    let mut seen = std::collections::BTreeSet::new();
    for exclusion in Exclusion::ALL {
        assert!(seen.insert(exclusion.key().to_owned()));
        assert!(seen.insert(exclusion.letter().to_string()));
        assert!(exclusion.sentence().ends_with('.'));
        assert!(!"*=.-?".contains(exclusion.letter()));
    }
    assert!(Exclusion::ALL.is_sorted());
}

#[test]
fn what_the_game_knows() {
    let quiet = cp_record("e2e4", "e2e4", &FIVE);
    use Exclusion::{Book, Opening, Repetition, Tablebase, TooFewMoves, Unknown};
    let with = |change: fn(&mut PlyContext)| {
        let mut context = IN_PLAY;
        change(&mut context);
        all(Some(&quiet), &context)
    };
    assert_eq!(with(|_| ()), [None; 4]);
    let book = with(|context| context.is_book = true);
    assert_eq!(book, [Some(Book), Some(Book), None, Some(Book)]);
    let first = with(|context| context.ply = 15);
    assert_eq!(first, [None, None, Some(Opening), Some(Opening)]);
    assert_eq!(with(|context| context.ply = 16), [None; 4]);
    let short = with(|context| context.game_plies = 29);
    assert_eq!(short, [None, None, None, Some(TooFewMoves)]);
    let known = with(|context| context.is_tablebase = true);
    assert_eq!(known, [None, None, None, Some(Tablebase)]);
    let again = with(|context| context.repetitions = 1);
    assert_eq!(again, [None, None, Some(Repetition), Some(Repetition)]);
    // Theory needs no record.
    let mut theory = IN_PLAY;
    theory.is_book = true;
    assert_eq!(
        all(None, &theory),
        [Some(Book), Some(Book), Some(Unknown), Some(Book)]
    );
}

#[test]
fn a_record_without_choice_or_move_is_unknown() {
    let unknown = [Some(Exclusion::Unknown); 4];
    assert_eq!(all(None, &IN_PLAY), unknown);
    let mut damaged = cp_record("e2e4", "e2e4", &FIVE);
    damaged.listed.remove(0);
    assert_eq!(all(Some(&damaged), &IN_PLAY), unknown);
    let mut damaged = cp_record("e2e4", "e2e4", &FIVE);
    damaged.before.choices.clear();
    assert_eq!(all(Some(&damaged), &IN_PLAY), unknown);
}

#[test]
fn lines_are_where_they_are_drawn() {
    use Exclusion::{Decided, Forced, OnlyMove};
    let forced = |gap| cp_record("a", "a", &[("a", 20), ("b", 20 - gap)]);
    let says = |record: &MoveRecord| all(Some(record), &IN_PLAY);
    assert_eq!(says(&forced(199)), [None; 4]);
    assert_eq!(says(&forced(200)), [None, None, None, Some(Forced)]);
    let decided = |cp| cp_record("a", "a", &[("a", cp), ("b", cp)]);
    for side in [1, -1] {
        let d = Some(Decided);
        assert_eq!(says(&decided(299 * side)), [None; 4]);
        assert_eq!(says(&decided(300 * side)), [None, d, None, d]);
        assert_eq!(says(&decided(301 * side)), [None, d, d, d]);
    }
    let mut only = cp_record("a", "a", &[("a", 0)]);
    only.legal = 1;
    let o = Some(OnlyMove);
    assert_eq!(says(&only), [None, None, None, o]);
    let both = cp_record("a", "a", &[("a", 900), ("b", 100)]);
    assert_eq!(
        says(&both),
        [None, Some(Decided), Some(Decided), Some(Forced)]
    );
}

#[test]
fn mates_are_told_apart_under_all_rules() {
    use Value::{Cp, Mate};
    let says = |best, played| {
        let record = record("b", "a", &[("a", best), ("b", played)]);
        let all = all(Some(&record), &IN_PLAY);
        assert!(all.iter().all(|found| *found == all[0]), "{all:?}");
        all[0]
    };
    assert_eq!(says(Mate(3), Mate(9)), Some(Exclusion::MateFound));
    assert_eq!(says(Mate(3), Cp(900)), Some(Exclusion::MateMissed));
    assert_eq!(says(Mate(3), Mate(-2)), Some(Exclusion::MateMissed));
    assert_eq!(says(Cp(0), Mate(-2)), Some(Exclusion::MateAllowed));
    assert_eq!(says(Mate(-5), Mate(-2)), Some(Exclusion::MateSuffered));
}

#[test]
fn mates_of_equal_length_count_by_barnes() {
    use Value::Mate;
    let says = |best, played| {
        let record = record("b", "a", &[("a", best), ("b", played)]);
        all(Some(&record), &IN_PLAY)
    };
    let others = |exclusion| [None, Some(exclusion), Some(exclusion), Some(exclusion)];
    assert_eq!(says(Mate(3), Mate(3)), others(Exclusion::MateFound));
    assert_eq!(says(Mate(-3), Mate(-3)), others(Exclusion::MateSuffered));
}

/// A mate that only the search of one line saw, or only the move's own: the list alone
/// says what Barnes's figures are of.
#[test]
fn barnes_asks_the_list_alone() {
    use Value::Mate;
    let mut record = cp_record("b", "a", &[("a", 200), ("b", 180)]);
    record.before.score = Mate(8);
    let others = |exclusion| [None, Some(exclusion), Some(exclusion), Some(exclusion)];
    let found = all(Some(&record), &IN_PLAY);
    assert_eq!(found, others(Exclusion::MateMissed));
    record.after.score = Mate(7);
    let found = all(Some(&record), &IN_PLAY);
    assert_eq!(found, others(Exclusion::MateFound));
}

#[test]
fn denominators_are_what_the_rules_divide_by() {
    for rules in RuleSet::ALL {
        assert!(rules.denominators().contains(&Denominator::Counted));
    }
    assert_eq!(RuleSet::Burnham.denominators(), Denominator::ALL);
}

#[test]
fn what_was_played_does_not_say_whether_there_was_a_choice() {
    let asks = |record: &MoveRecord| asks_for_choice(record, &IN_PLAY);
    for played in ["e2e4", "c2c4"] {
        assert!(asks(&cp_record(played, "e2e4", &FIVE)));
    }
    let ahead = |gap| [("a", 20), ("b", 20 - gap), ("c", -300)];
    for played in ["a", "b", "c"] {
        assert!(asks(&cp_record(played, "a", &ahead(199))));
        assert!(
            !asks(&cp_record(played, "a", &ahead(200))),
            "one move is far ahead"
        );
    }
    // A move that was searched on its own because it was played, and came out on top.
    let mut apart = cp_record("z", "a", &[("z", 400), ("a", 20), ("b", 10)]);
    apart.before = cp_record("a", "a", &[("a", 20)]).before;
    assert!(!asks(&apart));
    apart.played_apart = true;
    assert!(asks(&apart));
    for cp in [-300, 300] {
        assert!(
            !asks(&cp_record("a", "a", &[("a", cp), ("b", cp)])),
            "decided"
        );
    }
    let mut only = cp_record("a", "a", &[("a", 0), ("b", 0)]);
    only.legal = 1;
    assert!(!asks(&only));
    let open = cp_record("e2e4", "e2e4", &FIVE);
    for context in [
        PlyContext { ply: 15, ..IN_PLAY },
        PlyContext {
            game_plies: 29,
            ..IN_PLAY
        },
        PlyContext {
            is_book: true,
            ..IN_PLAY
        },
        PlyContext {
            repetitions: 1,
            ..IN_PLAY
        },
        PlyContext {
            is_tablebase: true,
            ..IN_PLAY
        },
    ] {
        assert!(!asks_for_choice(&open, &context), "{context:?}");
    }
}

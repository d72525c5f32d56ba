//! Sums of hand-made games, and that they add up.

use super::*;
use crate::facts::MoveVerdict;
use crate::facts::{RuleSet, Thresholds};
use crate::figures::FigureOptions;
use crate::figures::figures::{Figures, Level};
use crate::fixtures::{FIVE, IN_PLAY, cp_record, judged, record, timed};
use crate::records::{ForcedChoice, ForcedReason, ForcedRecord, ForcedStop};
use crate::records::{MoveRecord, Value};
use crate::{PlyContext, Rules, Yardstick};
use plumb_chess::board::Position;
use proptest::prelude::*;

fn first() -> MoveRecord {
    cp_record("e2e4", "e2e4", &FIVE)
}

fn loss() -> MoveRecord {
    cp_record("c2c4", "e2e4", &FIVE)
}

/// The best is 250 centipawns ahead.
fn only(played: &str) -> MoveRecord {
    cp_record(played, "a", &[("a", 50), ("b", -200)])
}

#[test]
fn runs_span_what_is_left_out_and_end_with_the_game() {
    let hit = judged(&first());
    let miss = judged(&loss());
    let forced = judged(&only("b"));
    let game = [&hit, &hit, &forced, &hit, &miss, &miss, &hit, &hit];
    let mut sums = Sums::of_side(game);
    assert_eq!(sums.runs.0, BTreeMap::from([(2, 1), (3, 1)]));
    // Another game does not continue the run.
    sums.merge(&Sums::of_side([&hit, &miss]));
    assert_eq!(sums.runs.greatest(), Some(3));
    assert_eq!((sums.games(), sums.moves(), sums.counted()), (2, 10, 9));
    assert_eq!(sums.excluded(Exclusion::Forced), 1);
}

#[test]
fn only_moves_are_found_or_not() {
    let (found, missed) = (judged(&only("a")), judged(&only("b")));
    let sums = Sums::of_side([&found, &found, &missed, &judged(&first())]);
    assert_eq!(sums.only_good, [3, 2]);
    // Where everything is decided, little depends on finding it.
    let decided = cp_record("a", "a", &[("a", 600), ("b", 100)]);
    assert_eq!(Sums::of_side([&judged(&decided)]).only_good, [0, 0]);
    // A single legal move is found by everybody.
    let mut single = cp_record("a", "a", &[("a", 0)]);
    single.legal = 1;
    assert_eq!(Sums::of_side([&judged(&single)]).only_good, [0, 0]);
}

/// So many forced choices, whichever they are.
fn forced(plies: usize) -> ForcedRecord {
    let choice = ForcedChoice {
        mv: "e2e4".to_owned(),
        reason: ForcedReason::OnlyGood,
        margin_cp: Some(90),
        is_recapture: false,
    };
    ForcedRecord {
        plies: vec![choice; plies],
        end: ForcedStop::NotForced(3),
    }
}

#[test]
fn a_forced_line_is_entered_once() {
    let at = |plies| {
        let mut record = first();
        record.forced = Some(forced(plies));
        judged(&record)
    };
    let game = [at(0), at(7), at(5), at(3), at(1), at(3), at(2)];
    let sums = Sums::of_side(&game);
    assert_eq!(sums.forced_lines.0, BTreeMap::from([(3, 1), (7, 1)]));
    assert_eq!(sums.forced_searched, 7);
    // Not searched is not the same as not forced.
    let figures = |sums: &Sums| Figures::of(sums, Level::Field, &FigureOptions::default());
    let many: Vec<_> = (0..40).map(|_| at(0)).collect();
    let searched = figures(&Sums::of_side(&many)).forced_lines;
    assert_eq!(searched.map(|lines| lines.entered), Some(0));
    let unknown: Vec<_> = (0..40).map(|_| judged(&first())).collect();
    assert_eq!(figures(&Sums::of_side(&unknown)).forced_lines, None);
}

#[test]
fn uncertain_losses_are_counted_apart() {
    let mut uncertain = only("b");
    uncertain.listed[1].score = Value::Cp(0);
    uncertain.loss_looks[1].played = Value::Cp(50);
    let mut game = vec![judged(&first()); 20];
    game.extend(vec![judged(&loss()); 20]);
    let certain = Sums::of_side(&game);
    game.push(judged(&uncertain));
    let sums = Sums::of_side(&game);
    let figures = |sums: &Sums| Figures::of(sums, Level::Game, &FigureOptions::default());
    let (all, certain) = (figures(&sums), figures(&certain));
    let (all, certain) = (all.counted().unwrap(), certain.counted().unwrap());
    assert_eq!((all.moves, all.uncertain, certain.uncertain), (41, 1, 0));
    assert_eq!(all.first_choice.of, 41);
    assert_eq!(all.average_error_cp, certain.average_error_cp);
    assert_eq!(
        (all.accuracy, &all.losses),
        (certain.accuracy, &certain.losses)
    );
    assert_eq!(
        (sums.agreement().uncertain, sums.agreement().certain()),
        (1, 40)
    );
}

#[test]
fn mates_are_counted_apart() {
    let mate = |played, best| judged(&record("b", "a", &[("a", best), ("b", played)]));
    let game = [
        mate(Value::Mate(3), Value::Mate(3)),
        mate(Value::Mate(5), Value::Mate(3)),
        mate(Value::Cp(400), Value::Mate(3)),
        mate(Value::Mate(-3), Value::Cp(0)),
        mate(Value::Mate(-3), Value::Mate(-9)),
    ];
    let sums = Sums::of_side(&game);
    assert_eq!((sums.counted(), sums.mates_quickest), (0, 1));
    let mates = Figures::of(&sums, Level::Game, &FigureOptions::default()).mates;
    let counts = (mates.found, mates.missed, mates.allowed, mates.suffered);
    assert_eq!(counts, (2, 1, 1, 1));
    assert_eq!(mates.found_share, None, "below the gate");
}

#[test]
fn burnhams_denominators() {
    let under = |record: &MoveRecord| {
        let rules = Rules {
            set: RuleSet::Burnham,
            thresholds: Thresholds::default(),
        };
        let yardstick = Yardstick::embedded();
        let start = Position::start();
        MoveVerdict::of(Some(record), &start, &IN_PLAY, None, &rules, &yardstick)
    };
    let decided = cp_record("a", "a", &[("a", 500), ("b", 480)]);
    let mate = record("a", "a", &[("a", Value::Mate(2)), ("b", Value::Cp(0))]);
    // Neither only moves nor gaps exclude. `only` is 200 centipawns ahead; who plays
    // another has a drop above 0.
    let mut single = cp_record("a", "a", &[("a", 0)]);
    single.legal = 1;
    let all = [first(), loss(), only("a"), only("b"), single, decided, mate];
    let sums = Sums::of_side(&all.map(|record| under(&record)));
    // After the book; analysed; of drop at most 0; of these, critical.
    assert_eq!(sums.tallies.map(|tally| tally.moves()), [6, 5, 3, 1]);
}

/// Any move: quiet, forced, decided, a mate, theory, timed or not.
fn any_move() -> impl Strategy<Value = MoveVerdict> {
    let best = prop_oneof![8 => -250..250, 1 => 300..900, 1 => Just(10_000)];
    let names = ["a", "b", "c", "d", "e", "f"];
    let lists = prop::collection::vec(0..120, 1..6);
    let who = (0_usize..6, 0_usize..6);
    let rest = (
        prop::option::of(0_u64..60_000),
        prop::option::of(0_usize..9),
        0_usize..40,
        -400..200_i32,
    );
    (best, lists, who, rest).prop_map(move |(best, gaps, (played, first), rest)| {
        let (spent_ms, forced_plies, ply, own) = rest;
        let mut cp = best;
        let mut listed = vec![("a", Value::Cp(best))];
        for (name, gap) in names[1..].iter().zip(gaps) {
            cp -= gap;
            listed.push((name, Value::Cp(cp)));
        }
        if best > 9_000 {
            listed[0].1 = Value::Mate(4);
        }
        let (played, first) = (played % listed.len(), first % listed.len());
        let mut record = record(listed[played].0, listed[first].0, &listed);
        record.forced = forced_plies.map(forced);
        if !record.after.score.is_mate() {
            record.after.score = Value::Cp(own);
        }
        let context = PlyContext { ply, ..IN_PLAY };
        let start = Position::start();
        let yardstick = Yardstick::embedded();
        let rules = Rules::default();
        MoveVerdict::of(
            Some(&record),
            &start,
            &context,
            spent_ms,
            &rules,
            &yardstick,
        )
    })
}

fn games() -> impl Strategy<Value = Vec<Vec<MoveVerdict>>> {
    prop::collection::vec(prop::collection::vec(any_move(), 0..25), 1..6)
}

fn sum<'a>(games: impl IntoIterator<Item = &'a Vec<MoveVerdict>>) -> Sums {
    let mut sums = Sums::default();
    for game in games {
        sums.merge(&Sums::of_side(game));
    }
    sums
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn sums_add_up_in_any_order(games in games(), cut in any::<prop::sample::Index>()) {
        let whole = sum(&games);
        let (left, right) = games.split_at(cut.index(games.len() + 1));
        let (left, right) = (sum(left), sum(right));
        let mut merged = right.clone();
        merged.merge(&left);
        prop_assert_eq!(&merged, &whole);
        prop_assert_eq!(&whole.without(&left), &right);
        prop_assert_eq!(&sum(games.iter().rev()), &whole);
        let json = |sums| {
            let figures = Figures::of(sums, Level::Player, &FigureOptions::default());
            serde_json::to_string(&figures).unwrap()
        };
        prop_assert_eq!(json(&merged), json(&whole));
    }

    #[test]
    fn parts_make_up_the_whole(games in games()) {
        let sums = sum(&games);
        let counted: usize = games.iter().flatten().filter_map(MoveVerdict::counted).count();
        prop_assert_eq!(sums.counted(), counted as u64);
        prop_assert_eq!(sums.counted() + sums.excluded.total(), sums.moves());
        for parts in [&sums.by_phase, &sums.by_balance] {
            let mut together = Tally::default();
            parts.iter().for_each(|part| together.merge(part));
            prop_assert_eq!(&together, sums.counted_tally());
        }
        let timed = games.iter().flatten().filter_map(MoveVerdict::counted);
        let timed = timed.filter(|facts| facts.spent_ms.is_some()).count();
        prop_assert_eq!(sums.by_pace.iter().map(Tally::moves).sum::<u64>(), timed as u64);
    }

    #[test]
    fn figures_keep_their_promises(games in games()) {
        let sums = sum(&games);
        let figures = Figures::of(&sums, Level::Game, &FigureOptions::default());
        let wide = figures.core.iter().filter_map(|divided| divided.figures.as_ref());
        let parts = [&figures.by_phase, &figures.by_balance, &figures.by_pace];
        let parts = parts.into_iter().flatten().filter_map(|part| part.figures.as_ref());
        for core in wide.chain(parts) {
            prop_assert!(core.moves >= figures.gate);
            prop_assert!(core.equal.count >= core.first_choice.count);
            prop_assert_eq!(core.top[0], core.first_choice);
            prop_assert!(core.top.is_sorted_by_key(|top| top.count));
            prop_assert!(core.losses.is_sorted_by(|a, b| a.share.count >= b.share.count));
            prop_assert!(core.equal.count <= core.moves);
            prop_assert_eq!(core.losses[0].share.of + core.uncertain, core.moves);
            prop_assert_eq!(core.average_error_cp.count + core.uncertain, core.moves);
            let gains = &core.better_than_best;
            prop_assert!(gains.is_sorted_by(|a, b| a.share.count >= b.share.count));
            let others = core.moves - core.first_choice.count;
            prop_assert!(gains.iter().all(|gain| gain.share.of == others));
            prop_assert_eq!(gains.is_empty(), others < figures.gate);
            let gains = gains.iter().map(|gain| &gain.share);
            let shares = [&core.first_choice, &core.equal].into_iter().chain(gains);
            for share in shares.chain(&core.top) {
                prop_assert!(share.low <= share.share && share.share <= share.high);
            }
            for mean in [
                core.average_error_cp, core.capped_loss_cp, core.scaled_loss,
                core.winning_loss, core.accuracy, core.partial_credit, core.best_move_changes,
            ] {
                let ends = mean.low.zip(mean.high).unwrap_or((mean.mean, mean.mean));
                prop_assert!(0.0 <= ends.0 && ends.0 <= mean.mean && mean.mean <= ends.1);
            }
            prop_assert!(core.capped_loss_cp.mean <= core.average_error_cp.mean);
        }
        if let Some(runs) = figures.runs {
            prop_assert!(runs.longest as u64 <= figures.counted);
        }
    }
}

#[test]
fn moves_are_sorted_by_the_time_they_took() {
    let (first, loss) = (first(), loss());
    let game = [
        timed(&first, Some(400)),
        timed(&loss, Some(5_000)),
        timed(&first, Some(60_000)),
        timed(&first, None),
    ];
    let sums = Sums::of_side(&game);
    assert_eq!(sums.by_pace.map(|tally| tally.moves()), [1, 1, 1]);
    assert_eq!(sums.counted(), 4);
}

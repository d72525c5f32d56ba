//! Choices of hand-made records beside the models.

use super::*;
use crate::fixtures::cp_record;
use crate::records::{LineReport, Value};
use plumb_chess::notation::{parse_fen, parse_uci_move};
use plumb_engine::choice::HumanModel;
use plumb_engine::search::Bound;

const LINES: [(&str, i32); 3] = [("e2e4", 30), ("d2d4", 25), ("a2a3", -20)];
const MIRRORED: [(&str, i32); 3] = [("e7e5", 30), ("d7d5", 25), ("a7a6", -20)];
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const BLACK_TO_MOVE: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";

/// The choice of a move in a position of which a glance and a list say the same.
fn view(fen: &str, played: &str, lines: &[(&str, i32)]) -> Option<ChoiceView> {
    let game = Game::new(parse_fen(fen).unwrap());
    let report = |&(mv, cp): &(&str, i32)| LineReport {
        depth: 1,
        seldepth: 1,
        mv: Some(mv.to_owned()),
        score: Value::Cp(cp),
        bound: Bound::Exact,
    };
    let mut record = cp_record(played, lines[0].0, lines);
    record.glance = lines.iter().map(report).collect();
    record.list_iterations = record.glance.clone();
    let mv = parse_uci_move(game.position(), played).unwrap();
    let (people, engines) = (HumanModel::embedded(), EngineModel::embedded());
    ChoiceView::of(&people, &engines, &game, &record, mv)
}

#[test]
fn shares_of_all_moves_sum_to_one() {
    let position = parse_fen(START).unwrap();
    let mut sums = [0.0; 2];
    let mut ratios = 0.0;
    for &mv in position.legal_moves().iter() {
        let mut view = view(START, LINES[0].0, &LINES).unwrap();
        let place = position.legal_moves().iter().position(|&other| other == mv);
        view.chosen = place.unwrap();
        let expected = view.expected(1_900.0);
        sums[0] += expected.share;
        sums[1] += expected.engine_share;
        ratios += expected.share * expected.log_ratio;
        assert!((view.log_share(1_900.0) - libm::log(expected.share.max(1e-4))).abs() < 1e-12);
    }
    assert!(sums.iter().all(|sum| (sum - 1.0).abs() < 1e-9), "{sums:?}");
    // The mean over what people would choose is what is said to be expected.
    let expected = view(START, "e2e4", &LINES).unwrap().expected(1_900.0);
    assert!((ratios - expected.expected_log_ratio).abs() < 1e-9);
    assert!(expected.log_ratio_variance > 0.0);
    assert!((0.0..=1.0).contains(&expected.engine_like_share));
}

#[test]
fn colours_do_not_matter() {
    let white = view(START, "d2d4", &LINES).unwrap();
    let black = view(BLACK_TO_MOVE, "d7d5", &MIRRORED).unwrap();
    let numbers = |view: &ChoiceView| {
        let one = view.expected(2_300.0);
        [
            one.share,
            one.engine_share,
            one.first_choice_share,
            one.log_ratio,
            one.expected_log_ratio,
            one.log_ratio_variance,
            one.engine_like_share,
            one.listed_loss,
        ]
    };
    for (one, other) in numbers(&white).into_iter().zip(numbers(&black)) {
        assert!((one - other).abs() < 1e-12, "{white:?} {black:?}");
    }
    assert!(!white.is_match() && view(START, "e2e4", &LINES).unwrap().is_match());
}

#[test]
fn a_record_without_a_glance_says_nothing() {
    let game = Game::new(parse_fen(START).unwrap());
    let record = cp_record("e2e4", "e2e4", &LINES);
    let mv = parse_uci_move(game.position(), "e2e4").unwrap();
    let (people, engines) = (HumanModel::embedded(), EngineModel::embedded());
    assert_eq!(ChoiceView::of(&people, &engines, &game, &record, mv), None);
}

/// What people are expected to lose is a mean over their shares of what the list says, and of
/// its last where a move is not on it.
#[test]
fn losses_follow_list_and_shares() {
    let position = parse_fen(START).unwrap();
    let own = view(START, "e2e4", &LINES).unwrap();
    let scaled = |cp| scaled_difference(30, cp);
    let place = |mv: &str| {
        let mv = parse_uci_move(&position, mv).unwrap();
        own.moves.iter().position(|&other| other == mv).unwrap()
    };
    for (mv, cp) in [("e2e4", 30), ("d2d4", 25), ("a2a3", -20), ("h2h4", -20)] {
        assert!((own.losses[place(mv)] - scaled(cp)).abs() < 1e-12, "{mv}");
        assert_eq!(own.losses_cp[place(mv)], f64::from(30 - cp), "{mv}");
    }
    let to = |mv: &str| own.choosing(parse_uci_move(&position, mv).unwrap(), None);
    assert_eq!(to("d2d4").unwrap().listed_loss_cp(), 5.0);
    let lost = view(START, "d2d4", &[("e2e4", 1_200), ("d2d4", -3_000)]).unwrap();
    assert_eq!(lost.listed_loss_cp(), 2_000.0, "held within ten pawns");
    let listed = own.expected(1_900.0).listed_loss;
    let shares = own.people.shares(1_900.0);
    let by_hand: f64 = shares
        .iter()
        .zip(&own.losses)
        .map(|(s, loss)| s * loss)
        .sum();
    assert!((listed - by_hand).abs() < 1e-12 && listed > 0.0 && listed < scaled(-20));
}

#[test]
fn a_deep_loss_is_that_of_the_move_that_was_made() {
    let own = view(START, "e2e4", &LINES).unwrap();
    assert_eq!(own.deep_loss(), Some(0.0), "the first choice loses nothing");
    assert_eq!(view(START, "d2d4", &LINES).unwrap().deep_loss(), None);
    let position = parse_fen(START).unwrap();
    let to = |mv: &str, loss| own.choosing(parse_uci_move(&position, mv).unwrap(), loss);
    assert_eq!(to("d2d4", Some(0.2)).unwrap().deep_loss(), Some(0.2));
    assert_eq!(to("e2e4", Some(0.2)).unwrap().deep_loss(), Some(0.0));
    let look = |first, played| LossLook {
        depth: 12,
        first_choice: Value::Cp(first),
        played: Value::Cp(played),
    };
    let log = |pawns: f64| libm::log(1.0 + pawns);
    assert!((scaled_loss(&look(100, 20)) - (log(1.0) - log(0.2))).abs() < 1e-12);
    assert_eq!(scaled_loss(&look(20, 100)), 0.0, "a better move");
    assert_eq!(
        scaled_loss(&look(0, -900)),
        1.0,
        "a blunder is no more than one"
    );
}

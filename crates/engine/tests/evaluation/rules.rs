//! The evaluation knows chess: it drives mates home, sees what cannot be won,
//! and every term comes up. That it adds up is in `sum.rs`.

use std::collections::HashSet;
use std::sync::Arc;

use plumb_chess::board::Position;
use plumb_engine::eval::{self, Evaluator, SCORE_BOUND_CP, Tapered, Term, WEIGHT_COUNT, Weights};

use plumb_testing::Random;
use plumb_testing::positions::{position, sample};

fn evaluator() -> Evaluator {
    Evaluator::new(Arc::new(Weights::embedded()))
}

fn score(fen: &str) -> i32 {
    evaluator().evaluate(&position(fen))
}

#[test]
fn coefficients_predict_other_weights() {
    let mut weights = Weights::embedded();
    let mut random = Random(7);
    for weight in 0..WEIGHT_COUNT {
        let (term, slot) = eval::weight_owner(weight).expect("within the count");
        let [a, b] = [0; 2].map(|_: i32| random.below(400) as i32 - 200);
        weights.set(term, slot, Tapered::new(a, b));
    }
    assert_eq!(eval::weight_owner(WEIGHT_COUNT), None);
    let mut play = Evaluator::new(Arc::new(weights.clone()));
    let embedded = Weights::embedded();
    for position in sample(2_000) {
        let coefficients = eval::coefficients(&position, &embedded);
        assert_eq!(coefficients.score(&weights), play.evaluate(&position));
    }
}

#[test]
fn memory_changes_nothing() {
    let mut warm = evaluator();
    let positions = sample(5_000);
    let first: Vec<i32> = positions.iter().map(|p| warm.evaluate(p)).collect();
    for (position, &score) in positions.iter().zip(&first).rev() {
        assert_eq!(warm.evaluate(position), score, "{position:?}");
    }
    // Those that remember little beside one that remembers everything.
    for (positions, first) in positions.chunks(100).zip(first.chunks(100)) {
        let mut fresh = evaluator();
        for (position, &score) in positions.iter().zip(first) {
            assert_eq!(fresh.evaluate(position), score, "{position:?}");
        }
    }
}

#[test]
fn memory_knows_the_clock() {
    let weights = Weights::embedded();
    let mut play = evaluator();
    for position in sample(2_000) {
        let mut setup = position.to_setup();
        for clock in [0, 1, 60, 99, 0] {
            setup.halfmove_clock = clock;
            let position = Position::from_setup(&setup).expect("the same position");
            let account = eval::account(&position, &weights);
            assert_eq!(play.evaluate(&position), account.score_cp(), "{position:?}");
        }
    }
}

#[test]
fn every_term_and_stage_comes_up() {
    let weights = Weights::embedded();
    let mut seen = HashSet::new();
    let mut stages = HashSet::new();
    for position in sample(20_000) {
        let account = eval::account(&position, &weights);
        seen.extend(account.terms.iter().map(|row| row.term));
        let active = account.stages.iter().filter(|row| row.twenty_fourths != 0);
        stages.extend(active.map(|row| row.stage.title()));
    }
    let silent: Vec<String> = Term::ALL
        .iter()
        .filter(|term| !seen.contains(term))
        .map(|term| term.path())
        .collect();
    assert!(silent.is_empty(), "never counted: {silent:?}");
    // All but the bound, which no set of pieces reaches with these weights.
    assert_eq!(stages.len(), 7, "{stages:?}");
}

#[test]
fn scores_are_bounded_and_the_bound_is_a_row() {
    let mut weights = Weights::embedded();
    weights.set(Term::PieceValue, 4, Tapered::new(20_000, 20_000));
    let position = position("4k3/8/8/8/8/8/8/1QQQK3 b - - 0 1");
    let account = eval::account(&position, &weights);
    assert_eq!(account.total_cp, SCORE_BOUND_CP - 1);
    assert_eq!(account.sum_of_rows_24ths(), account.total_cp * 24);
    let mut play = Evaluator::new(Arc::new(weights));
    assert_eq!(play.evaluate(&position), 1 - SCORE_BOUND_CP);
}

#[test]
fn nothing_to_win_is_worth_nothing() {
    for fen in [
        "8/8/3k4/8/8/8/8/KN6 w - - 0 1",
        "8/8/3k4/8/8/8/8/KNN5 w - - 0 1",
        "8/8/3kb3/8/8/8/8/KB6 b - - 0 1",
        "k7/8/8/P7/8/8/1B6/K7 w - - 0 1",
        "1k6/8/8/P7/8/8/8/K7 w - - 0 1",
    ] {
        assert_eq!(score(fen), 0, "{fen}");
    }
    // The bishop commands the promotion square.
    assert!(score("k7/8/8/P7/8/8/8/KB6 w - - 0 1") > 150);
    // A rook against a bishop is next to nothing, a bare rook is a win.
    assert!(score("8/8/3kb3/8/8/8/8/KR6 w - - 0 1") < 60);
    assert!(score("8/8/3k4/8/8/8/8/KR6 w - - 0 1") > 400);
}

#[test]
fn mates_get_nearer() {
    // The lone king is worse off at the edge, in the right corner, and with
    // the other king near.
    let pairs = [
        (
            "8/8/8/4k3/8/8/8/KQ6 w - - 0 1",
            "8/8/8/k7/8/8/8/KQ6 w - - 0 1",
        ),
        (
            "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
            "3k4/8/3K4/8/8/8/8/1R6 w - - 0 1",
        ),
        // The bishop on b1 is light: a8 and h1 are its corners, h8 is not.
        (
            "7k/8/5K2/8/8/8/8/1BN5 w - - 0 1",
            "k7/8/2K5/8/8/8/8/1BN5 w - - 0 1",
        ),
        (
            "8/8/3k4/8/8/8/8/KBB5 w - - 0 1",
            "k7/8/8/2K5/8/8/8/1BB5 w - - 0 1",
        ),
    ];
    for (early, late) in pairs {
        assert!(score(early) + 30 < score(late), "{early} {late}");
    }
}

#[test]
fn the_fifty_move_rule_damps() {
    let fresh = score("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 30");
    let stale = score("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 80 70");
    assert_eq!(stale, fresh * 120 / 200);
}

#[test]
fn knowledge_points_the_right_way() {
    // (better, worse) for White, all else being equal.
    let pairs = [
        // A passed pawn further on.
        (
            "4k3/7p/3P4/8/8/8/7P/4K3 w - - 0 1",
            "4k3/7p/8/8/3P4/8/7P/4K3 w - - 0 1",
        ),
        // Pawns side by side rather than doubled.
        (
            "4k3/5ppp/8/8/8/8/3PP3/4K3 w - - 0 1",
            "4k3/5ppp/8/8/8/4P3/4P3/4K3 w - - 0 1",
        ),
        // A rook on the open file.
        (
            "4k3/ppp2ppp/8/8/8/8/PPP2PPP/3RK3 w - - 0 1",
            "4k3/ppp2ppp/8/8/8/8/PPP2PPP/2R1K3 w - - 0 1",
        ),
        // Pawns before the king while queens are on.
        (
            "r2q1rk1/ppp2ppp/2n2n2/8/8/2N2N2/PPP2PPP/R2Q1RK1 w - - 0 1",
            "r2q1rk1/ppp2ppp/2n2n2/8/8/PPN2N2/P4P1P/R2Q1RK1 w - - 0 1",
        ),
    ];
    for (better, worse) in pairs {
        assert!(score(better) > score(worse), "{better} {worse}");
    }
    let start = evaluator().evaluate(&Position::start());
    assert!((1..50).contains(&start), "{start}");
}

/// A score fades as the fifty-move rule comes nearer, but not where a lone king
/// only has to be mated: the way to the mate would look like a loss.
#[test]
fn a_hunt_does_not_fade_and_counts_nothing_else() {
    let weights = Weights::embedded();
    let score = |fen: &str| eval::account(&position(fen), &weights);
    for fen in [
        "8/8/8/K7/8/3Q4/8/k7 w - - {} 90",
        "8/8/2k5/8/8/3B1N2/8/K7 w - - {} 90",
    ] {
        let early = score(&fen.replace("{}", "0"));
        let late = score(&fen.replace("{}", "90"));
        assert_eq!(early.total_cp, late.total_cp, "{fen}");
        for row in &early.terms {
            let group = row.term.group().key();
            // How many islands there are is counted even where it is none.
            assert!(
                ["material", "endgame", "pawns"].contains(&group),
                "{fen}: {group}"
            );
        }
    }
    let fading = "8/5k2/8/8/8/3Q4/5r2/K7 w - - {} 90";
    let early = score(&fading.replace("{}", "0")).total_cp;
    assert!(score(&fading.replace("{}", "90")).total_cp < early);
}

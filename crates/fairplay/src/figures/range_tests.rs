//! Ranges over passes, by hand.

use super::*;
use crate::FigureOptions;
use crate::figures::{Level, Sums};
use crate::fixtures::{FIVE, cp_record, judged};

/// So many first choices, and so many moves that lost 40 centipawns.
fn figures(first: usize, worse: usize) -> Figures {
    let record = |index| match index < first {
        true => cp_record("e2e4", "e2e4", &FIVE),
        false => cp_record("c2c4", "e2e4", &FIVE),
    };
    let moves: Vec<_> = (0..first + worse).map(|i| judged(&record(i))).collect();
    let sums = Sums::of_side(&moves);
    Figures::of(&sums, Level::Field, &FigureOptions::default())
}

#[test]
fn a_range_spans_all_passes_and_the_figure_itself() {
    let mut main = figures(20, 20);
    main.widen(&figures(30, 10));
    main.widen(&figures(16, 24));
    let core = main.counted().unwrap();
    assert_eq!(core.first_choice.range, Some([0.4, 0.75]));
    assert_eq!(core.average_error_cp.range, Some([10.0, 24.0]));
    assert_eq!(core.top[0].range, Some([0.4, 0.75]));
    // The part of all moves that were level is the whole.
    let level = main.by_balance[1].figures.as_ref().unwrap();
    assert_eq!(level.equal.range, Some([0.4, 0.75]));
    // Everything between: the figure itself is an end when it lies outside.
    let mut best = figures(36, 4);
    best.widen(&figures(20, 20));
    let range = best.counted().unwrap().first_choice.range;
    assert_eq!(range, Some([0.5, 0.9]));
}

#[test]
fn one_pass_has_no_range_and_a_withheld_one_says_nothing() {
    let mut alone = figures(20, 20);
    assert_eq!(alone.counted().unwrap().equal.range, None);
    // Ten moves are too few.
    alone.widen(&figures(10, 0));
    assert_eq!(alone.counted().unwrap().equal.range, None);
}

//! The trend model against the labelled vectors that are kept with the source.

use std::path::Path;

use super::*;
use plumb_engine::tables::Models;

fn sample() -> TrendSample {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/trends.csv");
    TrendSample::read(&path).unwrap()
}

#[test]
fn the_table_is_what_the_vectors_give() {
    let sample = sample();
    let embedded = Models::embedded().get::<TrendModel>().unwrap();
    let (model, _) = fit_trends(&sample, 1e-7, &embedded.settings);
    assert_eq!(model, *embedded);
    let validation = TrendFigures::of(&sample, TrendPart::Validation, &model);
    assert_eq!(validation.right(), (613, 619));
    assert!(validation.log_loss < 0.03, "{}", validation.log_loss);
}

#[test]
fn shuffled_labels_are_told_no_better_than_by_the_commonest() {
    let mut sample = sample();
    let labels: Vec<Option<Trend>> = sample.vectors.iter().map(|one| one.label).collect();
    let order = Random::stream(5, 0).order(labels.len());
    for (vector, at) in sample.vectors.iter_mut().zip(order) {
        vector.label = labels[at];
    }
    let (model, right) = fit_trends(&sample, 1e-7, "");
    let commonest =
        labelled(&sample, TrendPart::Validation).filter(|(_, label)| *label == Trend::Other);
    let commonest = commonest.count() as u64;
    let validation = TrendFigures::of(&sample, TrendPart::Validation, &model).right();
    assert!(
        validation.0 <= commonest + 10,
        "{validation:?}, {commonest}"
    );
    assert!(right.0 * 100 < right.1 * 60, "{right:?}");
}

#[test]
fn no_vector_is_in_both_parts() {
    let mut sample = sample();
    assert_eq!(sample.in_both_parts(), 0);
    let (levels, flat) = (sample.vectors[0].levels, [7; TREND_LEVELS]);
    for part in [TrendPart::Training, TrendPart::Validation] {
        for levels in [levels, flat] {
            let mut vector = sample.vectors[0].clone();
            (vector.part, vector.levels) = (part, levels);
            sample.vectors.push(vector);
        }
    }
    assert_eq!(sample.in_both_parts(), 1);
}

#[test]
fn two_passes_agree_as_far_as_the_file_says() {
    let (kappa, right) = agreement(&sample());
    assert_eq!(right, (1988, 1996));
    assert!((kappa - 0.993).abs() < 5e-4, "{kappa}");
}

#[test]
fn the_rule_of_thirds_sees_what_its_words_say() {
    let curve =
        |levels: &dyn Fn(usize) -> i32| -> [i32; TREND_LEVELS] { std::array::from_fn(levels) };
    for (levels, expected) in [
        (curve(&|at| at as i32 * 5), Trend::Ascending),
        (curve(&|at| -(at as i32) * 5), Trend::Descending),
        (curve(&|_| 5), Trend::Other),
        // 19 of at least 60 centipawns are less than a third.
        (curve(&|at| if at < 9 { 0 } else { 19 }), Trend::Other),
        (curve(&|at| if at < 9 { 0 } else { 21 }), Trend::Ascending),
        // It goes half the height above its end.
        (curve(&|at| [0, 200, 100][at.min(20) / 10]), Trend::Other),
    ] {
        assert_eq!(rule_of_thirds(&levels), expected, "{levels:?}");
    }
}

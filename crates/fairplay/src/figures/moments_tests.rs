//! Shares and means, by hand and by promise.

use super::*;
use proptest::prelude::*;

#[test]
fn wilson_intervals_by_hand() {
    // Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    for (count, of, low, high) in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ] {
        let share = Share::of(count, of).unwrap();
        assert!((share.low - low).abs() < 5e-5, "{share:?}");
        assert!((share.high - high).abs() < 5e-5, "{share:?}");
    }
    assert_eq!(Share::of(0, 0), None);
    assert_eq!(Share::of(3, 2), None);
}

#[test]
fn means_by_hand() {
    let mut moments = Moments::default();
    assert_eq!(moments.mean(), None);
    moments.add(2.0);
    let one = moments.mean().unwrap();
    assert_eq!(
        (one.mean, one.sd, one.low, one.high),
        (2.0, None, None, None)
    );
    for value in [4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
        moments.add(value);
    }
    let mean = moments.mean().unwrap();
    assert_eq!(mean.mean, 5.0);
    // Squares of the differences add up to 32.
    assert!((mean.sd.unwrap() - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
    // t with seven degrees of freedom is 2.3646.
    let half = 2.364_6 * (32.0_f64 / 7.0 / 8.0).sqrt();
    assert!((mean.high.unwrap() - 5.0 - half).abs() < 1e-3, "{mean:?}");
    let held = moments.mean_within(4.5, 5.5).unwrap();
    assert_eq!((held.low, held.high), (Some(4.5), Some(5.5)));
}

#[test]
fn students_t_is_near_its_table() {
    for (degrees, t) in [(1, 12.706), (3, 3.182), (6, 2.447), (9, 2.262), (29, 2.045)] {
        assert!((student95(degrees) - t).abs() < 2e-3, "{degrees}");
    }
    assert!((student95(1_000_000) - 1.959_97).abs() < 1e-4);
}

#[test]
fn correlations_by_hand() {
    let mut together = JointMoments::default();
    for (x, y) in [(1.0, 2.0), (2.0, 4.0), (3.0, 5.0), (4.0, 4.0), (5.0, 5.0)] {
        together.add(x, y);
    }
    // Sums of products: 6 over √(10 · 6).
    let found = together.correlation().unwrap();
    assert!((found.value - 6.0 / 60.0_f64.sqrt()).abs() < 1e-9);
    assert!(found.low < 0.0 && found.high > 0.97);
    let mut flat = JointMoments::default();
    for x in 0..9 {
        flat.add(f64::from(x), 1.0);
    }
    assert_eq!(flat.correlation(), None);
}

#[test]
fn odd_numbers_do_no_harm() {
    let mut moments = Moments::default();
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300] {
        moments.add(value);
    }
    let mean = moments.mean().unwrap();
    assert!(mean.mean.is_finite() && mean.sd.unwrap().is_finite());
}

proptest! {
    #[test]
    fn intervals_contain_their_estimates(count in 0_u64..400, more in 0_u64..400) {
        if let Some(share) = Share::of(count, count + more) {
            prop_assert!(0.0 <= share.low && share.low <= share.share);
            prop_assert!(share.share <= share.high && share.high <= 1.0);
        }
    }

    #[test]
    fn moments_add_up_in_any_order(
        values in prop::collection::vec(-1e6..1e6, 0..60), cut in any::<prop::sample::Index>(),
    ) {
        let sum = |values: &[f64]| {
            let mut moments = Moments::default();
            values.iter().for_each(|&value| moments.add(value));
            moments
        };
        let whole = sum(&values);
        let (left, right) = values.split_at(cut.index(values.len() + 1));
        let mut merged = sum(right);
        merged.merge(&sum(left));
        prop_assert_eq!(merged, whole);
        merged.remove(&sum(left));
        prop_assert_eq!(merged, sum(right));
        if let Some(mean) = whole.mean() {
            let plain = values.iter().sum::<f64>() / values.len() as f64;
            prop_assert!((mean.mean - plain).abs() < 1e-5);
            prop_assert!(mean.low.is_none_or(|low| low <= mean.mean));
            prop_assert!(mean.high.is_none_or(|high| mean.mean <= high));
            prop_assert_eq!(mean.low.is_some(), mean.sd.is_some_and(|sd| sd > 0.0));
        }
    }
}

use super::*;

fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
}

fn pairs(by_score: [u64; 5]) -> PairCounts {
    PairCounts {
        by_score,
        win_and_loss: 0,
    }
}

#[test]
fn bounds_are_walds() {
    let (lower, upper) = sprt(0.0, 5.0, EloModel::Normalised).bounds();
    assert!((upper - 2.944_439).abs() < 1e-6);
    assert!((lower + 2.944_439).abs() < 1e-6);
    let test = Sprt::new(0.0, 5.0, 0.01, 0.1, EloModel::Logistic).unwrap();
    let (lower, upper) = test.bounds();
    assert!((upper - 90.0f64.ln()).abs() < 1e-12);
    assert!((lower - (0.1f64 / 0.99).ln()).abs() < 1e-12);
}

#[test]
fn the_fits_meet_their_constraints_and_beat_their_neighbours() {
    let observed = [0.05, 0.2, 0.4, 0.25, 0.1];
    let mean_of = |p: &[f64; 5]| -> f64 { (0..5).map(|i| p[i] * VALUES[i]).sum() };
    let distance_of = |p: &[f64; 5]| -> f64 {
        let mean = mean_of(p);
        let variance: f64 = (0..5).map(|i| p[i] * (VALUES[i] - mean).powi(2)).sum();
        (mean - 0.5) / variance.sqrt()
    };
    let likelihood = |p: &[f64; 5]| -> f64 { (0..5).map(|i| observed[i] * p[i].ln()).sum() };
    for target in [-0.2, 0.0, 0.1, 0.3] {
        let by_mean = fit_mean(&observed, 0.5 + target / 2.0);
        let by_distance = fit_distance(&observed, target).unwrap();
        assert!((mean_of(&by_mean) - 0.5 - target / 2.0).abs() < 1e-9);
        assert!((distance_of(&by_distance) - target).abs() < 1e-7);
        for fit in [&by_mean, &by_distance] {
            assert!((fit.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
        // Any small change that keeps Σp and the constraint lowers the
        // likelihood: two directions that keep both the sum and the mean.
        for (a, b, c) in [(0, 2, 4), (1, 2, 3), (0, 1, 2)] {
            for size in [1e-3, -1e-3] {
                let mut moved = by_mean;
                moved[a] += size;
                moved[b] -= 2.0 * size;
                moved[c] += size;
                assert!(likelihood(&moved) < likelihood(&by_mean));
            }
        }
        // For the distance: move along a direction in the sum-zero plane, then
        // put the constraint right again by tilting from the moved point.
        for (a, b) in [(0, 1), (1, 2), (2, 4), (0, 3)] {
            for size in [2e-3, -2e-3] {
                let mut start = by_distance;
                start[a] += size;
                start[b] -= size;
                let moved = fit_distance(&start, target).unwrap();
                assert!((distance_of(&moved) - target).abs() < 1e-7);
                assert!(likelihood(&moved) <= likelihood(&by_distance) + 1e-12);
            }
        }
    }
}

#[test]
fn near_the_normal_approximation() {
    // For many pairs LLR ≈ n (t1 - t0)(2t - t0 - t1) / 2 with t the observed
    // distance from ½ in standard deviations, all small.
    let counts = pairs([2600, 24_000, 46_000, 24_600, 2800]);
    let n = 100_000.0;
    let mean: f64 = (0..5)
        .map(|i| counts.by_score[i] as f64 / n * VALUES[i])
        .sum();
    let variance: f64 = (0..5)
        .map(|i| counts.by_score[i] as f64 / n * (VALUES[i] - mean).powi(2))
        .sum();
    let t = (mean - 0.5) / variance.sqrt();
    let scale = std::f64::consts::SQRT_2 / 347.435_586;
    let (t0, t1) = (0.0, 4.0 * scale);
    let expected = n * (t1 - t0) * (2.0 * t - t0 - t1) / 2.0;
    let found = sprt(0.0, 4.0, EloModel::Normalised).llr(&counts);
    assert!(
        (found - expected).abs() < 0.02 * expected.abs().max(1.0),
        "{found} {expected}"
    );
}

#[test]
fn it_is_antisymmetric_and_finite() {
    for model in [EloModel::Normalised, EloModel::Logistic] {
        let up = sprt(0.0, 10.0, model);
        let down = sprt(-10.0, 0.0, model);
        for n in 0..4u64.pow(5) {
            let counts = [n % 4, n / 4 % 4, n / 16 % 4, n / 64 % 4, n / 256];
            let mut mirrored = counts;
            mirrored.reverse();
            let (one, other) = (up.llr(&pairs(counts)), down.llr(&pairs(mirrored)));
            assert!(one.is_finite(), "{counts:?}");
            assert!((one + other).abs() < 1e-6, "{counts:?}: {one} {other}");
        }
        assert_eq!(up.llr(&PairCounts::default()), 0.0);
        assert_eq!(up.verdict(&pairs([0, 0, 0, 0, 1])), Verdict::Open);
        assert_eq!(
            up.verdict(&pairs([0, 0, 0, 10_000, 0])),
            Verdict::AcceptElo1
        );
        assert_eq!(
            up.verdict(&pairs([0, 10_000, 0, 0, 0])),
            Verdict::AcceptElo0
        );
        let wide = sprt(-Sprt::LIMIT, Sprt::LIMIT, model);
        assert!(wide.llr(&pairs([0, 0, 5, 0, 0])).abs() < 1e-6);
        assert!(wide.llr(&pairs([0, 0, 0, 0, 1_000_000])).is_finite());
    }
}

#[test]
fn senseless_tests_are_refused() {
    let new = |elo0, elo1, alpha| Sprt::new(elo0, elo1, alpha, 0.05, EloModel::Logistic);
    let message = new(5.0, 5.0, 0.05).unwrap_err().to_string();
    assert_eq!(message, "elo0 is 5 and elo1 is 5: elo0 must be lower");
    assert!(new(f64::NAN, 5.0, 0.05).is_err());
    assert!(new(0.0, 5000.0, 0.05).is_err());
    assert!(new(0.0, 5.0, 0.0).is_err());
    assert!(new(0.0, 5.0, 0.5).is_err());
}

#[test]
fn hypotheses_out_of_reach_are_decided_all_the_same() {
    // Evenly matched engines whose pairs hardly vary.
    let pairs = PairCounts {
        by_score: [0, 0, 45, 5, 0],
        ..PairCounts::default()
    };
    let sprt = Sprt::new(300.0, 500.0, 0.05, 0.05, EloModel::Normalised).unwrap();
    assert_eq!(sprt.verdict(&pairs), Verdict::AcceptElo0);
    let sprt = Sprt::new(-500.0, -300.0, 0.05, 0.05, EloModel::Normalised).unwrap();
    assert_eq!(sprt.verdict(&pairs), Verdict::AcceptElo1);
}

#[test]
fn one_pair_decides_nothing() {
    // Equal engines, of which one won a game of the first pair: the spread of one
    // pair is nothing, so its score lies any number of spreads away from ½.
    let sprt = Sprt::new(300.0, 500.0, 0.05, 0.05, EloModel::Normalised).unwrap();
    let first = pairs([0, 0, 0, 1, 0]);
    assert!(sprt.llr(&first) > sprt.bounds().1);
    assert_eq!(sprt.verdict(&first), Verdict::Open);
    assert_eq!(sprt.verdict(&pairs([0, 0, 0, 7, 0])), Verdict::Open);
    assert_eq!(sprt.verdict(&pairs([0, 0, 0, 8, 0])), Verdict::AcceptElo1);
}

use super::*;

fn near(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "found {found}, expected {expected}"
    );
}

#[test]
fn single_games_by_hand() {
    // Score 0.55, variance 0.2·0.55² + 0.5·0.05² + 0.3·0.45² = 0.1225.
    let counts = GameCounts {
        wins: 300,
        draws: 500,
        losses: 200,
    };
    let found = Statistics::of_games(&counts);
    near(found.score, 0.55, 1e-12);
    near(found.draw_ratio, 0.5, 1e-12);
    near(found.elo.value, 34.86, 0.01);
    // 1.96 · sqrt(0.1225 / 1000) · 400 / ln 10 / (0.55 · 0.45)
    near(found.elo.margin, 15.225, 0.02);
    near(found.normalised_elo.value, 347.436 * 0.05 / 0.35, 0.05);
    near(found.normalised_elo.margin, 21.534, 0.01);
    near(found.los, normal_cdf(100.0 / 500f64.sqrt()), 1e-6);
    assert_eq!(found.pairs_ratio, None);
}

#[test]
fn pairs_that_cancel_narrow_the_margin() {
    // Both games of an opening go to White: as single games a wild match, as
    // pairs a quiet one.
    let mut pairs = PairCounts::default();
    for _ in 0..400 {
        pairs.add(Outcome::Win, Outcome::Loss);
    }
    for _ in 0..60 {
        pairs.add(Outcome::Draw, Outcome::Win);
    }
    for _ in 0..40 {
        pairs.add(Outcome::Draw, Outcome::Loss);
    }
    assert_eq!(pairs.by_score, [0, 40, 400, 60, 0]);
    let games = pairs.games();
    assert_eq!((games.wins, games.draws, games.losses), (460, 100, 440));
    let by_pairs = Statistics::of_pairs(&pairs);
    let by_games = Statistics::of_games(&games);
    near(by_pairs.elo.value, by_games.elo.value, 1e-9);
    assert!(by_pairs.elo.margin < 0.4 * by_games.elo.margin);
    assert!(by_pairs.los > by_games.los);
    near(by_pairs.pairs_ratio.unwrap(), 1.5, 1e-12);
    near(by_pairs.draw_ratio, 0.1, 1e-12);
    // Variance of a pair's mean score: 100 · 0.25² / 500, less 0.01².
    let deviation = (2.0f64 * (0.0125 - 0.0001)).sqrt();
    let expected = 347.436 * 0.01 / deviation;
    near(by_pairs.normalised_elo.value, expected, 0.02 * expected);
}

#[test]
fn independent_games_give_the_same_margin_in_pairs() {
    // Pair counts in the proportions of two independent games with chances
    // 1/4, 1/2, 1/4.
    let pairs = PairCounts {
        by_score: [1000, 4000, 6000, 4000, 1000],
        win_and_loss: 2000,
    };
    let by_pairs = Statistics::of_pairs(&pairs);
    let by_games = Statistics::of_games(&pairs.games());
    near(by_pairs.elo.margin / by_games.elo.margin, 1.0, 1e-3);
    near(by_pairs.los, 0.5, 1e-9);
    near(
        by_pairs.normalised_elo.margin / by_games.normalised_elo.margin,
        1.0,
        1e-9,
    );
}

#[test]
fn every_small_sample_is_finite_and_sane() {
    let check = |found: Statistics| {
        for number in [
            found.score,
            found.elo.value,
            found.elo.margin,
            found.normalised_elo.value,
            found.normalised_elo.margin,
            found.los,
            found.draw_ratio,
            found.pairs_ratio.unwrap_or(0.0),
        ] {
            assert!(number.is_finite(), "{found:?}");
        }
        assert!((0.0..=1.0).contains(&found.los));
        assert!(found.elo.margin > 0.0);
        assert_eq!(found.elo.value > 0.0, found.score > 0.5);
    };
    for n in 0..6u64.pow(3) {
        let counts = GameCounts {
            wins: n % 6,
            draws: n / 6 % 6,
            losses: n / 36,
        };
        check(Statistics::of_games(&counts));
    }
    for n in 0..3u64.pow(5) {
        let by_score = [n % 3, n / 3 % 3, n / 9 % 3, n / 27 % 3, n / 81];
        check(Statistics::of_pairs(&PairCounts {
            by_score,
            win_and_loss: by_score[2],
        }));
    }
    let clean = Statistics::of_games(&GameCounts {
        wins: 10,
        ..GameCounts::default()
    });
    near(clean.elo.value, elo_of_score(9.75 / 10.0), 1e-9);
    assert!(clean.los > 0.99 && clean.los < 1.0);
}

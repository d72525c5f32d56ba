use super::*;
use crate::statistics::{RatedGame, expected_score};

fn game(white: usize, black: usize, result: GameResult) -> RatedGame {
    RatedGame {
        white,
        black,
        result,
    }
}

/// A pool in which each (white, black, wins, draws, losses) was played.
fn pool(players: usize, results: &[(usize, usize, u32, u32, u32)]) -> Pool {
    let mut pool = Pool::new();
    for number in 0..players {
        pool.player(&format!("player {number}"));
    }
    for &(white, black, wins, draws, losses) in results {
        for (count, result) in [
            (wins, GameResult::WhiteWins),
            (draws, GameResult::Draw),
            (losses, GameResult::BlackWins),
        ] {
            for _ in 0..count {
                pool.add_unit(Unit {
                    first: game(white, black, result),
                    second: None,
                });
            }
        }
    }
    pool
}

fn plain() -> RatingSettings {
    RatingSettings {
        prior: 0.0,
        resamples: 0,
        ..RatingSettings::default()
    }
}

fn values(ratings: &Ratings) -> Vec<f64> {
    ratings.players.iter().map(|p| p.rating.value).collect()
}

#[test]
fn two_players_by_hand() {
    // 75 % in 400 games with either colour: 190.85 Elo under both likelihoods.
    let pool = pool(2, &[(0, 1, 120, 60, 20), (1, 0, 20, 60, 120)]);
    for likelihood in [Likelihood::Draws, Likelihood::Logistic] {
        let settings = RatingSettings {
            likelihood,
            ..plain()
        };
        let ratings = rate(&pool, &settings).unwrap();
        let [a, b] = values(&ratings)[..] else {
            panic!()
        };
        assert!((a - b - 190.8485).abs() < 1e-3, "{likelihood:?} {a} {b}");
        assert!((a + b).abs() < 1e-9);
        assert!(ratings.first_move.value.abs() < 1e-6);
        assert_eq!(ratings.players[0].games, 400);
        assert_eq!(ratings.players[0].half_points, 600);
        assert_eq!(ratings.players[0].draws, 120);
    }
}

#[test]
fn one_pair_of_games_has_no_interval_of_the_first_move() {
    let settings = RatingSettings {
        resamples: 50,
        ..RatingSettings::default()
    };
    let mut pair = pool(2, &[]);
    pair.add_unit(Unit {
        first: game(0, 1, GameResult::BlackWins),
        second: Some(game(1, 0, GameResult::BlackWins)),
    });
    let pair = rate(&pair, &settings).unwrap();
    assert!(pair.first_move.value < 0.0);
    assert_eq!(pair.first_move.bounds, None);
    let different = rate(&pool(2, &[(0, 1, 3, 2, 9), (1, 0, 2, 4, 5)]), &settings).unwrap();
    assert!(different.first_move.bounds.is_some());
}

#[test]
fn the_first_move_and_the_draw_rate_are_found() {
    // Equal players; White makes 60 %, 40 % draws.
    let pool = pool(2, &[(0, 1, 4000, 4000, 2000), (1, 0, 4000, 4000, 2000)]);
    let ratings = rate(&pool, &plain()).unwrap();
    assert!((ratings.first_move.value - 70.437).abs() < 0.01);
    // ν = 0.4 / √(0.4 · 0.2), draws between equals ν / (2 + ν).
    let nu = 0.4 / 0.08f64.sqrt();
    assert!((ratings.draw_rate.unwrap() - nu / (2.0 + nu)).abs() < 1e-4);
    let fixed = RatingSettings {
        first_move: Some(30.0),
        ..plain()
    };
    let ratings = rate(&pool, &fixed).unwrap();
    assert!((ratings.first_move.value - 30.0).abs() < 1e-9);
}

#[test]
fn the_logistic_fit_gives_every_player_his_points() {
    let results = [
        (0, 1, 30, 40, 30),
        (1, 2, 50, 20, 30),
        (2, 3, 40, 10, 50),
        (3, 0, 20, 20, 60),
        (0, 2, 60, 20, 20),
        (1, 3, 45, 30, 25),
    ];
    let settings = RatingSettings {
        likelihood: Likelihood::Logistic,
        first_move: Some(25.0),
        ..plain()
    };
    let ratings = rate(&pool(4, &results), &settings).unwrap();
    let value = values(&ratings);
    let mut points = [0.0; 4];
    for (white, black, ..) in results {
        let score = expected_score(value[white] - value[black] + 25.0);
        points[white] += 100.0 * score;
        points[black] += 100.0 * (1.0 - score);
    }
    for (player, points) in ratings.players.iter().zip(points) {
        assert!((player.half_points as f64 / 2.0 - points).abs() < 1e-4);
    }
}

#[test]
fn anchors_stay_and_move_the_rest() {
    let games = [(0, 1, 40, 20, 40), (1, 2, 40, 20, 40), (2, 0, 40, 20, 40)];
    let one = RatingSettings {
        anchors: vec![(1, 2000.0)],
        ..plain()
    };
    let ratings = rate(&pool(3, &games), &one).unwrap();
    for value in values(&ratings) {
        assert!((value - 2000.0).abs() < 1e-6);
    }
    let several = RatingSettings {
        anchors: vec![(0, 2100.0), (1, 1900.0)],
        resamples: 50,
        ..plain()
    };
    let ratings = rate(&pool(3, &games), &several).unwrap();
    assert_eq!(ratings.players[0].rating.value, 2100.0);
    assert_eq!(ratings.players[0].rating.bounds, Some((2100.0, 2100.0)));
    assert!((values(&ratings)[2] - 2000.0).abs() < 1e-6);
    assert_eq!(ratings.los(0, 1), Some(1.0));
    let average = RatingSettings {
        average: 2500.0,
        ..plain()
    };
    let ratings = rate(&pool(3, &games), &average).unwrap();
    assert!((values(&ratings).iter().sum::<f64>() - 7500.0).abs() < 1e-6);
}

#[test]
fn separate_groups_are_told_apart() {
    let games = [(0, 1, 10, 10, 5), (2, 3, 10, 10, 5), (3, 4, 10, 10, 5)];
    let settings = RatingSettings {
        average: 100.0,
        resamples: 20,
        ..RatingSettings::default()
    };
    let ratings = rate(&pool(5, &games), &settings).unwrap();
    assert_eq!(ratings.groups, 2);
    let groups: Vec<usize> = ratings.players.iter().map(|p| p.group).collect();
    assert_eq!(groups, [1, 1, 0, 0, 0]);
    let value = values(&ratings);
    assert!((value[0] + value[1] - 200.0).abs() < 1e-6);
    assert!((value[2] + value[3] + value[4] - 300.0).abs() < 1e-6);
    assert_eq!(ratings.los(0, 2), None);
    assert!(ratings.los(0, 1).unwrap() > 0.5);
    assert_eq!(ratings.ranking(), [2, 3, 4, 0, 1]);
}

#[test]
fn small_samples_are_finite_with_the_prior_and_refused_without() {
    for results in [
        vec![(0, 1, 1, 0, 0)],
        vec![(0, 1, 10, 0, 0)],
        vec![(0, 1, 0, 3, 0)],
        vec![(0, 1, 0, 0, 1), (1, 2, 5, 0, 0), (0, 2, 100, 0, 0)],
        vec![(0, 1, 5, 0, 0), (1, 0, 5, 0, 0)],
        vec![(0, 1, 2000, 0, 0)],
    ] {
        for likelihood in [Likelihood::Draws, Likelihood::Logistic] {
            let settings = RatingSettings {
                likelihood,
                resamples: 40,
                ..RatingSettings::default()
            };
            let ratings = rate(&pool(3, &results), &settings).unwrap();
            let limit = 2500.0;
            assert!(ratings.first_move.value.abs() < limit);
            for player in ratings.players.iter().filter(|player| player.games > 0) {
                let (low, high) = player.rating.bounds.unwrap();
                let value = player.rating.value;
                assert!(value.abs() < limit, "{results:?} {value}");
                assert!(low.abs() < 9000.0 && high.abs() < 9000.0, "{low} {high}");
                assert!(high - low > 1.0, "{results:?}: {low} to {high}");
            }
        }
    }
    let clean = pool(2, &[(0, 1, 10, 0, 0)]);
    let error = rate(&clean, &plain()).unwrap_err();
    assert!(matches!(&error, RatingError::NotFinite(names) if names.len() == 1));
    assert!(
        error
            .to_string()
            .starts_with("without a prior 'player 1' cannot be rated")
    );
    assert_eq!(
        rate(&Pool::new(), &plain()).unwrap_err(),
        RatingError::NoGames
    );
}

#[test]
fn threads_change_nothing() {
    let games = [(0, 1, 12, 20, 8), (1, 2, 9, 11, 20), (2, 0, 5, 10, 25)];
    let with = |threads, seed| {
        let settings = RatingSettings {
            resamples: 101,
            threads,
            seed,
            ..RatingSettings::default()
        };
        let ratings = rate(&pool(3, &games), &settings).unwrap();
        (
            ratings.players.clone(),
            ratings.los(0, 1),
            ratings.first_move,
        )
    };
    let alone = with(1, 5);
    for threads in [2, 3, 7, 200] {
        assert_eq!(with(threads, 5), alone);
    }
    assert_ne!(with(1, 6), alone);
}

#[test]
fn a_pair_is_one_piece_of_evidence() {
    // The same games as pairs that always cancel and as single games.
    let mut single = Pool::new();
    let mut paired = Pool::new();
    for pool in [&mut single, &mut paired] {
        pool.player("a");
        pool.player("b");
    }
    for index in 0..200 {
        let result = [GameResult::WhiteWins, GameResult::BlackWins][index % 2];
        let (first, second) = (game(0, 1, result), game(1, 0, result));
        paired.add_unit(Unit {
            first,
            second: Some(second),
        });
        for first in [first, second] {
            single.add_unit(Unit {
                first,
                second: None,
            });
        }
    }
    let settings = RatingSettings {
        resamples: 200,
        ..RatingSettings::default()
    };
    let margin = |pool| {
        rate(pool, &settings).unwrap().players[0]
            .rating
            .margin()
            .unwrap()
    };
    let (paired, single) = (margin(&paired), margin(&single));
    assert!(paired < 0.2 * single, "{paired} {single}");
    // Four hundred single games: half the difference's ± 34.
    assert!((single - 17.0).abs() < 3.0, "{single}");
}

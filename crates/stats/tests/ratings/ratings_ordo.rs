//! Ratings against those of Ordo 1.2.6 (Miguel A. Ballicora,
//! github.com/michiguel/Ordo) on the same games.
//!
//! Ordo isn't needed: what it printed for these seeded tournaments is kept
//! here as numbers. To make them again, let the test write its PGN files,
//!
//!     PLUMB_WRITE_PGN=DIR cargo test --test matches ratings_ordo
//!
//! and run `ordo -q -a 0 -z 200.24 -N 2 -p FILE`, with the further options each
//! test names. (Ordo's scale is set by the difference that makes 76 %: on Elo's
//! logistic curve that is 200.24.)

use std::fmt::Write as _;

use crate::tournament::Tournament;
use plumb_chess::notation::pgn::GameResult;
use plumb_stats::statistics::{Likelihood, Pool, RatingSettings, game_summaries, rate};
use plumb_support::random::Random;

fn as_pgn(pool: &Pool) -> String {
    let mut text = String::new();
    for (round, unit) in pool.units().iter().enumerate() {
        for game in unit.games() {
            let result = match game.result {
                GameResult::WhiteWins => "1-0",
                GameResult::Draw => "1/2-1/2",
                GameResult::BlackWins => "0-1",
            };
            let (white, black) = (&pool.names()[game.white], &pool.names()[game.black]);
            writeln!(
                text,
                "[Event \"simulated\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"{}\"]\n\
                 [White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n1. e4 e5 {result}\n",
                round + 1
            )
            .unwrap();
        }
    }
    text
}

/// Reads the pool back from PGN, as a user's file would be.
fn through_pgn(name: &str, pool: &Pool) -> Pool {
    let text = as_pgn(pool);
    if let Some(folder) = std::env::var_os("PLUMB_WRITE_PGN") {
        std::fs::write(std::path::Path::new(&folder).join(name), &text).unwrap();
    }
    let mut read = Pool::new();
    for game in game_summaries(text.as_bytes()) {
        assert!(read.add(&game.unwrap()));
    }
    assert_eq!(read.units().len(), pool.units().len(), "pairs were lost");
    read
}

fn compare(pool: &Pool, settings: &RatingSettings, ordo: &[(&str, f64)]) {
    let ratings = rate(pool, settings).unwrap();
    assert_eq!(ratings.players.len(), ordo.len());
    for &(name, expected) in ordo {
        let player = &ratings.players[pool.find(name).unwrap()];
        assert!(player.games >= 200, "{name}: {} games", player.games);
        let found = player.rating.value;
        assert!(
            (found - expected).abs() < 2.0,
            "{name}: found {found:.2}, Ordo {expected}"
        );
    }
}

fn like_ordo() -> RatingSettings {
    RatingSettings {
        likelihood: Likelihood::Logistic,
        prior: 0.0,
        resamples: 0,
        ..RatingSettings::default()
    }
}

fn eight() -> Pool {
    let tournament = Tournament {
        strengths: vec![-310.0, -200.0, -120.0, 0.0, 30.0, 100.0, 180.0, 320.0],
        white: 40.0,
        draws: 0.4,
        opening_spread: 60.0,
    };
    through_pgn(
        "eight.pgn",
        &tournament.round_robin(30, &mut Random::stream(2026, 1)),
    )
}

/// A gauntlet and a few side matches: uneven numbers of games, wide range.
fn uneven() -> Pool {
    let tournament = Tournament {
        strengths: vec![0.0, -450.0, -250.0, 150.0, 420.0],
        white: 30.0,
        draws: 0.3,
        opening_spread: 0.0,
    };
    let mut random = Random::stream(2026, 2);
    let mut pool = Pool::new();
    for player in 0..5 {
        pool.player(&format!("Player {player}"));
    }
    for (one, other, pairs) in [
        (0, 1, 100),
        (0, 2, 150),
        (0, 3, 80),
        (0, 4, 120),
        (1, 2, 20),
        (3, 4, 60),
        (2, 3, 7),
    ] {
        for _ in 0..pairs {
            pool.add_unit(tournament.pair(one, other, &mut random));
        }
    }
    through_pgn("uneven.pgn", &pool)
}

/// Option `-W`.
#[test]
fn a_round_robin_with_whites_advantage_fitted() {
    let ordo = [
        ("Player 0", -310.10),
        ("Player 1", -176.01),
        ("Player 2", -118.67),
        ("Player 3", -1.14),
        ("Player 4", -3.91),
        ("Player 5", 92.84),
        ("Player 6", 178.85),
        ("Player 7", 338.13),
    ];
    let pool = eight();
    compare(&pool, &like_ordo(), &ordo);
    let white = rate(&pool, &like_ordo()).unwrap().first_move.value;
    assert!((white - 44.44).abs() < 1.0, "{white}");
    // The tiny prior and the draws in the likelihood, our defaults, move the
    // ratings by less than the rule for the same likelihood allows.
    let ours = RatingSettings {
        resamples: 0,
        ..RatingSettings::default()
    };
    compare(&pool, &ours, &ordo);
}

/// No further options: White has no advantage.
#[test]
fn a_round_robin_without_whites_advantage() {
    let settings = RatingSettings {
        first_move: Some(0.0),
        ..like_ordo()
    };
    compare(
        &eight(),
        &settings,
        &[
            ("Player 0", -306.17),
            ("Player 1", -173.73),
            ("Player 2", -117.13),
            ("Player 3", -1.15),
            ("Player 4", -3.89),
            ("Player 5", 91.60),
            ("Player 6", 176.53),
            ("Player 7", 333.93),
        ],
    );
}

/// Options `-W -M -D`: Ordo's maximum likelihood with draws modelled.
#[test]
fn draws_in_the_likelihood() {
    let settings = RatingSettings {
        likelihood: Likelihood::Draws,
        ..like_ordo()
    };
    let pool = eight();
    compare(
        &pool,
        &settings,
        &[
            ("Player 0", -310.77),
            ("Player 1", -175.99),
            ("Player 2", -118.47),
            ("Player 3", -1.55),
            ("Player 4", -4.11),
            ("Player 5", 93.26),
            ("Player 6", 178.66),
            ("Player 7", 338.97),
        ],
    );
    let draws = rate(&pool, &settings).unwrap().draw_rate.unwrap();
    assert!((draws - 0.3437).abs() < 0.005, "{draws}");
}

/// Options `-W -A "Player 3" -a 2000`.
#[test]
fn uneven_numbers_of_games_and_an_anchor() {
    let pool = uneven();
    let settings = RatingSettings {
        anchors: vec![(pool.find("Player 3").unwrap(), 2000.0)],
        ..like_ordo()
    };
    compare(
        &pool,
        &settings,
        &[
            ("Player 0", 1836.82),
            ("Player 1", 1417.21),
            ("Player 2", 1601.41),
            ("Player 3", 2000.0),
            ("Player 4", 2261.28),
        ],
    );
}

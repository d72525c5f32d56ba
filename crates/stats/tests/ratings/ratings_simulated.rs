//! Do intervals and tests keep their word? Tournaments and matches between
//! players of known strength say so.
//!
//! A quick version runs by default, with bounds as wide as its few simulations
//! need; PLUMB_SLOW_TESTS=1 runs enough of them for narrow bounds.

use crate::tournament::Tournament;
use plumb_chess::notation::pgn::GameResult;
use plumb_stats::statistics::{
    EloModel, Likelihood, Outcome, PairCounts, RatingSettings, Sprt, Statistics, Verdict, rate,
};
use plumb_support::random::Random;
use plumb_testing::quick_or_thorough;

/// The share of true strengths inside their 95 % intervals.
fn coverage(
    tournament: &Tournament,
    pairs: usize,
    simulations: u64,
    likelihood: Likelihood,
) -> f64 {
    let players = tournament.strengths.len();
    let mean = tournament.strengths.iter().sum::<f64>() / players as f64;
    let mut inside = 0;
    for simulation in 0..simulations {
        let pool = tournament.round_robin(pairs, &mut Random::stream(77, simulation));
        let settings = RatingSettings {
            likelihood,
            resamples: quick_or_thorough(200, 400),
            seed: simulation,
            threads: 2,
            ..RatingSettings::default()
        };
        let ratings = rate(&pool, &settings).unwrap();
        for (player, strength) in ratings.players.iter().zip(&tournament.strengths) {
            let (low, high) = player.rating.bounds.unwrap();
            inside += u64::from(low <= strength - mean && strength - mean <= high);
        }
    }
    inside as f64 / (simulations * players as u64) as f64
}

fn check_coverage(name: &str, tournament: &Tournament, pairs: usize, likelihood: Likelihood) {
    // Were a tournament's players all inside or all outside together, the
    // standard error of the quick one would be √(0.95 · 0.05 / 150) = 1.8 %:
    // three of them.
    let (simulations, low, high) = quick_or_thorough((150, 0.897, 1.0), (1000, 0.93, 0.97));
    let found = coverage(tournament, pairs, simulations, likelihood);
    println!("{name}: {:.2} % of {simulations}", 100.0 * found);
    assert!((low..=high).contains(&found), "{name}: {found}");
}

#[test]
fn intervals_cover_the_truth() {
    let six = Tournament {
        strengths: vec![-250.0, -120.0, -30.0, 40.0, 110.0, 250.0],
        white: 35.0,
        draws: 0.4,
        opening_spread: 0.0,
    };
    check_coverage("six players", &six, 20, Likelihood::Draws);
    check_coverage("six players, points only", &six, 20, Likelihood::Logistic);
    // Few games and unbalanced openings: pairs whose games depend on each other.
    let four = Tournament {
        strengths: vec![-60.0, -20.0, 20.0, 60.0],
        white: 50.0,
        draws: 0.3,
        opening_spread: 150.0,
    };
    check_coverage("four players", &four, 15, Likelihood::Draws);
}

/// A match of pairs whose single games are independent.
struct Match {
    win: f64,
    draw: f64,
}

impl Match {
    /// With this chance of a draw, the first player `normalised` Elo stronger.
    fn new(normalised: f64, draw: f64) -> Match {
        // Score ½ + t σ, σ² = (1 - draw) / 4 - (score - ½)².
        let t = normalised / (800.0 / std::f64::consts::LN_10);
        let edge = t * ((1.0 - draw) / 4.0 / (1.0 + t * t)).sqrt();
        Match {
            win: (1.0 - draw) / 2.0 + edge,
            draw,
        }
    }

    fn game(&self, random: &mut Random) -> Outcome {
        let throw = random.unit();
        if throw < self.win {
            Outcome::Win
        } else if throw < self.win + self.draw {
            Outcome::Draw
        } else {
            Outcome::Loss
        }
    }
}

/// How often the test accepts elo1, and how many pairs it took on average.
fn accepted(sprt: &Sprt, truth: &Match, runs: u64) -> (f64, f64) {
    let (mut higher, mut pairs) = (0, 0);
    for run in 0..runs {
        let mut random = Random::stream(4242, run);
        let mut counts = PairCounts::default();
        let verdict = loop {
            counts.add(truth.game(&mut random), truth.game(&mut random));
            match sprt.verdict(&counts) {
                Verdict::Open => {}
                verdict => break verdict,
            }
        };
        higher += u64::from(verdict == Verdict::AcceptElo1);
        pairs += counts.pairs();
    }
    (higher as f64 / runs as f64, pairs as f64 / runs as f64)
}

#[test]
fn the_sequential_test_keeps_its_risks() {
    let runs = quick_or_thorough(400, 4000);
    for (name, model, elo0, elo1, at0, at1) in [
        (
            "normalised",
            EloModel::Normalised,
            0.0,
            30.0,
            Match::new(0.0, 0.5),
            Match::new(30.0, 0.5),
        ),
        (
            "normalised, off zero",
            EloModel::Normalised,
            -20.0,
            20.0,
            Match::new(-20.0, 0.3),
            Match::new(20.0, 0.3),
        ),
        (
            // 30 Elo is a score of 0.54304: with half the games drawn a win in
            // 0.29304 of them.
            "logistic",
            EloModel::Logistic,
            0.0,
            30.0,
            Match::new(0.0, 0.5),
            Match {
                win: 0.293_04,
                draw: 0.5,
            },
        ),
    ] {
        let sprt = Sprt::new(elo0, elo1, 0.05, 0.1, model).unwrap();
        let (alpha, length0) = accepted(&sprt, &at0, runs);
        let (power, length1) = accepted(&sprt, &at1, runs);
        println!(
            "{name}: alpha {alpha:.4}, beta {:.4}, {length0:.0} and {length1:.0} pairs",
            1.0 - power
        );
        // Wald's bounds overshoot, so the risks are a little below what was
        // asked for, never far above or below.
        for (found, asked) in [(alpha, 0.05), (1.0 - power, 0.1)] {
            let error = (asked * (1.0 - asked) / runs as f64).sqrt();
            assert!(found <= asked + 3.0 * error, "{name}: {found} for {asked}");
            assert!(
                found >= 0.6 * asked - 3.0 * error,
                "{name}: {found} for {asked}"
            );
        }
    }
}

#[test]
fn a_matchs_margins_cover_the_truth() {
    let runs: u64 = quick_or_thorough(2000, 20_000);
    let truth = Match::new(40.0, 0.4);
    let score = truth.win + 0.5 * truth.draw;
    let elo = 400.0 * (score / (1.0 - score)).log10();
    for pairs in [10, 100, 400] {
        let (mut inside, mut inside_normalised) = (0, 0);
        for run in 0..runs {
            let mut random = Random::stream(9, run);
            let mut counts = PairCounts::default();
            for _ in 0..pairs {
                counts.add(truth.game(&mut random), truth.game(&mut random));
            }
            let found = Statistics::of_pairs(&counts);
            inside += u64::from((found.elo.value - elo).abs() <= found.elo.margin);
            let normalised = found.normalised_elo;
            inside_normalised += u64::from((normalised.value - 40.0).abs() <= normalised.margin);
        }
        let error = (0.95f64 * 0.05 / runs as f64).sqrt();
        for inside in [inside, inside_normalised] {
            let share = inside as f64 / runs as f64;
            println!("{pairs} pairs: {:.2} %", 100.0 * share);
            // Ten pairs give the variance itself an error of a third.
            let slack = if pairs < 50 { 0.03 } else { 0.01 };
            assert!(
                (share - 0.95).abs() < slack + 3.0 * error,
                "{pairs}: {share}"
            );
        }
    }
}

#[test]
fn openings_that_favour_white_do_not_fool_the_pairs() {
    // One side of every opening wins: as pairs, a dead level match.
    let lopsided = Tournament {
        strengths: vec![0.0, 0.0],
        white: 0.0,
        draws: 0.2,
        opening_spread: 500.0,
    };
    let mut random = Random::stream(3, 3);
    let mut counts = PairCounts::default();
    for _ in 0..500 {
        let unit = lopsided.pair(0, 1, &mut random);
        let outcomes: Vec<Outcome> = unit
            .games()
            .map(|game| match (game.result, game.white) {
                (GameResult::Draw, _) => Outcome::Draw,
                (GameResult::WhiteWins, 0) | (GameResult::BlackWins, 1) => Outcome::Win,
                _ => Outcome::Loss,
            })
            .collect();
        counts.add(outcomes[0], outcomes[1]);
    }
    let (pairs, games) = (
        Statistics::of_pairs(&counts),
        Statistics::of_games(&counts.games()),
    );
    assert!(pairs.elo.margin < 0.8 * games.elo.margin);
}

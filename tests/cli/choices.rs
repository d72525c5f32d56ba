//! `plumb choices` with another policy than the model.

use std::fs;

use plumb::board::{Game, Move, Position};
use plumb::choice::{HumanModel, Pool, TimeClass};
use plumb::counterfactual::{
    MaiaPolicy, Policy, PolicyQuestion, RatingScale, shares_of_legal_moves,
};
use plumb::notation::parse_move;
use serde_json::Value;

use plumb_testing::network::Invented;
use plumb_testing::packed::gzip;
use plumb_testing::program::{json, printed, refused};
use plumb_testing::scratch::Scratch;

const MOVES: &str = "e4 e5 Nf3 Nc6 Bb5";
/// The position after `MOVES`.
const FEN: &str = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";

fn choices(more: &[&str]) -> String {
    printed(&[&["choices", "--json"], more].concat())
}

/// Moves in SAN with their share at one of the ratings, by name.
fn shares(choices: &Value, rating: usize) -> Vec<(String, f64)> {
    let moves = choices["moves"].as_array().unwrap().iter();
    let share = |mv: &Value| {
        let san = mv["san"].as_str().unwrap().to_owned();
        (san, mv["shares"][rating].as_f64().unwrap())
    };
    let mut shares: Vec<_> = moves.map(share).collect();
    shares.sort_by(|one, other| one.0.cmp(&other.0));
    shares
}

/// Asserts that these are the expected shares of legal moves, in their order.
fn assert_shares(found: &[(String, f64)], position: &Position, expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (san, share) in found {
        let mv = parse_move(position, san).unwrap();
        let legal = position.legal_moves();
        let index = legal.iter().position(|&other| other == mv).unwrap();
        assert!((share - expected[index]).abs() < 1e-12, "{san}: {share}");
    }
}

fn spanish() -> Game {
    let mut game = Game::new(Position::start());
    for text in MOVES.split(' ') {
        game.play(parse_move(game.position(), text).unwrap());
    }
    game
}

#[test]
fn the_model_is_the_default_and_not_named() {
    for arguments in [&[FEN][..], &["--moves", MOVES, "--rating", "1500"]] {
        let default = choices(arguments);
        assert!(!default.contains("policy"), "{default}");
        assert_eq!(
            choices(&[arguments, &["--policy", "model"]].concat()),
            default
        );
    }
    let table = printed(&["choices", FEN]);
    assert!(table.starts_with("How often people would play"), "{table}");
    assert_eq!(printed(&["choices", FEN, "--policy", "model"]), table);
}

#[test]
fn another_policy_is_named() {
    let regan = json(&choices(&[FEN, "--policy", "regan"]));
    let members: Vec<&String> = regan.as_object().unwrap().keys().collect();
    assert_eq!(members.len(), 4, "{members:?}");
    assert_eq!(regan["policy"], "regan");
    assert_eq!(regan["fen"], FEN);
    assert_ne!(regan["moves"], json(&choices(&[FEN]))["moves"]);
    for rating in 0..5 {
        let all: f64 = shares(&regan, rating).iter().map(|(_, share)| share).sum();
        assert!((all - 1.0).abs() < 1e-9, "{all}");
    }
    let table = printed(&["choices", FEN, "--policy", "regan", "--lines", "2"]);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 6, "{table}");
    assert_eq!(lines[0], "Policy: regan");
    assert!(lines[1].starts_with("How often people"), "{table}");
}

#[test]
fn ratings_are_converted_to_those_of_the_networks_and_earlier_moves_count() {
    let scratch = Scratch::new("choices-maia");
    for (seed, rating) in [(1, 1_100), (2, 2_500)] {
        let file = scratch.path(&format!("maia-{rating}.pb.gz"));
        fs::write(file, gzip(&Invented::new(seed, 16, 1, 4).file())).unwrap();
    }
    let policy = format!("maia:{}", scratch.path(""));
    let asked = ["--rating", "1400,1800", "--policy", &policy];
    let found = json(&choices(&[&["--moves", MOVES][..], &asked].concat()));
    assert_eq!(found["policy"], "maia 1100, 2500");
    let game = spanish();
    let legal: Vec<Move> = game.position().legal_moves().iter().copied().collect();
    let people = HumanModel::embedded();
    let mut networks = MaiaPolicy::open(&scratch.path("")).unwrap();
    for (index, rating) in [1_400.0, 1_800.0].into_iter().enumerate() {
        let (pool, class) = (Pool::OverTheBoard, TimeClass::Classical);
        let on_lichess = RatingScale::Lichess.rating(rating, pool, class, &people);
        assert!(on_lichess > rating);
        let question = PolicyQuestion {
            game: &game,
            legal: &legal,
            rating: on_lichess,
            opponent_rating: on_lichess,
        };
        let chances = networks.chances(&question).unwrap();
        let expected = shares_of_legal_moves(game.position(), &legal, &chances).unwrap();
        assert_shares(&shares(&found, index), game.position(), &expected);
    }
    // The networks see the positions before.
    let without_moves = json(&choices(&[&[FEN][..], &asked].concat()));
    assert_eq!(without_moves["fen"], found["fen"]);
    assert_ne!(without_moves["moves"], found["moves"]);
}

#[cfg(unix)]
#[test]
fn a_program_gets_the_ratings_as_they_are_asked_for() {
    let policy = format!("program:{}", plumb_testing::pretend_policy::command("good"));
    let found = json(&choices(&[
        "--moves", MOVES, "--rating", "900,2000", "--policy", &policy,
    ]));
    let game = spanish();
    let count = game.position().legal_moves().len();
    for (index, rating) in [900.0, 2_000.0].into_iter().enumerate() {
        let chances = plumb_testing::pretend_policy::chances(count, rating);
        let all: f64 = chances.iter().sum();
        let expected: Vec<f64> = chances.iter().map(|chance| chance / all).collect();
        assert_shares(&shares(&found, index), game.position(), &expected);
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_fails_gives_one_line() {
    for (behaviour, words) in [
        ("exit-at-start", "no network"),
        ("error", "not this position"),
        ("illegal", "e2e5"),
        ("nothing", "no move"),
    ] {
        let policy = format!(
            "program:{}",
            plumb_testing::pretend_policy::command(behaviour)
        );
        let error = refused(&["choices", "--policy", &policy]);
        assert!(error.contains(words), "{behaviour}: {error}");
    }
}

#[test]
fn a_policy_that_cannot_be_used_gives_one_line() {
    for (policy, words) in [
        ("oracle", "unknown policy 'oracle': expected model"),
        ("maia:", "unknown policy 'maia:'"),
        ("maia:/no/such/maia-1500.pb.gz", "/no/such/maia-1500.pb.gz"),
        ("empirical:/no/such/games.pgn", "/no/such/games.pgn"),
        ("uci:/no/such/engine", "/no/such/engine"),
        ("program:/no/such/program", "cannot start"),
    ] {
        let error = refused(&["choices", "--policy", policy]);
        assert!(error.contains(words), "{policy}: {error}");
    }
    // Nothing is started for a game that is over.
    let mate = ["choices", "--moves", "f3 e5 g4 Qh4", "--policy"];
    let error = refused(&[&mate[..], &["program:/no/such/program"]].concat());
    assert!(error.contains("the game is over"), "{error}");
}

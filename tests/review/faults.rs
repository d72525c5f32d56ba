//! What is said of moves that lose winning chances.

use serde_json::Value;

use crate::common::program::{json, printed};
use crate::common::scratch::Scratch;

/// A mate in one is allowed, at once taken; the losing move and the winner are known.
pub const SHORT: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n\
    1. e4 {[%clk 0:05:00]} e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n";
/// Black's queen is lost to a skewer, after which the game goes on otherwise.
pub const SKEWER: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[SetUp \"1\"]\n\
    [FEN \"8/4R1k1/p5pp/3B4/5q2/8/5P1P/6K1 b - - 5 40\"]\n\n40... Kf6 41. Re6+ Kg5 42. Re1 1-0\n\n";

/// The line of the first game of a text, by `plumb review --format jsonl`.
pub fn reviewed(name: &str, pgn: &str, options: &[&str]) -> Value {
    let scratch = Scratch::new(name);
    let path = scratch.path("games.pgn");
    std::fs::write(&path, pgn).expect("written");
    let nodes = match options.contains(&"--nodes") {
        true => &[][..],
        false => &["--nodes", "8000"],
    };
    let command = ["review", &path, "--format", "jsonl"];
    let text = printed(&[&command, nodes, options].concat());
    json(text.lines().next().expect("a line"))
}

#[test]
fn a_blunder_has_its_sign_its_reason_and_its_answers() {
    let game = reviewed("review_blunder", SHORT, &["--nodes", "60000"]);
    let plies = game["plies"].as_array().unwrap();
    let fault = &plies[5]["fault"];
    assert_eq!(fault["glyph"], "??", "{}", plies[5]);
    let text = fault["sentences"][0]["text"].as_str().unwrap();
    assert_eq!(text, "3...Nf6 allows mate in 1: 4.Qxf7#.");
    let answers = fault["answers"].as_array().unwrap();
    // All of Black's legal moves, as another program counts them.
    assert_eq!(answers.len(), 28);
    let is_right = |san: &str| {
        let answer = answers.iter().find(|answer| answer["san"] == san);
        answer.expect(san)["right"].as_bool().unwrap()
    };
    assert!(is_right("g6") && !is_right("Nf6") && !is_right("a6"));
    let best = fault["best_move"].as_str().unwrap();
    let best = answers
        .iter()
        .find(|answer| answer["move"] == best)
        .unwrap();
    assert!(best["right"] == true && best["drop"] == 0.0);
    let hints = fault["hints"].as_array().unwrap();
    assert_eq!(hints[0], "Look at the king on e8: it is threatened.");
    assert_eq!(game["black"]["blunders"], 1);
    assert_eq!(game["white"]["blunders"], 0);
    assert_eq!(plies[0]["clock"], "0:05:00");
    // The mate itself is a first choice, and has no score after it.
    assert!(plies[6]["first_choice"] == true && plies[6]["white_score"].is_null());
    assert!(plies[6]["white_chance"] == 1.0 && plies[6]["drop"] == 0.0);
    assert_eq!(plies[5]["white_score"]["mate"], 1);
}

#[test]
fn what_is_lost_is_not_lost_again() {
    // White is a queen and more ahead: giving a rook away changes nothing that matters.
    let pgn =
        "[SetUp \"1\"]\n[FEN \"6k1/5ppp/8/8/8/8/QR3PPP/6K1 w - - 0 1\"]\n\n1. Rb7 g6 2. Rb1 *\n\n";
    let game = reviewed("review_won", pgn, &[]);
    for ply in game["plies"].as_array().unwrap() {
        assert!(ply["fault"].is_null(), "{ply}");
    }
}

#[test]
fn signs_depend_on_the_rating() {
    // The same game, with a drop between the limits of the weak and of the strong.
    let signs = |elo: &str| {
        let game = reviewed("review_rating", &quiet(), &["--elo", elo]);
        let faults = ["inaccuracies", "mistakes", "blunders"]
            .map(|one| game["white"][one].as_u64().unwrap() + game["black"][one].as_u64().unwrap());
        assert_eq!(game["white"]["rating"], elo.parse::<u64>().unwrap());
        faults.iter().sum::<u64>()
    };
    let [weak, usual, strong] = ["1000", "1800", "2400"].map(signs);
    assert!(
        weak <= usual && usual <= strong && weak < strong,
        "{weak} {usual} {strong}"
    );
    // Without --elo each side has its own of the file.
    let tags = "[WhiteElo \"1234\"]\n[BlackElo \"-\"]\n";
    let game = reviewed("review_tags", &format!("{tags}{SHORT}"), &[]);
    assert_eq!(game["white"]["rating"], 1_234);
    assert!(game["black"]["rating"].is_null());
}

/// A game with some moves that are not the best.
fn quiet() -> String {
    "1. f3 e5 2. h3 d5 3. a3 a6 4. g4 h6 5. e3 b6 6. b3 f6 *\n\n".to_owned()
}

#[test]
fn null_moves_are_passed_over() {
    let pgn = "1. e4 -- 2. d4 e5 3. -- exd4 *\n\n";
    let game = reviewed("review_null", pgn, &[]);
    let plies = game["plies"].as_array().unwrap();
    assert_eq!(plies.len(), 6);
    for index in [1, 4] {
        assert!(plies[index]["move"].is_null() && plies[index]["drop"].is_null());
    }
    assert!(plies[3]["drop"].is_number());
}

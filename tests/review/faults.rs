//! What is said of moves that lose winning chances.

use serde_json::Value;

use plumb_testing::program::{json, printed};
use plumb_testing::scratch::Scratch;

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
    // What was played loses in the list what it is said to lose.
    let played = answers
        .iter()
        .find(|answer| answer["san"] == "Nf6")
        .unwrap();
    assert_eq!(played["drop"], plies[5]["drop"]);
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
fn what_is_won_is_still_won() {
    // A queen and two rooks ahead, White gives a rook away: he wins as surely as before.
    let pgn = "[SetUp \"1\"]\n[FEN \"6k1/5ppp/8/8/2n5/8/QR3PPP/1R4K1 w - - 0 1\"]\n\n\
        1. Rb4 Nxb2 2. Qxb2 *\n\n";
    let pgn = pgn.replace("1. Rb4 Nxb2 2. Qxb2", "1. Re2 Ne3 2. fxe3");
    let game = reviewed("review_won", &pgn, &[]);
    for ply in game["plies"].as_array().unwrap() {
        assert!(ply["fault"].is_null() && ply["drop"].is_number(), "{ply}");
        assert!(
            ply["white_score"]["cp"].as_i64().is_none_or(|cp| cp >= 600),
            "{ply}"
        );
    }
}

#[test]
fn a_mate_by_black_is_one_move_away_before_it() {
    let game = reviewed("review_fool", "1. f3 e5 2. g4 Qh4# 0-1\n\n", &[]);
    let plies = game["plies"].as_array().unwrap();
    assert_eq!(plies[2]["white_score"]["mate"], -1);
    assert_eq!(plies[2]["fault"]["glyph"], "??");
    let text = plies[2]["fault"]["sentences"][0]["text"].as_str().unwrap();
    assert_eq!(text, "2.g4 allows mate in 1: 2...Qh4#.");
    assert!(plies[3]["white_score"].is_null() && plies[3]["white_chance"] == 0.0);
}

#[test]
fn a_check_that_cannot_mate_is_a_draw() {
    // A knight instead of a queen: check, but nobody can mate any more.
    let pgn = "[SetUp \"1\"]\n[FEN \"8/P1k5/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8=N+ 1/2-1/2\n\n";
    let game = reviewed("review_draw", pgn, &[]);
    let ply = &game["plies"][0];
    assert_eq!(ply["white_score"]["cp"], 0, "{ply}");
    assert_eq!(ply["fault"]["glyph"], "??", "{ply}");
}

#[test]
fn a_win_that_is_repeated_away_has_a_sign() {
    // The third time the position stands, the game ends: from a mate in one to a draw.
    let pgn = "[SetUp \"1\"]\n[FEN \"7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\"]\n\n\
        1. Qd7 Kg8 2. Qf7+ Kh8 3. Qd7 Kg8 4. Qf7+ Kh8 5. Qd7 1/2-1/2\n\n";
    let game = reviewed("review_repeated", pgn, &[]);
    let last = game["plies"].as_array().unwrap().last().unwrap().clone();
    assert!(
        last["white_chance"] == 0.5 && last["fault"]["glyph"] == "??",
        "{last}"
    );
}

#[test]
fn hints_say_no_more_than_is_known() {
    let hints = |name: &str, pgn: &str, ply: usize| -> Vec<String> {
        let game = reviewed(name, pgn, &["--nodes", "20000"]);
        let fault = game["plies"][ply]["fault"].clone();
        let hints = fault["hints"]
            .as_array()
            .unwrap_or_else(|| panic!("no fault: {game}"));
        hints
            .iter()
            .map(|one| one.as_str().unwrap().to_owned())
            .collect()
    };
    // In check there is no threat to look for; the right move mates.
    let pgn = "[SetUp \"1\"]\n[FEN \"6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - 0 1\"]\n\n1. h3 *\n\n";
    let steps = hints("review_hints", pgn, 0);
    assert_eq!(
        steps[1..],
        ["There is a mate.", "Move the rook on d1.", "Rd8#."]
    );
    let pgn = "[SetUp \"1\"]\n[FEN \"rnb1kbnr/pppp1ppp/8/4p3/4P2q/5N2/PPPP2PP/RNBQKB1R w KQkq - 0 4\"]\n\n\
        4. g3 *\n\n";
    assert_eq!(hints("review_checked", pgn, 0)[0], "You are in check.");
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

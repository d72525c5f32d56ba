//! What a move lost is told as a fact only where searches of equal depth agree on it.

use serde_json::Value;

use plumb_testing::program::{json, plumb};

/// From games before 1990. Of the first six moves the list of five lines sees one or
/// more over 300 centipawns behind by nothing but its horizon; of the last four one or
/// more stays uncertain after three pairs of searches. Which ones depends on the search.
const GAMES: &str = "\
[White \"One\"]
[FEN \"r1b1k2r/pp1nbppp/2n1p3/q2pP3/3P1P2/3B1N2/PP4PP/R1BQ1KNR b kq - 0 10\"]

10... b6 *

[White \"One\"]
[FEN \"3rb1k1/4q3/1p2p1pQ/p4pP1/3P1P2/P3P3/BP3K2/2R5 b - - 1 39\"]

39... Rd6 *

[White \"One\"]
[FEN \"6rk/pp1Rr2b/2p5/6q1/8/4P2Q/P4PPP/3R2K1 w - - 9 26\"]

26. f4 *

[White \"One\"]
[FEN \"4q1k1/6p1/p1p2p1p/1b2p3/1Q1nP3/6PP/1P3PB1/3R2K1 w - - 0 37\"]

37. Kh2 *

[White \"One\"]
[FEN \"2r1qrk1/1b1n1pp1/pp3n1p/4p3/1bN4B/1PN1P3/PQ2BPPP/3R1RK1 w - - 2 18\"]

18. Nd6 *

[White \"One\"]
[FEN \"r2r2q1/ppk5/1npppPP1/8/5N1Q/8/PPP1N3/2KR4 b - - 0 29\"]

29... Rf8 *

[White \"One\"]
[FEN \"1r4k1/r3pp1p/6p1/1npPp3/p1R1P1P1/5P1P/PPQ3K1/1R1Nq3 b - - 4 31\"]

31... Rab7 *

[White \"One\"]
[FEN \"r5k1/1p3ppp/1pp2nr1/3P2B1/5PPP/1P6/P1PR4/4R2K b - - 0 27\"]

27... cxd5 *

[White \"One\"]
[FEN \"3rr1k1/ppq3pp/2p2pb1/4nN2/2P2R1N/2Q5/PP1nB1PP/R5K1 w - - 0 24\"]

24. Rd1 *

[White \"One\"]
[FEN \"1r3rk1/1bqnppbp/pp4p1/2pPP3/P3NP2/4BB1P/1P4P1/2RQ1RK1 w - - 1 19\"]

19. b4 *
";

fn report(format: &str) -> String {
    let screen = ["--profile", "screen", "--rules", "burnham"];
    let rest = ["--no-second-pass", "--format", format];
    let all = [&["fairplay", "-"][..], &screen, &rest].concat();
    let output = plumb(&all, GAMES);
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// Trace and move of each game.
fn moves() -> Vec<(Value, Value)> {
    report("jsonl")
        .lines()
        .map(json)
        .filter(|line| line["kind"] == "game")
        .map(|game| (game["trace"].clone(), game["moves"][0].clone()))
        .collect()
}

/// How far the list saw the played move behind its first, in centipawns.
fn listed_behind(mv: &Value) -> i64 {
    let score = |listed: &Value| listed["score"]["cp"].as_i64().unwrap_or(0);
    let listed = mv["record"]["listed"].as_array().unwrap();
    let is_played = |one: &&Value| one["mv"] == mv["record"]["played"];
    let played = listed.iter().find(is_played);
    played.map_or(0, |played| score(&listed[0]) - score(played))
}

fn looks(mv: &Value) -> &Vec<Value> {
    mv["record"]["loss_looks"].as_array().unwrap()
}

#[test]
fn a_loss_by_the_horizon_of_the_list_is_none() {
    let moves = moves();
    let found = moves.iter().find(|(_, mv)| {
        listed_behind(mv) > 300 && looks(mv).len() == 1 && mv["facts"]["loss_cp"] == 0
    });
    let (trace, mv) = found.expect("a move that only the list holds for bad");
    assert_eq!(
        (trace, &mv["facts"]["is_uncertain"]),
        (&"=".into(), &false.into())
    );
    assert_eq!(looks(mv)[0]["depth"], mv["record"]["before"]["depth"]);
}

#[test]
fn looks_that_do_not_agree_are_called_uncertain_everywhere() {
    let moves = moves();
    let uncertain: Vec<bool> = moves
        .iter()
        .map(|(_, mv)| mv["facts"]["is_uncertain"] == true)
        .collect();
    assert!(uncertain.contains(&true) && uncertain.contains(&false));
    for ((trace, mv), &is_uncertain) in moves.iter().zip(&uncertain) {
        // What is left out has the letter of the reason.
        let is_counted = mv["exclusion"].is_null();
        assert_eq!(trace == "~", is_uncertain && is_counted, "{trace}");
        if is_uncertain {
            assert_eq!(looks(mv).len(), 3);
        }
    }
    let pgn = report("pgn");
    let told = |text: &str| pgn.matches(text).count();
    let counted = moves.iter().filter(|(trace, _)| trace == "~").count();
    assert_eq!(told("loss uncertain}"), counted, "{pgn}");
    let csv = report("csv");
    let columns: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let place = columns
        .iter()
        .position(|&name| name == "is_uncertain")
        .unwrap();
    let cells = csv
        .lines()
        .skip(1)
        .map(|line| line.split(',').nth(place) == Some("1"));
    assert_eq!(cells.collect::<Vec<_>>(), uncertain);
}

//! What a move lost is told as a fact only where searches of equal depth agree on it.

use crate::common::program::{json, plumb};

/// The list of five lines sees the rook's move 384 centipawns behind, by nothing but
/// its horizon: it is as good as the first choice. By the pairs of searches to 8, 10 and
/// 12 plies the knight's move loses 121, 86 and nothing.
const GAMES: &str = "\
[White \"One\"]
[FEN \"r4r2/1p2q1kp/2p3p1/p2n1p2/8/1Q2P2P/PP3PP1/R2R1BK1 w - - 0 25\"]

25. Rd4 *

[White \"One\"]
[FEN \"r4rk1/pbq1b1pp/4pn2/1Qpn4/3P4/1B2NN2/PP3PPP/R1B2RK1 b - - 2 16\"]

16... Nf4 *
";

fn report(format: &str) -> String {
    let screen = ["--profile", "screen", "--rules", "burnham"];
    let rest = ["--no-second-pass", "--format", format];
    let all = [&["fairplay", "-"][..], &screen, &rest].concat();
    let output = plumb(&all, GAMES);
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_loss_by_the_horizon_of_the_list_is_none() {
    let text = report("jsonl");
    let mut games = text.lines().map(json).filter(|line| line["kind"] == "game");
    let game = games.next().unwrap();
    assert_eq!(game["trace"], "=");
    let mv = &game["moves"][0];
    let score = |listed: &serde_json::Value| listed["score"]["cp"].as_i64().unwrap();
    let listed = mv["record"]["listed"].as_array().unwrap();
    let played = listed
        .iter()
        .find(|one| one["mv"] == mv["record"]["played"]);
    assert!(score(&listed[0]) - score(played.unwrap()) > 300);
    let facts = &mv["facts"];
    assert_eq!(
        (&facts["loss_cp"], &facts["is_uncertain"]),
        (&0.into(), &false.into())
    );
    let looks = mv["record"]["loss_looks"].as_array().unwrap();
    assert_eq!(
        (looks.len(), &looks[0]["depth"]),
        (1, &mv["record"]["before"]["depth"])
    );
}

#[test]
fn looks_that_do_not_agree_are_called_uncertain_everywhere() {
    let text = report("jsonl");
    let game = text
        .lines()
        .map(json)
        .filter(|line| line["kind"] == "game")
        .nth(1)
        .unwrap();
    assert_eq!(game["trace"], "~");
    assert_eq!(game["moves"][0]["facts"]["is_uncertain"], true);
    assert_eq!(
        game["moves"][0]["record"]["loss_looks"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
    let pgn = report("pgn");
    assert!(pgn.contains("loss uncertain}"), "{pgn}");
    assert!(pgn.contains("loss 0}"), "{pgn}");
    let csv = report("csv");
    let columns: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let place = columns
        .iter()
        .position(|&name| name == "is_uncertain")
        .unwrap();
    let cells = csv
        .lines()
        .skip(1)
        .map(|line| line.split(',').nth(place).unwrap());
    assert_eq!(cells.collect::<Vec<_>>(), ["0", "1"]);
}

//! Answers are what the commands print, to the byte; times apart.

use serde_json::{Value, json};

use crate::service::Service;
use plumb_testing::program::{json as parsed, printed, validator};
use plumb_testing::scratch::Scratch;

const CASTLED: &str = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7";
const PINNED: &str = "r1bq1rk1/ppp2ppp/2np1n2/2b1p1B1/2B1P3/2NP1N2/PPP2PPP/R2Q1RK1 b - - 1 7";
const CHESS960: &str = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1";
const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
const GAME: &str = "[White \"A <b>\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 -- 4. Bxc6 dxc6 *\n\n[White \"C\"]\n\n1. d4 *\n";

/// The text without what a clock says.
fn timeless(text: &str) -> String {
    let mut parts = text.split("\"time_ms\":");
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        result += "\"time_ms\":";
        result += part.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    result
}

fn check(service: &Service, path: &str, question: &Value, command: &[&str], schema: &str) {
    let answer = service.post(path, question);
    assert_eq!(answer.status, 200, "{question}: {}", answer.body);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    let expected = printed(command);
    assert!(
        timeless(&answer.body) == timeless(&expected),
        "{path} {question} and {command:?} differ:\n{:.600}\n{expected:.600}",
        answer.body
    );
    let errors = validator(schema).errors(&answer.json());
    assert!(errors.is_empty(), "{errors:?}");
}

#[test]
fn evaluations_are_those_of_the_command() {
    let service = Service::start(&[]);
    let eval = |question: Value, fen: &str| {
        check(
            &service,
            "/v1/eval",
            &question,
            &["eval", fen, "--json"],
            "eval",
        );
    };
    eval(json!({}), "startpos");
    eval(json!({ "fen": "startpos" }), "startpos");
    for fen in [CASTLED, PINNED, CHESS960, MATED] {
        eval(json!({ "fen": fen }), fen);
    }
    eval(json!({ "fen": CASTLED, "moves": ["c1g5"] }), PINNED);
    let after_four = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    eval(json!({ "pgn": GAME, "ply": 4 }), after_four);
    eval(json!({ "pgn": "1. e4 e5 2. Nf3 Nc6 3. Bb5" }), after_four);

    let command = ["eval", "--diff", CASTLED, PINNED, "--json"];
    for question in [
        json!({ "fen": CASTLED, "played": "Bg5" }),
        json!({ "fen": CASTLED, "after": PINNED }),
    ] {
        check(&service, "/v1/eval/diff", &question, &command, "eval-diff");
    }
    let after_three = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let command = ["eval", "--diff", after_four, after_three, "--json"];
    let question = json!({ "pgn": GAME, "ply": 4 });
    check(&service, "/v1/eval/diff", &question, &command, "eval-diff");
}

#[test]
fn analyses_are_those_of_the_command() {
    let service = Service::start(&["--jobs", "2"]);
    let scratch = Scratch::new("serve-analyse");
    let path = scratch.path("game.pgn");
    std::fs::write(&path, GAME).unwrap();
    let analyse = |question: Value, rest: &[&str]| {
        let command = [&["analyse"], rest, &["--json"]].concat();
        check(&service, "/v1/analyse", &question, &command, "analysis");
    };
    let (short, few) = (["--nodes", "2000"], ["--nodes", "2000", "--multipv", "3"]);
    analyse(json!({ "nodes": 2000 }), &short);
    analyse(
        json!({ "fen": CASTLED, "played": "Bg5", "nodes": 2000, "multipv": 3 }),
        &[&[CASTLED, "--played", "Bg5"], &few[..]].concat(),
    );
    analyse(
        json!({ "moves": ["e4", "e7e5", "Nf3"], "depth": 4 }),
        &["--moves", "e4 e7e5 Nf3", "--depth", "4"],
    );
    analyse(
        json!({ "fen": CHESS960, "nodes": 2000 }),
        &[&[CHESS960], &short[..]].concat(),
    );
    analyse(json!({ "fen": MATED }), &[MATED]);
    for ply in ["0", "4", "5", "6", "8"] {
        let number: u64 = ply.parse().unwrap();
        let arguments = ["--pgn", &path, "--ply", ply];
        analyse(
            json!({ "pgn": GAME, "ply": number, "nodes": 2000 }),
            &[&arguments, &short[..]].concat(),
        );
    }
    analyse(
        json!({ "pgn": GAME, "nodes": 2000.0 }),
        &[&["--pgn", &path], &short[..]].concat(),
    );

    // Time is the one limit that gives another answer every time.
    let answer = service.post("/v1/analyse", &json!({ "movetime_ms": 20 }));
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(
        answer.json()["settings"]["effort"],
        json!({ "movetime_ms": 20 })
    );
    assert!(validator("analysis").is_valid(&answer.json()));
}

#[test]
fn explanations_are_those_of_the_command() {
    let service = Service::start(&["--jobs", "2"]);
    let scratch = Scratch::new("serve-explain");
    let path = scratch.path("game.pgn");
    std::fs::write(&path, GAME).unwrap();
    let explain = |question: Value, rest: &[&str]| {
        let command = [&["explain"], rest, &["--json"]].concat();
        check(&service, "/v1/explain", &question, &command, "explain");
    };
    let short = ["--nodes", "4000"];
    explain(
        json!({ "fen": CASTLED, "nodes": 4000 }),
        &[&[CASTLED], &short[..]].concat(),
    );
    explain(
        json!({ "fen": CASTLED, "played": "Bg5", "elo": 1500, "nodes": 4000 }),
        &[&[CASTLED, "Bg5", "--elo", "1500"], &short[..]].concat(),
    );
    explain(
        json!({ "fen": CHESS960, "nodes": 4000 }),
        &[&[CHESS960], &short[..]].concat(),
    );
    explain(json!({ "fen": MATED, "played": "Ke5" }), &[MATED, "Ke5"]);
    for ply in ["0", "5", "8"] {
        let number: u64 = ply.parse().unwrap();
        let arguments = ["--pgn", &path, "--ply", ply];
        explain(
            json!({ "pgn": GAME, "ply": number, "nodes": 4000 }),
            &[&arguments, &short[..]].concat(),
        );
    }
}

#[test]
fn legal_moves_come_with_what_follows() {
    let service = Service::start(&[]);
    let legal = |question: Value| {
        let answer = service.post("/v1/legal", &question);
        assert_eq!(answer.status, 200, "{question}: {}", answer.body);
        let errors = validator("legal").errors(&answer.json());
        assert!(errors.is_empty(), "{errors:?}");
        answer.json()
    };
    let start = legal(json!({}));
    let moves = start["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 20);
    assert_eq!(
        moves[0],
        json!({ "uci": "a2a3", "san": "a3", "fen": "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1" })
    );
    assert_eq!(legal(json!({ "fen": MATED }))["moves"], json!([]));
    // Castling and promotion in both notations.
    let fen = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1";
    let written = legal(json!({ "fen": fen }))["moves"].clone();
    let written: Vec<_> = written.as_array().unwrap().clone();
    let has = |uci: &str, san: &str| {
        let is_same = |mv: &&Value| mv["uci"] == uci && mv["san"] == san;
        written.iter().find(is_same).is_some()
    };
    assert!(has("e1g1", "O-O") && has("a7a8q", "a8=Q+") && has("a7a8n", "a8=N"));
    let positions = legal(json!({ "pgn": GAME, "ply": 2 }));
    assert_eq!(
        positions["fen"],
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    );
}

#[test]
fn version_and_health_are_told() {
    let service = Service::start(&["--max-nodes", "1234", "--max-body", "64KiB"]);
    assert_eq!(service.get("/healthz").body, "ok\n");
    assert_eq!(service.get("/readyz").body, "ready\n");
    let version = parsed(&service.get("/version").body);
    assert_eq!(version["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(version["limits"]["nodes"], 1234);
    assert_eq!(version["limits"]["body_bytes"], 64 << 10);
    let metrics = service.get("/metrics");
    assert_eq!(
        metrics.header("content-type"),
        Some("text/plain; version=0.0.4; charset=utf-8")
    );
    let line = "plumb_requests_total{route=\"/healthz\",status=\"200\"} 1\n";
    assert!(metrics.body.contains(line), "{}", metrics.body);
    assert_eq!(service.count("plumb_searches_running"), 0);
}

//! What is refused, with which status, and in which words.

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Answer, connect, read_answer, request_text};
use crate::service::{JSON, POLICY, Service};
use plumb_testing::program::validator;
use plumb_testing::scratch::Scratch;

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// Checks that an answer is a refusal of this kind.
fn assert_refused(answer: &Answer, status: u16, kind: &str) {
    assert_eq!(answer.status, status, "{}", answer.body);
    assert_eq!(
        answer.header("content-type"),
        Some("application/problem+json")
    );
    let problem = answer.json();
    assert_eq!(problem["type"], format!("urn:plumb:problem:{kind}"));
    assert_eq!(problem["status"], status);
    let errors = validator("problem").errors(&problem);
    assert!(errors.is_empty(), "{errors:?}");
    let wants_retry = [429, 503].contains(&status);
    assert_eq!(answer.header("retry-after").is_some(), wants_retry);
    assert_headers(answer);
}

fn assert_headers(answer: &Answer) {
    for (name, value) in [
        ("content-security-policy", POLICY),
        ("x-frame-options", "DENY"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cache-control", "no-store"),
    ] {
        assert_eq!(answer.header(name), Some(value), "{name}");
    }
    assert_eq!(answer.header("access-control-allow-origin"), None);
}

/// 130,000 members that nobody knows, in 1 MB.
fn unknown_members() -> String {
    let letters = || (b'A'..=b'Z').chain(b'a'..=b'z').map(char::from);
    let pairs = letters().flat_map(|a| letters().map(move |b| (a, b)));
    let names = pairs.flat_map(|(a, b)| letters().map(move |c| format!("\"{a}{b}{c}\":1")));
    let members: Vec<String> = names.take(130_000).collect();
    format!("{{{}}}", members.join(","))
}

#[test]
fn of_many_wrong_values_twenty_are_named() {
    let service = Service::start(&[]);
    let body = unknown_members();
    let answer = service.send("POST", "/v1/eval", &[JSON], &body);
    assert_refused(&answer, 422, "wrong-values");
    let problem = answer.json();
    assert_eq!(problem["detail"], "130000 values are wrong");
    let errors = problem["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 21);
    let last = json!({ "pointer": "", "detail": "129980 more values are wrong" });
    assert_eq!(errors[20], last);
    let nested = format!("{{\"player_elo\": 1500, \"plumb\": {body}}}");
    let answer = service.send("POST", "/api/detect_anomaly", &[JSON], &nested);
    assert_eq!(answer.status, 422);
    assert_eq!(answer.json()["detail"].as_array().unwrap().len(), 21);
    // A name as long as the body is not sent back whole.
    let body = format!("{{\"{}\": 1}}", "a".repeat(1_000_000));
    let answer = service.send("POST", "/v1/eval", &[JSON], &body);
    assert_refused(&answer, 422, "wrong-values");
    assert!(answer.body.len() < 10_000, "{}", answer.body.len());
}

#[test]
fn large_bodies_keep_neither_health_waiting_nor_memory() {
    let service = Service::start(&[]);
    let body = unknown_members();
    let paths = ["/v1/eval", "/v1/login", "/v1/jobs/counterfactual"];
    let mut unread = Vec::new();
    for number in 0..30 {
        let mut stream = connect(service.address);
        let text = request_text("POST", paths[number % 3], &[JSON], &body);
        unread.push(std::thread::spawn(move || {
            let _ = stream.write_all(text.as_bytes());
            stream
        }));
    }
    let start = Instant::now();
    for _ in 0..20 {
        assert_eq!(service.get("/healthz").status, 200);
    }
    let time = start.elapsed();
    assert!(time < Duration::from_secs(10), "{time:?}");
    // Nobody reads the answers; small questions are answered all the same.
    assert_eq!(service.post("/v1/eval", &json!({})).status, 200);
    for stream in unread {
        let mut stream = stream.join().unwrap();
        assert_eq!(read_answer(&mut stream).unwrap().status, 422);
    }
    // They took 500 MB, of which most stayed.
    let resident = service.resident_mb();
    assert!(resident.is_none_or(|mb| mb < 100), "{resident:?}");
}

#[test]
fn wrong_values_are_named_by_their_place() {
    let service = Service::start(&["--max-nodes", "5000"]);
    let cases: [(&str, Value, &str, &str); 30] = [
        (
            "eval",
            json!({ "fen": "8/8/8 w" }),
            "/fen",
            "cannot read the FEN",
        ),
        ("eval", json!({ "fen": 1 }), "/fen", "expected a text"),
        ("eval", json!({ "fen": null }), "/fen", "expected a text"),
        (
            "eval",
            json!({ "fen": "startpos", "pgn": "1. e4" }),
            "/fen",
            "only one of pgn and fen",
        ),
        (
            "eval",
            json!({ "pgn": "1. e4", "moves": ["e5"] }),
            "/moves",
            "only one of pgn and moves",
        ),
        ("eval", json!({ "ply": 1 }), "/ply", "expected pgn"),
        (
            "eval",
            json!({ "pgn": "1. e4", "ply": 2 }),
            "/ply",
            "1 plies, not 2",
        ),
        (
            "eval",
            json!({ "pgn": "1. e4", "ply": -1 }),
            "/ply",
            "whole number from 0",
        ),
        ("eval", json!({ "pgn": "no game" }), "/pgn", "game"),
        ("eval", json!({ "pgn": "1. e5 *" }), "/pgn", "e5"),
        ("eval", json!({ "moves": "e4" }), "/moves", "array of texts"),
        (
            "eval",
            json!({ "moves": ["e4", 5] }),
            "/moves/1",
            "expected a text",
        ),
        ("eval", json!({ "moves": ["e4", "e4"] }), "/moves/1", "e4"),
        (
            "eval",
            json!({ "played": "e4" }),
            "/played",
            "unknown; expected fen, moves, pgn",
        ),
        (
            "legal",
            json!({ "~/": 1 }),
            "/~0~1",
            "unknown; expected fen, moves, pgn",
        ),
        ("legal", json!([]), "", "expected a JSON object"),
        ("legal", json!("fen"), "", "expected a JSON object"),
        ("eval/diff", json!({}), "/played", "or the member after"),
        ("eval/diff", json!({ "played": "e5" }), "/played", "e5"),
        (
            "eval/diff",
            json!({ "after": "x" }),
            "/after",
            "cannot read the FEN",
        ),
        (
            "eval/diff",
            json!({ "played": "e4", "after": "startpos" }),
            "/after",
            "only one",
        ),
        (
            "analyse",
            json!({ "nodes": 5001 }),
            "/nodes",
            "from 1 to 5000",
        ),
        ("analyse", json!({ "nodes": 0 }), "/nodes", "from 1 to 5000"),
        ("analyse", json!({ "nodes": 1.5 }), "/nodes", "whole number"),
        (
            "analyse",
            json!({ "depth": 201 }),
            "/depth",
            "from 1 to 200",
        ),
        (
            "analyse",
            json!({ "movetime_ms": 10001 }),
            "/movetime_ms",
            "from 1 to 10000",
        ),
        (
            "analyse",
            json!({ "nodes": 5, "depth": 3 }),
            "/depth",
            "only one of",
        ),
        (
            "analyse",
            json!({ "multipv": 1 }),
            "/multipv",
            "from 2 to 256",
        ),
        (
            "explain",
            json!({ "played": "Nd4" }),
            "/played",
            "legal knight moves: Na3",
        ),
        ("explain", json!({ "elo": 100 }), "/elo", "from 600 to 2900"),
    ];
    for (path, question, pointer, words) in cases {
        let answer = service.post(&format!("/v1/{path}"), &question);
        assert_refused(&answer, 422, "wrong-values");
        let errors = answer.json()["errors"].clone();
        assert_eq!(errors.as_array().unwrap().len(), 1, "{question}: {errors}");
        assert_eq!(errors[0]["pointer"], pointer, "{question}");
        let detail = errors[0]["detail"].as_str().unwrap();
        assert!(detail.contains(words), "{question}: {detail}");
    }
    let many = json!({ "fen": "x", "nodes": 0, "multipv": 0, "level": 3 });
    let errors = service.post("/v1/analyse", &many).json()["errors"].clone();
    assert_eq!(errors.as_array().unwrap().len(), 4, "{errors}");
}

#[test]
fn what_is_no_json_is_refused() {
    let service = Service::start(&[]);
    let post = |headers: &[&str], body: &str| service.send("POST", "/v1/eval", headers, body);
    for body in [
        "{",
        "{} {}",
        "fen",
        "{\"fen\": \"startpos\", \"fen\": \"x\"}",
        "{'a': 1}",
    ] {
        assert_refused(&post(&[JSON], body), 400, "not-json");
    }
    assert_refused(&post(&[JSON, "Content-Length: 0"], ""), 400, "not-json");
    let deep = |levels| format!("{{\"a\": {}{}}}", "[".repeat(levels), "]".repeat(levels));
    assert_refused(&post(&[JSON], &deep(15)), 422, "wrong-values");
    assert_refused(&post(&[JSON], &deep(16)), 400, "not-json");
    assert_refused(&post(&[JSON], &deep(400_000)), 400, "not-json");
    for kind in [
        "Content-Type: text/plain",
        "Content-Type: application/x-www-form-urlencoded",
        "Content-Type: application/json; charset=utf-16",
        "X-Nothing: none",
    ] {
        assert_refused(&post(&[kind], "{}"), 415, "unsupported-media-type");
    }
    let packed = [JSON, "Content-Encoding: gzip"];
    assert_refused(&post(&packed, "{}"), 415, "unsupported-media-type");
    assert_eq!(
        post(&["content-type: APPLICATION/json; charset=UTF-8"], "{}").status,
        200
    );
}

#[test]
fn paths_and_methods_are_those_that_there_are() {
    let service = Service::start(&[]);
    for path in [
        "/v1",
        "/assets",
        "/assets/",
        "/assets/../page.css",
        "/assets/page.html",
        "/v1/eval/",
        "/v1/../etc/passwd",
        "/..%2f..%2fetc/passwd",
        "//",
    ] {
        assert_refused(&service.get(path), 404, "not-found");
    }
    for (method, path, allowed) in [
        ("GET", "/v1/eval", "POST"),
        ("PUT", "/v1/analyse", "POST"),
        ("OPTIONS", "/v1/legal", "POST"),
        ("POST", "/healthz", "GET,HEAD"),
        ("DELETE", "/version", "GET,HEAD"),
    ] {
        let answer = service.send(method, path, &[], "");
        assert_refused(&answer, 405, "method-not-allowed");
        assert_eq!(answer.header("allow"), Some(allowed));
    }
    assert_headers(&service.get("/healthz"));
    // A question mark changes nothing, for no option stands behind it.
    assert_eq!(service.get("/healthz?a=b").status, 200);
}

#[test]
fn foreign_hosts_and_origins_are_refused() {
    let service = Service::start(&["--host", "Chess.example"]);
    let get = |headers: &[&str]| service.send("GET", "/version", headers, "");
    for host in [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "0.0.0.0",
        "",
    ] {
        let answer = get(&[&format!("Host: {host}")]);
        assert_refused(&answer, 403, "foreign-host");
    }
    for host in ["localhost:1", "127.0.0.1", "[::1]:8080", "chess.EXAMPLE"] {
        assert_eq!(get(&[&format!("Host: {host}")]).status, 200, "{host}");
    }
    let twice = get(&["Host: localhost", "Host: evil.example"]);
    assert_refused(&twice, 400, "bad-request");
    let text = "GET http://evil.example/version HTTP/1.1\r\nHost: localhost\r\n\r\n";
    assert_refused(
        &crate::client::exchange(service.address, text),
        403,
        "foreign-host",
    );
    let text = "GET /version HTTP/1.0\r\n\r\n";
    assert_refused(
        &crate::client::exchange(service.address, text),
        400,
        "bad-request",
    );

    for origin in [
        "http://evil.example",
        "null",
        "http://localhost:9",
        "file://",
        "localhost",
    ] {
        let answer = get(&["Host: localhost:8080", &format!("Origin: {origin}")]);
        assert_refused(&answer, 403, "foreign-origin");
    }
    for origin in ["http://localhost:8080", "https://localhost:8080"] {
        let answer = get(&["Host: localhost:8080", &format!("Origin: {origin}")]);
        assert_eq!(answer.status, 200, "{origin}");
    }
}

#[test]
fn a_token_is_asked_for_and_counted() {
    let scratch = Scratch::new("serve-token");
    let path = scratch.path("token");
    std::fs::write(&path, format!("# ours\n{TOKEN}\n{TOKEN}2\n")).unwrap();
    let service = Service::start(&["--token-file", &path, "--rate", "3"]);
    let get = |headers: &[&str]| service.send("GET", "/version", headers, "");
    for headers in [
        vec![],
        vec!["Authorization: Bearer wrong"],
        vec!["Authorization: Basic 0123456789abcdef0123456789abcdef"],
        vec!["Authorization: 0123456789abcdef0123456789abcdef"],
        vec!["Authorization: Bearer 0123456789abcdef0123456789abcde"],
        vec!["Authorization: Bearer # ours"],
    ] {
        let answer = get(&headers);
        assert_refused(&answer, 401, "unauthorized");
        assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
    }
    // Who only looks whether it lives needs none.
    assert_eq!(service.get("/healthz").status, 200);
    assert_eq!(service.get("/readyz").status, 200);
    let bearer = format!("Authorization: Bearer {TOKEN}");
    for _ in 0..3 {
        assert_eq!(get(&[&bearer]).status, 200);
    }
    assert_refused(&get(&[&bearer]), 429, "too-many-requests");
    // The other token has requests of its own.
    assert_eq!(get(&[&format!("{bearer}2")]).status, 200);
    let log = service.log();
    assert!(!log.contains(TOKEN), "{log}");
}

#[test]
fn a_connection_serves_several_requests() {
    let service = Service::start(&[]);
    let mut stream = connect(service.address);
    for (body, status) in [
        ("{}", 200),
        ("{\"fen\": \"x\"}", 422),
        ("{", 400),
        ("{}", 200),
    ] {
        let text = request_text("POST", "/v1/legal", &[JSON], body);
        stream.write_all(text.as_bytes()).unwrap();
        assert_eq!(read_answer(&mut stream).unwrap().status, status);
    }
}

//! How it ends, and what is in its log.
#![cfg(unix)]

use std::io::Write;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::client::{connect, read_answer, request_text};
use crate::service::{JSON, Service};
use plumb_testing::program::json as parsed;
use plumb_testing::quick_or_thorough;

const RUNNING: &str = "plumb_searches_running";

#[test]
fn what_has_begun_is_answered() {
    for signal in [Signal::TERM, Signal::INT] {
        let mut service = Service::start(&["--jobs", "1"]);
        let mut idle = connect(service.address);
        let mut stream = connect(service.address);
        let body = json!({ "movetime_ms": 300 }).to_string();
        let text = request_text("POST", "/v1/analyse", &[JSON], &body);
        stream.write_all(text.as_bytes()).unwrap();
        service.wait_for(RUNNING, 1);
        service.signal(signal);
        let answer = read_answer(&mut stream).unwrap();
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert_eq!(answer.json()["stopped"], false);
        assert_eq!(service.wait().code(), Some(0));
        // Nobody listens any more, on old connections or new ones.
        assert!(std::net::TcpStream::connect(service.address).is_err());
        let _ = idle.write_all(request_text("GET", "/healthz", &[], "").as_bytes());
        assert!(read_answer(&mut idle).is_err());
    }
}

#[test]
fn who_is_told_twice_does_not_wait() {
    // The second word, or ten seconds.
    let is_told_twice = quick_or_thorough(true, false);
    let mut service = Service::start(&["--jobs", "1"]);
    let mut stream = connect(service.address);
    let body = json!({ "depth": 100 }).to_string();
    let text = request_text("POST", "/v1/analyse", &[JSON], &body);
    stream.write_all(text.as_bytes()).unwrap();
    service.wait_for(RUNNING, 1);
    let start = Instant::now();
    service.signal(Signal::TERM);
    if is_told_twice {
        sleep(Duration::from_millis(200));
        service.signal(Signal::TERM);
    }
    assert_eq!(service.wait().code(), Some(0));
    let time = start.elapsed();
    let (least, most) = if is_told_twice { (0, 5) } else { (9, 15) };
    assert!((least..most).contains(&time.as_secs()), "{time:?}");
    // Its search was stopped, and it has what was found by then.
    let answer = read_answer(&mut stream).unwrap();
    assert_eq!(answer.json()["stopped"], true);
}

#[test]
fn the_log_tells_no_names_and_no_games() {
    let service = Service::start(&[]);
    let game = "[White \"Anderssen\"]\n\n1. e4 e5 2. f4 *";
    assert_eq!(
        service.post("/v1/eval", &json!({ "pgn": game })).status,
        200
    );
    assert_eq!(
        service.post("/v1/eval", &json!({ "pgn": "1. e5" })).status,
        422
    );
    assert_eq!(service.get("/Anderssen?token=secret").status, 404);
    // Requests are logged when they are answered.
    sleep(Duration::from_millis(200));
    let log = service.log();
    for secret in ["Anderssen", "secret", "e4", "e5", "White"] {
        assert!(!log.contains(secret), "{secret}: {log}");
    }
    let lines: Vec<Value> = log.lines().map(parsed).collect();
    let requests: Vec<&Value> = lines
        .iter()
        .filter(|line| line["event"] == "request")
        .collect();
    let expected = [("/v1/eval", 200), ("/v1/eval", 422), ("other", 404)];
    assert_eq!(requests.len(), expected.len(), "{log}");
    for (index, (route, status)) in expected.into_iter().enumerate() {
        let line = requests[index];
        assert_eq!(line["route"], route);
        assert_eq!(line["status"], status);
        assert_eq!(line["request"], index + 1);
        assert!(line["ms"].as_f64().is_some_and(|ms| ms > 0.0), "{line}");
    }
}

//! What tests do with jobs.

use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::client::{Answer, upload};
use crate::service::Service;
use plumb_testing::program::file;

pub const PGN: &str = "Content-Type: application/x-chess-pgn";

/// The built-in games between engines, one behind the other.
pub fn demo_games() -> String {
    let names = ["white_fair", "black_fair", "white_cheated", "black_cheated"];
    let texts = names.map(|name| file(&format!("data/demo/{name}.pgn")));
    texts.map(|text| text.trim_end().to_owned()).join("\n\n") + "\n"
}

/// Uploads games; the answer must be a job.
pub fn submit(service: &Service, path: &str, games: &str) -> String {
    accepted(&upload(service.address, path, &[PGN], games.as_bytes()))
}

/// The path of the job that an answer is of.
pub fn accepted(answer: &Answer) -> String {
    assert_eq!(answer.status, 202, "{}", answer.body);
    let path = answer.header("location").expect("a place").to_owned();
    let job = answer.json();
    let id = job["id"].as_str().unwrap();
    assert_eq!(path, format!("/v1/jobs/{id}"));
    assert_eq!(job.as_object().unwrap().len(), 3, "{job}");
    path
}

/// How far a job is.
pub fn job(service: &Service, path: &str) -> Value {
    let answer = service.get(path);
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

/// Waits until a job is as it should be.
pub fn wait_until(service: &Service, path: &str, is_right: impl Fn(&Value) -> bool) -> Value {
    let start = Instant::now();
    loop {
        let job = job(service, path);
        if is_right(&job) {
            return job;
        }
        let time = start.elapsed();
        assert!(time < Duration::from_secs(120), "{job}");
        sleep(Duration::from_millis(5));
    }
}

/// Waits until a job is over.
pub fn ended(service: &Service, path: &str) -> Value {
    wait_until(service, path, |job| !job["ended"].is_null())
}

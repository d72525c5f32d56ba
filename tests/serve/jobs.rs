//! Jobs from their beginning to their end.

use serde_json::{Value, json};

use crate::job_service::{PGN, accepted, demo_games, ended, job, submit, wait_until};
use crate::service::{JSON, Service};
use plumb_testing::program::{file, printed, validator};
use plumb_testing::scratch::Scratch;

fn assert_valid(job: &Value) {
    let errors = validator("job").errors(job);
    assert!(errors.is_empty(), "{errors:?}");
}

/// A job that takes longer than a test waits.
const LONG: &str = "/v1/jobs/fairplay?nodes=5000000";

#[test]
fn a_run_is_followed_to_its_reports() {
    let service = Service::start(&["--jobs", "2"]);
    let scratch = Scratch::new("serve-life");
    let games = demo_games();
    let path = submit(&service, "/v1/jobs/fairplay?nodes=300&book_plies=8", &games);
    let early = service.get(&format!("{path}/report.jsonl"));
    assert_eq!(early.status, 409, "{}", early.body);
    let done = ended(&service, &path);
    assert_valid(&done);
    assert_eq!(done["state"], "done", "{done}");
    assert_eq!(
        (&done["problems"], &done["error"]),
        (&json!(0), &Value::Null)
    );
    assert_eq!(done["done"], 4);
    let list = service.get("/v1/jobs").json();
    assert_eq!(list["jobs"], json!([done]));
    // The same files as the command writes of the same games.
    std::fs::write(scratch.path("upload-1.pgn"), games).unwrap();
    let (input, out) = (scratch.path("upload-1.pgn"), scratch.path("out"));
    printed(&[
        "fairplay",
        &input,
        "--out",
        &out,
        "--nodes",
        "300",
        "--book-plies",
        "8",
    ]);
    for (name, content_type) in [
        ("report.html", "text/html; charset=utf-8"),
        ("report.jsonl", "application/jsonl"),
        ("moves.csv", "text/csv; charset=utf-8"),
        ("games.pgn", "application/x-chess-pgn"),
    ] {
        let answer = service.get(&format!("{path}/{name}"));
        assert_eq!(answer.status, 200);
        assert_eq!(answer.header("content-type"), Some(content_type));
        let expected = std::fs::read_to_string(scratch.path(&format!("out/{name}"))).unwrap();
        assert!(answer.body == expected, "{name} differs from the command's");
    }
    let page = service.get(&format!("{path}/report.html"));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'"), "{policy}");
    assert!(
        policy.contains("script-src 'sha256-") && policy.contains("sandbox"),
        "{policy}"
    );
    assert!(!policy.contains("script-src 'unsafe-inline'"), "{policy}");
    // No page, not even one of the service, shows it in a frame.
    assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    assert_eq!(page.header("x-frame-options"), Some("DENY"));
    let other = service.get(&format!("{path}/result.json"));
    assert_eq!(other.status, 404);
    assert!(other.body.contains("moves.csv"), "{}", other.body);
    // Who is done with it takes it away.
    let delete = |path: &str| service.send("DELETE", path, &[], "").status;
    assert_eq!((delete(&path), delete(&path)), (204, 404));
    assert_eq!(service.get(&path).status, 404);
    assert_eq!(service.get("/v1/jobs").json(), json!({ "jobs": [] }));
}

#[test]
fn a_window_is_answered_as_by_the_command() {
    let service = Service::start(&["--policy", "regan"]);
    let game = "data/demo/white_fair.pgn";
    let question = json!({
        "pgn": file(game), "side": "white", "elo": 2000, "opponent_elo": 1900,
        "samples": 40, "depth": 2, "from": 9, "window": 6,
    });
    let answer = service.post("/v1/jobs/counterfactual", &question);
    let path = accepted(&answer);
    assert_eq!(ended(&service, &path)["state"], "done");
    let result = service.get(&format!("{path}/result.json")).body;
    let path = format!("{}/{game}", env!("CARGO_MANIFEST_DIR"));
    let command = [
        "counterfactual",
        &path,
        "--side",
        "white",
        "--elo",
        "2000",
        "--opponent-elo",
        "1900",
        "--samples",
        "40",
        "--depth",
        "2",
        "--from",
        "9",
        "--window",
        "6",
        "--policy",
        "regan",
        "--json",
    ];
    assert_eq!(result, printed(&command));
    for (member, value, words) in [
        ("kernel", json!("smc"), "beta above 0"),
        ("kernel", json!("mcmc"), "expected one of iid"),
        ("beta", json!(-1), "from 0 to"),
        ("samples", json!(20_001), "from 1 to 20000"),
        ("samples", json!(3), "do not fill 4 chains"),
        ("side", json!("green"), "expected one of white, black"),
        ("pgn", json!("1. e5"), "ply 1"),
        ("from", json!(900), "there is no ply 900"),
        ("policy", json!("uci:/bin/sh"), "expected one of model"),
        ("opponent_elo", json!(null), "whole number"),
    ] {
        let mut wrong = question.clone();
        wrong[member] = value;
        let answer = service.post("/v1/jobs/counterfactual", &wrong);
        assert_eq!(answer.status, 422, "{member}");
        assert!(answer.body.contains(words), "{member}: {}", answer.body);
    }
}

#[test]
fn who_cancels_a_job_frees_its_place() {
    let service = Service::start(&["--max-jobs", "1"]);
    let games = demo_games();
    let running = submit(&service, LONG, &games);
    wait_until(&service, &running, |job| job["state"] == "running");
    let waiting = submit(&service, &format!("{LONG}&book_plies=1"), &games);
    assert_eq!(job(&service, &waiting)["state"], "queued");
    let full = service.send("POST", &format!("{LONG}&book_plies=2"), &[PGN], &games);
    assert_eq!(full.status, 503, "{}", full.body);
    assert!(full.header("retry-after").is_some());
    let health = service.get("/readyz");
    assert_eq!(health.status, 200);
    for path in [&waiting, &running] {
        let cancelled = service.send("DELETE", path, &[], "");
        assert_eq!(cancelled.status, 200, "{}", cancelled.body);
        assert_eq!(cancelled.json()["state"], "cancelled");
        assert_valid(&cancelled.json());
        let gone = service.get(&format!("{path}/report.html"));
        assert_eq!(gone.status, 404);
        assert!(gone.body.contains("cancelled"), "{}", gone.body);
    }
    // Its thread is free for the next.
    let next = submit(&service, "/v1/jobs/review?nodes=100&game=1", &games);
    assert_eq!(ended(&service, &next)["state"], "done");
    let delete = service.send("DELETE", &running, &[], "");
    assert_eq!(delete.status, 204);
    // What was cancelled can be asked for anew.
    assert_ne!(
        submit(&service, &format!("{LONG}&book_plies=1"), &games),
        waiting
    );
}

#[test]
fn jobs_do_not_keep_short_requests_waiting() {
    let service = Service::start(&["--jobs", "1"]);
    let path = submit(&service, LONG, &demo_games());
    wait_until(&service, &path, |job| job["state"] == "running");
    let answer = service.post("/v1/analyse", &json!({ "nodes": 1000 }));
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(job(&service, &path)["state"], "running");
}

#[test]
fn the_same_request_is_the_same_job() {
    let service = Service::start(&[]);
    let games = demo_games();
    let path = "/v1/jobs/review?nodes=100&game=1";
    let first = submit(&service, path, &games);
    assert_eq!(
        submit(&service, "/v1/jobs/review?game=1&nodes=100", &games),
        first
    );
    assert_ne!(
        submit(&service, "/v1/jobs/review?game=2&nodes=100", &games),
        first
    );
    assert_ne!(submit(&service, path, &format!("{games}\n")), first);
    ended(&service, &first);
    assert_eq!(submit(&service, path, &games), first);
    // A key stands for one request.
    let keyed = |path: &str, key: &str| service.send("POST", path, &[PGN, key], &games);
    let key = "Idempotency-Key: a-key";
    let other = "/v1/jobs/review?game=3&nodes=100";
    let third = accepted(&keyed(other, key));
    assert_eq!(accepted(&keyed(other, key)), third);
    let reused = keyed(path, key);
    assert_eq!(reused.status, 422, "{}", reused.body);
    assert!(reused.body.contains("reused-key"), "{}", reused.body);
    assert_eq!(keyed(path, "Idempotency-Key: ").status, 400);
}

#[test]
fn names_of_jobs_lead_nowhere_else() {
    let service = Service::start(&[]);
    let path = submit(&service, "/v1/jobs/review?nodes=100&game=1", &demo_games());
    ended(&service, &path);
    for wrong in [
        "/v1/jobs/..",
        "/v1/jobs/../jobs",
        "/v1/jobs/%2e%2e/%2e%2e",
        "/v1/jobs/..%2f..%2fetc%2fpasswd",
        "/v1/jobs/%ff",
        "/v1/jobs/0123456789abcdef0123456789abcdef",
        &path.to_uppercase().replace("/V1/JOBS", "/v1/jobs"),
        &format!("{path}/../job.json"),
        &format!("{path}/job.json"),
        &format!("{path}/out"),
        &format!("{path}/upload-1.pgn"),
        &format!("{path}/report.html/.."),
        &format!("{path}/"),
    ] {
        for method in ["GET", "DELETE"] {
            let answer = service.send(method, wrong, &[], "");
            assert!([404, 405].contains(&answer.status), "{method} {wrong}");
            let kind = answer.header("content-type");
            assert_eq!(kind, Some("application/problem+json"), "{wrong}");
        }
    }
    let foreign = service.send("DELETE", &path, &["Host: evil.example"], "");
    assert_eq!(foreign.status, 403);
    let foreign = service.send("DELETE", &path, &["Origin: http://evil.example"], "");
    assert_eq!(foreign.status, 403);
    let posted = service.send("POST", &path, &[JSON], "{}");
    assert_eq!(posted.status, 405);
    assert_eq!(job(&service, &path)["state"], "done");
}

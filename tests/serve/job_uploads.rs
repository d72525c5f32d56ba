//! What is uploaded: packed, in forms, with bad games, or meant to do harm.

use serde_json::json;

use crate::client::upload;
use crate::job_service::{PGN, accepted, demo_games, ended, submit};
use crate::service::Service;
use plumb_testing::packed::gzip;
use plumb_testing::program::json as parsed;

const REVIEW: &str = "/v1/jobs/review?nodes=100&game=1";
const FORM: &str = "Content-Type: multipart/form-data; boundary=a-boundary";

fn form(files: &[&[u8]]) -> Vec<u8> {
    let mut form = Vec::new();
    for file in files {
        form.extend_from_slice(b"--a-boundary\r\n");
        form.extend_from_slice(
            b"Content-Disposition: form-data; name=\"games\"; filename=\"../../etc/passwd\"\r\n\r\n",
        );
        form.extend_from_slice(file);
        form.extend_from_slice(b"\r\n");
    }
    form.extend_from_slice(b"--a-boundary--\r\n");
    form
}

#[test]
fn packed_files_and_forms_are_the_same_games() {
    let service = Service::start(&[]);
    let games = demo_games();
    let plain = submit(&service, REVIEW, &games);
    let packed = gzip(games.as_bytes());
    let of_form = upload(service.address, REVIEW, &[FORM], &form(&[games.as_bytes()]));
    assert_eq!(accepted(&of_form), plain);
    let kind = "Content-Type: application/gzip";
    let packed_job = accepted(&upload(service.address, REVIEW, &[kind], &packed));
    let two = form(&[&packed, b"", games.as_bytes()]);
    let two = accepted(&upload(service.address, REVIEW, &[FORM], &two));
    for path in [&plain, &packed_job, &two] {
        assert_eq!(ended(&service, path)["state"], "done");
    }
    let report = |path: &str| service.get(&format!("{path}/report.jsonl")).body;
    assert_eq!(report(&packed_job), report(&plain));
    let files: Vec<String> = report(&two)
        .lines()
        .map(|line| parsed(line)["file"].to_string())
        .collect();
    assert_eq!(files, ["\"upload-1.pgn\"", "\"upload-2.pgn\""]);
}

#[test]
fn a_bad_game_is_a_problem_and_no_game_a_failure() {
    let service = Service::start(&[]);
    let bad = "[White \"<script>alert(1)</script>\"]\n\n1. e4 e5 2. Ke3 *\n\n";
    let games = format!("{bad}{}", demo_games());
    for path in ["/v1/jobs/fairplay?nodes=100", "/v1/jobs/review?nodes=100"] {
        let path = submit(&service, path, &games);
        let job = ended(&service, &path);
        assert_eq!(
            (&job["state"], &job["problems"]),
            (&json!("done"), &json!(1))
        );
        let page = service.get(&format!("{path}/report.html")).body;
        assert!(!page.contains("<script>alert"));
    }
    for (text, words) in [
        (bad, "no game can be read"),
        ("hello", "no game"),
        ("", "no game was found"),
        ("\u{1f}\u{8b}\u{8}", "no game"),
    ] {
        let path = submit(&service, "/v1/jobs/fairplay", text);
        let job = ended(&service, &path);
        assert_eq!(job["state"], "failed", "{text}: {job}");
        let error = job["error"].as_str().unwrap();
        assert!(error.contains(words), "{error}");
        let gone = service.get(&format!("{path}/report.html"));
        assert_eq!(gone.status, 404);
    }
}

#[test]
fn limits_of_uploads_hold() {
    let service = Service::start(&[
        "--max-body",
        "100KiB",
        "--max-games",
        "3",
        "--max-unpacked",
        "64KiB",
    ]);
    let large = vec![b' '; 101 << 10];
    let answer = upload(service.address, REVIEW, &[PGN], &large);
    assert_eq!(answer.status, 413, "{}", answer.body);
    let path = submit(&service, REVIEW, &demo_games());
    let error = ended(&service, &path)["error"].to_string();
    assert!(error.contains("at most 3 games"), "{error}");
    let path = accepted(&upload(service.address, REVIEW, &[PGN], &large[..65 << 10]));
    let error = ended(&service, &path)["error"].to_string();
    assert!(error.contains("at most 65536 bytes"), "{error}");
    // A file of many members counts by the text of all of them: 65 times 1 KiB.
    let members = gzip("1. e4 *\n".repeat(128).as_bytes()).repeat(65);
    let path = accepted(&upload(service.address, REVIEW, &[PGN], &members));
    let error = ended(&service, &path)["error"].to_string();
    assert!(error.contains("at most 65536 bytes"), "{error}");
    for kind in ["text/html", "multipart/form-data", "application/json", ""] {
        let kind = format!("Content-Type: {kind}");
        let answer = upload(service.address, REVIEW, &[&kind], b"1. e4");
        assert_eq!(answer.status, 415, "{kind}");
    }
    let answer = upload(service.address, REVIEW, &[FORM], b"no form");
    assert_eq!(answer.status, 400, "{}", answer.body);
}

#[test]
fn what_is_packed_too_small_is_not_unpacked() {
    let service = Service::start(&[]);
    let path = accepted(&upload(service.address, REVIEW, &[PGN], &bomb()));
    let job = ended(&service, &path);
    assert_eq!(job["state"], "failed");
    let error = job["error"].as_str().unwrap();
    assert!(error.contains("at most 200 times the upload"), "{error}");
}

/// A Zstandard frame (RFC 8878) of blocks that say "128 KiB of blanks" in four bytes each.
fn bomb() -> Vec<u8> {
    // The magic number, no size and no sum, a window of 128 KiB.
    let mut packed = vec![0x28, 0xb5, 0x2f, 0xfd, 0, 7 << 3];
    for number in 1..=20 {
        let is_last = u32::from(number == 20);
        let (run_length, size) = (1, 128 << 10);
        let header: u32 = is_last | run_length << 1 | size << 3;
        packed.extend(&header.to_le_bytes()[..3]);
        packed.push(b' ');
    }
    packed
}

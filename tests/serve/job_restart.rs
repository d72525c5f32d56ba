//! Jobs outlive the service that took them.

use std::collections::BTreeSet;
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use crate::job_events::events_after;
use crate::job_service::{demo_games, ended, job, submit, wait_until};
use crate::service::Service;
use plumb_testing::program::{json as parsed, plumb, printed};
use plumb_testing::scratch::Scratch;

const RUN: &str = "/v1/jobs/fairplay?nodes=500";

#[test]
fn a_killed_service_goes_on_with_its_jobs() {
    let scratch = Scratch::new("serve-kill");
    let data = scratch.path("data");
    let bad = "1. e4 e5 2. Ke3 *\n\n";
    let games = format!("{bad}{}", demo_games());
    let service = Service::start(&["--data", &data]);
    let run = submit(&service, RUN, &games);
    let review = submit(&service, "/v1/jobs/review?nodes=100", &games);
    // In the middle: at least one game is searched, and not all passes over it.
    wait_until(&service, &run, |job| job["done"].as_u64() >= Some(1));
    assert_eq!(job(&service, &run)["state"], "running");
    service.kill();
    let service = Service::start(&["--data", &data]);
    // The same upload is still the same job.
    assert_eq!(submit(&service, RUN, &games), run);
    let done = ended(&service, &run);
    assert_eq!(
        (&done["state"], &done["problems"]),
        (&json!("done"), &json!(1)),
        "{done}"
    );
    let done = ended(&service, &review);
    assert_eq!(
        (&done["state"], &done["problems"]),
        (&json!("done"), &json!(1)),
        "{done}"
    );
    std::fs::write(scratch.path("upload-1.pgn"), games).unwrap();
    let (input, out) = (scratch.path("upload-1.pgn"), scratch.path("out"));
    printed(&["fairplay", &input, "--out", &out, "--nodes", "500"]);
    printed(&["review", &input, "--out", &out, "--nodes", "100"]);
    for (path, name, of_command) in [
        (&run, "report.html", "report.html"),
        (&run, "report.jsonl", "report.jsonl"),
        (&run, "moves.csv", "moves.csv"),
        (&run, "games.pgn", "games.pgn"),
        (&review, "report.html", "review.html"),
        (&review, "report.jsonl", "review.jsonl"),
        (&review, "games.pgn", "review.pgn"),
    ] {
        let expected = std::fs::read_to_string(scratch.path(&format!("out/{of_command}"))).unwrap();
        let answer = service.get(&format!("{path}/{name}"));
        // The command names files with their folders.
        let expected = expected.replace(&scratch.path(""), "");
        assert!(answer.body == expected, "{path}/{name} differs");
    }
    // Its events go on with their numbers, and problems were told once.
    for path in [&run, &review] {
        let numbers: Vec<u64> = events_after(&service, path, None)
            .map(|(number, ..)| number)
            .collect();
        assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
        let events = events_after(&service, path, None);
        let problems = events.filter(|(_, name, _)| name == "problem");
        assert_eq!(problems.count(), 1);
    }
    service.kill();
    let service = Service::start(&["--data", &data]);
    assert_eq!(job(&service, &run)["state"], "done");
    assert_eq!(service.get(&format!("{run}/moves.csv")).status, 200);
}

#[cfg(unix)]
#[test]
fn a_service_that_is_told_to_end_leaves_jobs_to_the_next() {
    use rustix::process::Signal;
    let scratch = Scratch::new("serve-term");
    let data = scratch.path("data");
    let mut service = Service::start(&["--data", &data]);
    let path = submit(&service, "/v1/jobs/fairplay?nodes=5000000", &demo_games());
    wait_until(&service, &path, |job| job["state"] == "running");
    service.signal(Signal::TERM);
    sleep(Duration::from_millis(100));
    // Told twice, it does not wait for ten seconds.
    service.signal(Signal::TERM);
    assert_eq!(service.wait().code(), Some(0));
    // It did not end the service, so that nothing counts against it.
    assert_eq!(record(&data, &path)["state"], "queued");
    let service = Service::start(&["--data", &data]);
    wait_until(&service, &path, |job| job["state"] == "running");
    assert_eq!(
        service.send("DELETE", &path, &[], "").json()["state"],
        "cancelled"
    );
}

/// What a folder keeps of a job.
fn record(data: &str, path: &str) -> Value {
    let file = format!("{data}{}/job.json", path.trim_start_matches("/v1"));
    parsed(&std::fs::read_to_string(file).unwrap())
}

/// An upload that made the program abort ended the service again after each start.
#[test]
fn a_job_that_ended_the_service_twice_is_not_begun_again() {
    let scratch = Scratch::new("serve-crash");
    let data = scratch.path("data");
    let service = Service::start(&["--data", &data]);
    let path = submit(&service, "/v1/jobs/fairplay?nodes=5000000", &demo_games());
    wait_until(&service, &path, |job| job["state"] == "running");
    service.kill();
    let mut job = record(&data, &path);
    assert_eq!(job["state"], "running");
    // As if it had ended one before, and both before it had come anywhere.
    let folder = format!("{data}{}", path.trim_start_matches("/v1"));
    let _ = std::fs::remove_dir_all(format!("{folder}/out"));
    let _ = std::fs::remove_file(format!("{folder}/events"));
    (job["crashes"], job["crash_place"]) = (json!(1), json!("0 "));
    std::fs::write(format!("{folder}/job.json"), job.to_string()).unwrap();
    let service = Service::start(&["--data", &data]);
    let failed = self::job(&service, &path);
    assert_eq!(failed["state"], "failed");
    let error = "the job ended the service twice without coming further: it is not begun again";
    assert_eq!(failed["error"], error);
    let names = events_after(&service, &path, None).map(|(_, name, _)| name);
    assert_eq!(names.collect::<Vec<_>>(), ["failed"]);
    assert!(!std::path::Path::new(&folder).join("upload-1.pgn").exists());
    // The same work may be asked for again.
    let again = submit(&service, "/v1/jobs/fairplay?nodes=5000000", &demo_games());
    assert_ne!(again, path);
}

#[test]
fn two_services_do_not_share_a_folder() {
    let scratch = Scratch::new("serve-lock");
    let data = scratch.path("data");
    let _service = Service::start(&["--data", &data]);
    let output = plumb(&["serve", "--bind", "127.0.0.1:0", "--data", &data], "");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.contains(&data) && error.contains("is being written by process"),
        "{error}"
    );
}

#[test]
fn results_expire() {
    let scratch = Scratch::new("serve-retain");
    let data = scratch.path("data");
    let service = Service::start(&["--data", &data, "--retain", "2s"]);
    let path = submit(&service, "/v1/jobs/review?nodes=100&game=1", &demo_games());
    let done = ended(&service, &path);
    assert_eq!(done["state"], "done");
    let expired = wait_until(&service, &path, |job| job["state"] == "expired");
    assert_eq!(expired["files"], json!([]));
    let folder = format!("{data}{}", path.trim_start_matches("/v1"));
    let files: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(files, ["job.json"]);
    for name in ["report.html", "events"] {
        assert_eq!(service.get(&format!("{path}/{name}")).status, 404);
    }
    // And in the end it is forgotten.
    let start = std::time::Instant::now();
    while service.get("/v1/jobs").json() != json!({ "jobs": [] }) {
        assert!(start.elapsed() < Duration::from_secs(30));
        sleep(Duration::from_millis(50));
    }
    for wrong in ["0h", "24", "h", "1w", "-1s", "99999999999999999999d"] {
        let output = plumb(&["serve", "--retain", wrong], "");
        assert_eq!(output.status.code(), Some(2), "{wrong}");
    }
}

#[test]
fn the_oldest_results_make_room() {
    let service = Service::start(&["--max-kept", "1"]);
    let review = |game: u32| {
        let path = format!("/v1/jobs/review?nodes=100&game={game}");
        let job = submit(&service, &path, &demo_games());
        assert_eq!(ended(&service, &job)["state"], "done");
        job
    };
    let (first, second) = (review(1), review(2));
    wait_until(&service, &first, |job| job["state"] == "expired");
    // The newest stays, however large it is.
    let answer = service.get(&format!("{second}/report.html"));
    assert_eq!(answer.status, 200);
    let start = std::time::Instant::now();
    while start.elapsed() < Duration::from_millis(1_500) {
        assert_eq!(job(&service, &second)["state"], "done");
        sleep(Duration::from_millis(50));
    }
}

#[cfg(unix)]
#[test]
fn without_a_folder_nothing_stays() {
    use rustix::process::Signal;
    let scratch = Scratch::new("serve-private");
    let folder = scratch.path("");
    let mut service = Service::start_in(&folder, &[]);
    let path = submit(&service, "/v1/jobs/review?nodes=100&game=1", &demo_games());
    let done: Value = ended(&service, &path);
    assert_eq!(done["state"], "done");
    let count = || std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(count(), 1);
    service.signal(Signal::TERM);
    assert_eq!(service.wait().code(), Some(0));
    assert_eq!(count(), 0);
}

#[cfg(unix)]
#[test]
fn what_killed_services_left_goes_when_the_next_one_starts() {
    use std::fs::{self, File};
    use std::path::PathBuf;
    use std::time::SystemTime;

    let scratch = Scratch::new("serve-abandoned");
    let (folder, elsewhere) = (scratch.path("temporary"), scratch.path("elsewhere"));
    let names = || -> BTreeSet<PathBuf> {
        let entries = fs::read_dir(&folder).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    };
    let make_old = |path: &PathBuf| {
        let long_ago = SystemTime::now() - Duration::from_secs(120);
        File::open(path).unwrap().set_modified(long_ago).unwrap();
    };
    fs::create_dir_all(&folder).unwrap();
    // What looks like one, and was put there by something else, stays.
    fs::create_dir_all(&elsewhere).unwrap();
    fs::write(format!("{elsewhere}/.lock"), "").unwrap();
    std::os::unix::fs::symlink(&elsewhere, format!("{folder}/plumb-serve-{:032x}", 1)).unwrap();
    fs::create_dir_all(format!("{folder}/plumb-serve-{:032x}", 2)).unwrap();
    fs::create_dir_all(format!("{folder}/plumb-serve-named")).unwrap();
    fs::write(format!("{folder}/plumb-serve-named/.lock"), "").unwrap();
    fs::create_dir_all(format!("{folder}/something")).unwrap();
    let others = names();
    others.iter().for_each(make_old);

    let running = Service::start_in(&folder, &[]);
    let of_running = names();
    let killed = Service::start_in(&folder, &[]);
    submit(&killed, "/v1/jobs/review?nodes=100&game=1", &demo_games());
    killed.kill();
    let abandoned: Vec<PathBuf> = names().difference(&of_running).cloned().collect();
    assert_eq!(abandoned.len(), 1);
    // It might be of a service that is just starting, as young as it is.
    let mut next = Service::start_in(&folder, &[]);
    sleep(Duration::from_millis(500));
    assert!(names().contains(&abandoned[0]));
    next.signal(rustix::process::Signal::TERM);
    assert_eq!(next.wait().code(), Some(0));
    names().iter().for_each(make_old);
    let next = Service::start_in(&folder, &[]);
    let start = std::time::Instant::now();
    while names().contains(&abandoned[0]) {
        assert!(start.elapsed() < Duration::from_secs(20));
        sleep(Duration::from_millis(20));
    }
    let left = names();
    assert!(left.is_superset(&of_running));
    assert_eq!(left.len(), others.len() + 2);
    assert!(std::path::Path::new(&elsewhere).join(".lock").exists());
    assert_eq!(running.get("/healthz").status, 200);
    drop(next);
}

/// A result that another engine, other tables or other settings made does not answer for them.
#[test]
fn the_same_upload_to_a_service_with_other_settings_is_another_job() {
    let scratch = Scratch::new("serve-settings");
    let data = scratch.path("data");
    let submitted = |more: &[&str]| {
        let service = Service::start(&[&["--data", &*data], more].concat());
        let path = submit(&service, "/v1/jobs/review?nodes=80", &demo_games());
        assert_eq!(ended(&service, &path)["state"], "done");
        service.kill();
        path
    };
    let first = submitted(&[]);
    assert_eq!(submitted(&[]), first);
    let others = [["--profile", "screen"], ["--policy", "regan"]].map(|more| submitted(&more));
    assert_eq!(
        BTreeSet::from([first, others[0].clone(), others[1].clone()]).len(),
        3
    );
    assert_eq!(submitted(&["--policy", "regan"]), others[1]);
}

/// As after a full disk: a job without its record keeps no other from being done.
#[test]
fn a_damaged_job_is_named_and_left_alone() {
    let scratch = Scratch::new("serve-damaged");
    let data = scratch.path("data");
    let service = Service::start(&["--data", &data]);
    let [damaged, whole] = [80, 81].map(|nodes| {
        let path = submit(
            &service,
            &format!("/v1/jobs/review?nodes={nodes}"),
            &demo_games(),
        );
        assert_eq!(ended(&service, &path)["state"], "done");
        path
    });
    service.kill();
    let id = damaged.rsplit('/').next().unwrap();
    std::fs::write(format!("{data}/jobs/{id}/job.json"), "").unwrap();
    let service = Service::start(&["--data", &data]);
    assert_eq!(service.get(&damaged).status, 404);
    assert_eq!(service.get(&format!("{whole}/report.jsonl")).status, 200);
    let log = service.log();
    let named = log.lines().find(|line| line.contains("damaged job"));
    assert!(named.is_some_and(|line| line.contains(id)), "{log}");
}

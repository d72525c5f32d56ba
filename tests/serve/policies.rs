//! Policies that are named when the service is started: engines, programs, files of games.

use serde_json::{Value, json};

use crate::job_service::{accepted, ended};
use crate::service::Service;
use plumb_testing::network::Invented;
use plumb_testing::packed::gzip;
use plumb_testing::program::{printed, refused};
use plumb_testing::scratch::Scratch;

const GAME: &str = "data/demo/white_fair.pgn";

fn question() -> Value {
    let game = format!("{}/{GAME}", env!("CARGO_MANIFEST_DIR"));
    json!({
        "pgn": std::fs::read_to_string(game).unwrap(), "side": "white", "elo": 2000,
        "opponent_elo": 1900, "samples": 20, "depth": 2, "from": 17, "window": 4,
    })
}

/// What the command says of the same window.
fn command(policy: &str) -> String {
    let game = format!("{}/{GAME}", env!("CARGO_MANIFEST_DIR"));
    let words = "--side white --elo 2000 --opponent-elo 1900 --samples 20 --depth 2 --from 17 --window 4 --json --policy";
    let mut line = vec!["counterfactual", &game];
    line.extend(words.split(' '));
    line.push(policy);
    printed(&line)
}

/// What a job says of it, or why it failed.
fn job(service: &Service, question: &Value) -> Result<String, String> {
    let path = accepted(&service.post("/v1/jobs/counterfactual", question));
    let job = ended(service, &path);
    match job["state"].as_str() {
        Some("done") => Ok(service.get(&format!("{path}/result.json")).body),
        _ => Err(job["error"].as_str().unwrap_or_default().to_owned()),
    }
}

#[test]
fn a_file_of_games_says_how_people_play() {
    let policy = format!(
        "empirical:{}/data/demo/black_fair.pgn",
        env!("CARGO_MANIFEST_DIR")
    );
    let service = Service::start(&["--policy", &policy]);
    assert_eq!(job(&service, &question()).unwrap(), command(&policy));
    // Who names another gets that one.
    let mut regan = question();
    regan["policy"] = json!("regan");
    assert_eq!(job(&service, &regan).unwrap(), command("regan"));
    let detected = json!({ "player_elo": 1500, "demo_mode": "white_fair", "k_depth": 2, "plumb": { "samples": 4 } });
    let answer = service.post("/api/detect_anomaly", &detected).json();
    let name = &answer["data"]["plumb"]["settings"]["policy"];
    assert!(name.as_str().unwrap().starts_with("empirical"), "{name}");
}

#[test]
fn networks_of_maia_say_how_people_play() {
    let scratch = Scratch::new("serve-maia");
    for (seed, rating) in [(1, 1_500), (2, 2_100)] {
        let file = scratch.path(&format!("maia-{rating}.pb.gz"));
        std::fs::write(file, gzip(&Invented::new(seed, 16, 1, 4).file())).unwrap();
    }
    let policy = format!("maia:{}", scratch.path(""));
    let service = Service::start(&["--policy", &policy]);
    let answer = job(&service, &question()).unwrap();
    assert_eq!(answer, command(&policy));
    assert!(answer.contains("\"maia 1500, 2100\""), "{answer}");
}

#[cfg(unix)]
#[test]
fn a_program_that_fails_is_started_again() {
    let scratch = Scratch::new("serve-policies");
    let (script, mark) = (scratch.path("policy.sh"), scratch.path("mark"));
    let good = plumb_testing::pretend_policy::command("good");
    let text = format!("[ -e '{mark}' ] || {{ touch '{mark}'; exit 1; }}\nexec {good}\n");
    std::fs::write(&script, text).unwrap();
    let policy = format!("program:sh {script}");
    let service = Service::start(&["--policy", &policy]);
    let error = job(&service, &question()).unwrap_err();
    assert!(error.contains("exit status 1"), "{error}");
    // What failed may be asked again.
    assert_eq!(job(&service, &question()).unwrap(), command(&policy));
}

#[test]
fn what_cannot_be_had_is_said_at_the_start() {
    for (policy, words) in [
        ("program:/no/such/program", "cannot start"),
        ("uci:/no/such/engine", "/no/such/engine"),
        ("empirical:/no/such/games.pgn", "/no/such/games.pgn"),
        ("maia:/no/such/maia-1500.pb.gz", "/no/such/maia-1500.pb.gz"),
        ("maia", "expected model, second-look, regan, empirical"),
    ] {
        let error = refused(&["serve", "--bind", "127.0.0.1:0", "--policy", policy]);
        assert!(error.contains(words), "{policy}: {error}");
    }
}

//! The requests of Gong et al. (2026): names and answers as theirs, numbers as the command has
//! them.

use std::io::Write;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{connect, request_text};
use crate::job_service::{accepted, ended};
use crate::service::{JSON, Service};
use plumb_testing::program::{json as parsed, printed, validator};
use plumb_testing::scratch::Scratch;

const DETECT: &str = "/api/detect_anomaly";
const DIAGNOSE: &str = "/api/diagnostics";

/// Four lines: enough to see that all is in its place.
fn few() -> Value {
    json!({ "samples": 4 })
}

fn answered(service: &Service, path: &str, question: &Value) -> Value {
    let answer = service.post(path, question);
    assert_eq!(answer.status, 200, "{question}: {}", answer.body);
    let answer = answer.json();
    let errors = validator("gong").errors(&answer);
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(answer["status"], "success");
    answer["data"].clone()
}

#[test]
fn both_say_of_a_demo_what_the_command_says() {
    let service = Service::start(&["--jobs", "2"]);
    let question = json!({
        "player_id": "somebody",
        "player_elo": 1500,
        "k_depth": 6,
        "demo_mode": "black_cheated",
        "plumb": { "samples": 12, "seed": 3, "opponent_elo": 1600 },
    });
    let command = |kernel: &str| {
        let line = format!(
            "counterfactual --demo black_cheated --elo 1500 --opponent-elo 1600 --window 6 --samples 12 --seed 3 --kernel {kernel} --json"
        );
        let words: Vec<&str> = line.split(' ').collect();
        parsed(&printed(&words))
    };
    let (data, report) = (answered(&service, DETECT, &question), command("iid"));
    assert_eq!(data["actual_cpl"], report["actual_cpl"]);
    assert_eq!(data["baseline_mean_cpl"], report["baseline_mean_cpl"]);
    assert_eq!(data["p_value"], report["pooled_p_value"]);
    assert_eq!(data["plumb"]["settings"], report["setting"]);
    assert_eq!(
        data["plumb"]["withheld_because"],
        report["withheld_because"]
    );

    let (chains, report) = (answered(&service, DIAGNOSE, &question), command("mixture"));
    assert_eq!(chains["pooled_actual_cpl"], data["actual_cpl"]);
    assert_eq!(chains["pooled_null_mean_cpl"], report["baseline_mean_cpl"]);
    assert_eq!(chains["pooled_null_std_cpl"], report["baseline_std_cpl"]);
    assert_eq!(chains["pooled_p_value"], report["pooled_p_value"]);
    let rhat = &report["split_rhat_total_cpl"];
    assert_eq!(chains["split_rhat_total_cpl"], rhat["value"]);
    assert_eq!(chains["plumb"]["pace_medoid"], report["pace_medoid"]);
    let (summary, expected) = (&chains["chain_summary"], &report["chain_summary"]);
    assert_eq!(summary.as_array().unwrap().len(), 4);
    for name in ["chain", "acceptance_rate", "unique_states", "p_value"] {
        assert_eq!(summary[2][name], expected[2][name], "{name}");
    }
    // The same question has the same answer.
    assert_eq!(answered(&service, DETECT, &question), data);
    let log = service.log();
    assert!(log.contains(DETECT) && !log.contains("somebody"), "{log}");
}

#[test]
fn moves_are_looked_at_from_their_start() {
    let service = Service::start(&[]);
    let question = json!({
        "player_elo": 1800,
        "moves_uci": ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"],
        "k_depth": 5,
        "suspect_is_white": false,
        "plumb": few(),
    });
    let data = answered(&service, DETECT, &question);
    let window = &data["plumb"]["window"];
    let expected = json!({
        "side": "black",
        "first_ply": 1,
        "plies": 5,
        "window_choice": "named",
        "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    });
    assert_eq!(window, &expected);
    assert_eq!(data["plumb"]["ratings"], json!([1800.0, 1800.0]));
    // Two moves of Black: too few for a word.
    assert_eq!(data["verdict"], "WITHHELD");
    let reason = data["plumb"]["withheld_because"].as_str().unwrap();
    assert!(reason.contains("2 moves"), "{reason}");
    let diagnosed = answered(&service, DIAGNOSE, &question);
    assert_eq!(diagnosed["pooled_actual_cpl"], data["actual_cpl"]);
    // One line a chain: no R-hat, and why.
    assert_eq!(diagnosed["split_rhat_total_cpl"], Value::Null);
    let reasons = &diagnosed["plumb"]["reasons"];
    assert!(reasons["split_rhat_total_cpl"].is_string(), "{reasons}");

    let demo = service.get("/v1/demo/white_fair").json();
    let moves = demo["moves_uci"].as_array().unwrap();
    let after = moves[demo["opening_plies"].as_u64().unwrap() as usize..].to_vec();
    let by_moves = json!({
        "player_elo": 2000,
        "moves_uci": after,
        "k_depth": 3,
        "plumb": { "samples": 4, "start_fen": demo["start_fen"] },
    });
    let by_name = json!({
        "player_elo": 2000, "demo_mode": "white_fair", "k_depth": 3, "plumb": few(),
    });
    let by_moves = answered(&service, DETECT, &by_moves);
    let by_name = answered(&service, DETECT, &by_name);
    assert_eq!(by_moves["actual_cpl"], by_name["actual_cpl"]);
    assert_eq!(by_moves["p_value"], by_name["p_value"]);
}

#[test]
fn what_is_usual_is_said() {
    let service = Service::start(&["--max-samples", "8"]);
    let question = json!({ "player_elo": 1500, "demo_mode": "white_cheated", "k_depth": 1 });
    let detected = answered(&service, DETECT, &question);
    let diagnosed = answered(&service, DIAGNOSE, &question);
    let setting = |data: &Value, name: &str| data["plumb"]["settings"][name].clone();
    assert_eq!(setting(&detected, "kernel"), "iid");
    assert_eq!(setting(&diagnosed, "kernel"), "mixture");
    assert_eq!(setting(&diagnosed, "target"), "human");
    assert_eq!(setting(&diagnosed, "chains"), 4);
    assert_eq!(setting(&diagnosed, "burn_in"), 50);
    // The path draws nothing: numbers are null, and why.
    let mut path = question.clone();
    path["plumb"] = json!({ "kernel": "path" });
    let data = answered(&service, DETECT, &path);
    assert_eq!(data["baseline_mean_cpl"], Value::Null);
    assert!(data["p_value"].is_number());
    let reasons = &data["plumb"]["reasons"];
    assert_eq!(
        reasons["baseline_mean_cpl"],
        "the kernel path draws no lines"
    );

    let document = service.get("/openapi.json").json();
    let at = "/post/requestBody/content/application~1json/schema/properties/plumb/properties/samples/default";
    for (path, samples) in [("~1api~1detect_anomaly", 500), ("~1api~1diagnostics", 800)] {
        let found = document.pointer(&format!("/paths/{path}{at}"));
        assert_eq!(found, Some(&json!(samples)), "{path}");
    }
    let limits = service.get("/version").json()["limits"].clone();
    assert_eq!(
        (&limits["samples"], &limits["long_search_s"]),
        (&json!(8), &json!(600))
    );
}

#[test]
fn wrong_values_are_told_as_fast_api_does() {
    let service = Service::start(&[]);
    let refused = |path: &str, question: Value, expected: &[(Value, &str)]| {
        let answer = service.post(path, &question);
        assert_eq!(answer.status, 422, "{question}");
        assert_eq!(answer.header("content-type"), Some("application/json"));
        let answer = answer.json();
        assert_eq!(answer.as_object().unwrap().len(), 1);
        let errors = answer["detail"].as_array().unwrap();
        assert_eq!(errors.len(), expected.len(), "{question}: {answer}");
        for (place, kind) in expected {
            let is_it = |error: &&Value| error["loc"] == *place && error["type"] == *kind;
            let error = errors.iter().find(is_it);
            let error = error.unwrap_or_else(|| panic!("{place} {kind}: {answer}"));
            assert!(!error["msg"].as_str().unwrap().is_empty());
            assert_eq!(error.as_object().unwrap().len(), 3);
        }
    };
    let at = |name: &str| json!(["body", name]);
    let own = |name: &str| json!(["body", "plumb", name]);
    for path in [DETECT, DIAGNOSE] {
        let both = [(at("player_elo"), "missing"), (at("moves_uci"), "missing")];
        refused(path, json!({}), &both);
        refused(path, json!([]), &[(json!(["body"]), "value_error")]);
        refused(
            path,
            json!({ "player_elo": 99, "demo_mode": "nobody", "k_depth": 41, "suspect_is_white": 1, "player_id": 5 }),
            &[
                "player_elo",
                "demo_mode",
                "k_depth",
                "suspect_is_white",
                "player_id",
            ]
            .map(|name| (at(name), "value_error")),
        );
        let illegal = json!({ "player_elo": 1500, "moves_uci": ["e2e4", "Nf6"] });
        let place = json!(["body", "moves_uci", 1]);
        refused(path, illegal, &[(place, "value_error")]);
        let unknown = json!({ "player_elo": 1500, "moves_uci": ["e2e4"], "who": 1 });
        refused(path, unknown, &[(at("who"), "extra_forbidden")]);
        // Fewer moves than are to be looked at.
        let short = json!({ "player_elo": 1500, "moves_uci": ["e2e4"], "k_depth": 2 });
        refused(path, short, &[(at("moves_uci"), "value_error")]);
        let demo = "white_fair";
        refused(
            path,
            json!({ "player_elo": 1500, "demo_mode": demo, "plumb": { "start_fen": "8/8", "samples": 20_001, "seed": -1, "other": 1 } }),
            &[
                (own("start_fen"), "value_error"),
                (own("samples"), "value_error"),
                (own("seed"), "value_error"),
                (own("other"), "extra_forbidden"),
            ],
        );
        let start = json!({ "start_fen": "startpos" });
        let question = json!({ "player_elo": 1500, "demo_mode": demo, "plumb": start });
        refused(path, question, &[(own("start_fen"), "value_error")]);
        // An exact sampler that does not know this law.
        let law = json!({ "kernel": "iid", "beta": 0.01 });
        let question = json!({ "player_elo": 1500, "demo_mode": demo, "plumb": law });
        refused(path, question, &[(own("kernel"), "value_error")]);
        // No JSON at all is refused as everywhere.
        let answer = service.send("POST", path, &[JSON], "{");
        assert_eq!(answer.status, 400);
        let kind = answer.header("content-type");
        assert_eq!(kind, Some("application/problem+json"));
    }
    let path = json!({ "kernel": "path" });
    let question = json!({ "player_elo": 1500, "demo_mode": "white_fair", "plumb": path });
    refused(DIAGNOSE, question, &[(own("kernel"), "value_error")]);
}

#[test]
fn short_requests_do_not_wait_and_who_goes_stops_the_search() {
    let service = Service::start(&["--jobs", "1"]);
    let long = json!({
        "player_elo": 1500, "demo_mode": "white_cheated", "k_depth": 20,
        "plumb": { "samples": 20_000 },
    });
    let text = request_text("POST", DETECT, &[JSON], &long.to_string());
    let mut client = connect(service.address);
    client.write_all(text.as_bytes()).unwrap();
    service.wait_for("plumb_searches_running", 1);
    let short = service.post("/v1/analyse", &json!({ "nodes": 100 }));
    assert_eq!(short.status, 200);
    assert_eq!(service.count("plumb_searches_running"), 1);
    thread::sleep(Duration::from_millis(50));
    drop(client);
    let time = service.wait_for("plumb_searches_running", 0);
    assert!(time < Duration::from_secs(2), "{time:?}");
}

#[test]
fn time_that_runs_out_is_told() {
    let service = Service::start(&["--long-search-time", "1"]);
    let long = json!({
        "player_elo": 1500, "demo_mode": "white_cheated", "k_depth": 20,
        "plumb": { "samples": 20_000 },
    });
    let answer = service.post(DETECT, &long);
    if answer.status == 503 {
        // Not one line was drawn.
        assert!(answer.header("retry-after").is_some());
        return;
    }
    assert_eq!(answer.status, 200, "{}", answer.body);
    let data = answer.json()["data"].clone();
    assert_eq!(data["verdict"], "WITHHELD");
    assert_eq!(data["plumb"]["withheld_because"], "it was stopped");
    assert_eq!(data["plumb"]["partial"], true);
    assert!(data["plumb"]["draws"].as_u64() < data["plumb"]["samples"].as_u64());
}

#[test]
fn demos_are_games_of_engines() {
    let service = Service::start(&[]);
    let demos = service.get("/v1/demo").json()["demos"].clone();
    assert_eq!(demos.as_array().unwrap().len(), 4);
    for listed in demos.as_array().unwrap() {
        let name = listed["name"].as_str().unwrap();
        let demo = service.get(&format!("/v1/demo/{name}")).json();
        assert_eq!(demo["suspect_is_white"], listed["suspect_is_white"]);
        assert_eq!(name.starts_with("white"), demo["suspect_is_white"] == true);
        assert_eq!(name.ends_with("cheated"), demo["is_assisted"] == true);
        for player in ["white", "black"] {
            let player = demo[player].as_str().unwrap();
            assert!(player.starts_with("Plumb as "), "{player}");
        }
        let legal = service.post("/v1/legal", &json!({ "moves": demo["moves_uci"] }));
        assert_eq!(legal.status, 200, "{name}");
        let opening = &demo["moves_uci"].as_array().unwrap()[..16];
        let legal = service.post("/v1/legal", &json!({ "moves": opening }));
        assert_eq!(legal.json()["fen"], demo["start_fen"], "{name}");
    }
    for path in ["/v1/demo/nobody", "/v1/demo/", "/v1/demo/white_fair/x"] {
        assert_eq!(service.get(path).status, 404, "{path}");
    }
}

#[test]
fn who_does_not_wait_gets_a_job_with_the_same_answer() {
    let scratch = Scratch::new("serve-gong");
    let data = scratch.path("data");
    let service = Service::start(&["--data", &data]);
    let question = |player: &str| {
        json!({
            "player_id": player, "player_elo": 1500, "k_depth": 2,
            "demo_mode": "black_fair", "plumb": few(),
        })
    };
    let asynchronous = [JSON, "Prefer: wait=5, respond-async"];
    for (path, kind) in [(DETECT, "detection"), (DIAGNOSE, "diagnostics")] {
        let ask =
            |player: &str| service.send("POST", path, &asynchronous, &question(player).to_string());
        let answer = ask("somebody");
        assert_eq!(answer.header("preference-applied"), Some("respond-async"));
        let job = accepted(&answer);
        let state = ended(&service, &job);
        assert_eq!(
            (&state["kind"], &state["state"]),
            (&json!(kind), &json!("done"))
        );
        let result = service.get(&format!("{job}/result.json"));
        assert_eq!(result.body, service.post(path, &question("")).body);
        // Who is asked about is not kept, and makes no other job.
        assert_eq!(accepted(&ask("somebody else")), job);
        let id = job.rsplit('/').next().unwrap();
        let kept = std::fs::read_to_string(format!("{data}/jobs/{id}/request.json"));
        let kept = kept.unwrap();
        assert!(
            kept.contains("black_fair") && !kept.contains("somebody"),
            "{kept}"
        );
        // What is wrong is told in the form of the path.
        let wrong = service.send("POST", path, &asynchronous, "{}");
        assert_eq!(wrong.status, 422);
        assert_eq!(
            wrong.json()["detail"][0]["loc"],
            json!(["body", "player_elo"])
        );
    }
    let job = accepted(&service.post("/v1/jobs/diagnostics", &question("x")));
    let result = service.get(&format!("{job}/result.json")).json();
    let errors = validator("gong").errors(&result);
    assert!(errors.is_empty(), "{errors:?}");
    let wrong = service.post("/v1/jobs/diagnostics", &json!({}));
    assert_eq!(
        wrong.header("content-type"),
        Some("application/problem+json")
    );
}

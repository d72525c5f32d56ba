//! The description of the service, kept as `schemas/openapi.json`, says what there is.

use serde_json::{Value, json};

use crate::service::Service;
use plumb_testing::program::{file, json as parsed};

const SNAPSHOT: &str = "schemas/openapi.json";

#[test]
fn the_description_is_the_one_that_is_kept() {
    let service = Service::start(&[]);
    let text = service.get("/openapi.json").body;
    if std::env::var_os("PLUMB_WRITE_SAMPLE").is_some_and(|value| value == "1") {
        std::fs::write(format!("{}/{SNAPSHOT}", env!("CARGO_MANIFEST_DIR")), &text).unwrap();
    }
    assert!(
        text == file(SNAPSHOT),
        "{SNAPSHOT} is out of date: PLUMB_WRITE_SAMPLE=1 cargo test --test serve description writes it anew"
    );
    let document = parsed(&text);
    assert_eq!(document["openapi"], "3.1.0");
    check_references(&document, &document);
}

/// Every reference leads somewhere.
fn check_references(document: &Value, part: &Value) {
    if let Some(reference) = part.get("$ref").and_then(Value::as_str) {
        let target = reference
            .strip_prefix('#')
            .and_then(|at| document.pointer(at));
        assert!(target.is_some(), "{reference}");
    }
    let members = part
        .as_object()
        .into_iter()
        .flat_map(|object| object.values());
    let items = part.as_array().into_iter().flatten();
    members
        .chain(items)
        .for_each(|inner| check_references(document, inner));
}

#[test]
fn what_is_described_is_there() {
    let service = Service::start(&["--max-nodes", "777"]);
    let document = service.get("/openapi.json").json();
    let paths = document["paths"].as_object().unwrap();
    assert_eq!(paths.len(), 31);
    for (path, item) in paths {
        // Tests of their own follow jobs, demos and what needs a game.
        let elsewhere = ["/v1/jobs/", "/v1/demo/", "/v1/login", "/api/"];
        if elsewhere.iter().any(|start| path.starts_with(start)) {
            continue;
        }
        for (method, operation) in item.as_object().unwrap() {
            let content = &operation["responses"]["200"]["content"];
            let kind = content.as_object().unwrap().keys().next().unwrap();
            let answer = match method.as_str() {
                "get" => service.get(path),
                _ => service.post(path, &least(path)),
            };
            assert_eq!(answer.status, 200, "{path}: {}", answer.body);
            let found = answer.header("content-type").unwrap();
            assert!(found.starts_with(kind), "{path}: {found}");
            if method == "post" {
                check_members(&service, path, operation);
            }
        }
    }
    // Limits are those of this service.
    let analyse = "/paths/~1v1~1analyse/post/requestBody/content/application~1json/schema";
    let nodes = document.pointer(&format!("{analyse}/properties/nodes/maximum"));
    assert_eq!(nodes, Some(&json!(777)));
}

/// The least that a path answers.
fn least(path: &str) -> Value {
    match path {
        "/v1/eval/diff" => json!({ "played": "e4" }),
        "/v1/analyse" | "/v1/explain" => json!({ "nodes": 100 }),
        _ => json!({}),
    }
}

#[test]
fn options_of_jobs_are_described_as_they_are_read() {
    let service = Service::start(&[]);
    let document = service.get("/openapi.json").json();
    let counterfactual = "/v1/jobs/counterfactual";
    let operation = &document["paths"][counterfactual]["post"];
    check_members(&service, counterfactual, operation);
    let diagnostics = "/v1/jobs/diagnostics";
    check_members(
        &service,
        diagnostics,
        &document["paths"][diagnostics]["post"],
    );
    for path in ["/v1/jobs/fairplay", "/v1/jobs/review"] {
        let parameters = document["paths"][path]["post"]["parameters"].as_array();
        let in_query = |parameter: &&Value| parameter["in"] == "query";
        let parameters = parameters.unwrap().iter().filter(in_query);
        let described: Vec<&str> = parameters
            .map(|parameter| parameter["name"].as_str().unwrap())
            .collect();
        let text = ["Content-Type: text/plain"];
        let answer = service.send("POST", &format!("{path}?unknown=1"), &text, "1. e4");
        assert_eq!(answer.status, 422);
        let detail = answer.json()["errors"][0]["detail"]
            .as_str()
            .unwrap()
            .to_owned();
        let known = detail.strip_prefix("unknown; expected ").unwrap();
        assert_eq!(known.split(", ").collect::<Vec<_>>(), described);
        for name in described {
            let free = ["player", "event"].contains(&name);
            let wrong = service.send("POST", &format!("{path}?{name}=-"), &text, "1. e4");
            let expected = if free { 202 } else { 422 };
            assert_eq!(wrong.status, expected, "{name}: {}", wrong.body);
        }
    }
}

/// The members that are described are those that are read: a member that is unknown is
/// refused with the names of all that are known.
fn check_members(service: &Service, path: &str, operation: &Value) {
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    let mut described: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    let mut question = least(path);
    question["unknown"] = json!(1);
    let answer = service.post(path, &question).json();
    let mut errors = answer["errors"].as_array().unwrap().iter();
    let error = errors.find(|error| error["pointer"] == "/unknown").unwrap();
    let detail = error["detail"].as_str().unwrap();
    let known = detail.strip_prefix("unknown; expected ").unwrap();
    let mut known: Vec<&str> = known.split(", ").collect();
    known.sort_unstable();
    described.sort();
    assert_eq!(described, known, "{path}");
    for name in known {
        // Null is never right, and never unknown.
        let wrong = service.post(path, &json!({ name: null }));
        assert_eq!(wrong.status, 422, "{path} {name}");
        let text = wrong.body;
        assert!(text.contains(&format!("\"pointer\":\"/{name}\"")), "{text}");
        assert!(!text.contains("unknown"), "{text}");
    }
}

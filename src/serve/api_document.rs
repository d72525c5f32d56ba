//! The description of the service for programs (OpenAPI 3.1). Answers are described by the
//! files in `schemas/`, which describe what the commands print, too; requests by
//! `request_schemas`.

use serde_json::{Map, Value, json};

use super::limits::Limits;
use super::metrics::PROMETHEUS_TEXT;
use super::problem::PROBLEM_JSON;
use super::request_schemas::request_schema;

/// Schemas of answers, with the names that they have here.
const SCHEMAS: [(&str, &str); 6] = [
    (
        "Analysis",
        include_str!("../../schemas/analysis.schema.json"),
    ),
    ("Eval", include_str!("../../schemas/eval.schema.json")),
    (
        "EvalDiff",
        include_str!("../../schemas/eval-diff.schema.json"),
    ),
    ("Explain", include_str!("../../schemas/explain.schema.json")),
    ("Legal", include_str!("../../schemas/legal.schema.json")),
    ("Problem", include_str!("../../schemas/problem.schema.json")),
];

/// A question that is posted, and the schema of its answer.
struct Question {
    path: &'static str,
    summary: &'static str,
    answer: &'static str,
}

const QUESTIONS: [Question; 5] = [
    Question {
        path: "/v1/legal",
        summary: "The legal moves of a position",
        answer: "Legal",
    },
    Question {
        path: "/v1/eval",
        summary: "The static evaluation, term by term: plumb eval --json",
        answer: "Eval",
    },
    Question {
        path: "/v1/eval/diff",
        summary: "What a move changes in the static evaluation: plumb eval --diff --json",
        answer: "EvalDiff",
    },
    Question {
        path: "/v1/analyse",
        summary: "A position looked at in every way: plumb analyse --json",
        answer: "Analysis",
    },
    Question {
        path: "/v1/explain",
        summary: "Why a move is good or bad: plumb explain --json",
        answer: "Explain",
    },
];

/// The document for a service with these limits.
pub(super) fn api_document(limits: &Limits) -> String {
    let mut paths = Map::new();
    for (path, summary, content_type, schema) in [
        (
            "/healthz",
            "Whether the service lives",
            "text/plain",
            json!({ "const": "ok\n" }),
        ),
        (
            "/readyz",
            "Whether it takes work",
            "text/plain",
            json!({ "const": "ready\n" }),
        ),
        (
            "/version",
            "Version, and the limits of requests",
            "application/json",
            version(),
        ),
        (
            "/openapi.json",
            "This document",
            "application/json",
            json!({ "type": "object" }),
        ),
        (
            "/metrics",
            "Counts, as Prometheus reads them",
            PROMETHEUS_TEXT,
            json!({ "type": "string" }),
        ),
    ] {
        let content_type = content_type.split(';').next().unwrap_or_default();
        let mut operation = json!({
            "summary": summary,
            "operationId": operation_id(path),
            "responses": responses(&[400, 401, 403, 429, 503], content_type, schema),
        });
        if ["/healthz", "/readyz"].contains(&path) {
            operation["security"] = json!([]);
        }
        paths.insert(path.to_owned(), json!({ "get": operation }));
    }
    for question in &QUESTIONS {
        let answer = json!({ "$ref": format!("#/components/schemas/{}", question.answer) });
        let refusals = [400, 401, 403, 408, 413, 415, 422, 429, 500, 503];
        let body = request_schema(question.path, limits);
        let operation = json!({
            "summary": question.summary,
            "operationId": operation_id(question.path),
            "requestBody": {
                "required": true,
                "content": { "application/json": { "schema": body } },
            },
            "responses": responses(&refusals, "application/json", answer),
        });
        paths.insert(question.path.to_owned(), json!({ "post": operation }));
    }
    let document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Plumb",
            "summary": "A chess engine that shows its working",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "GPL-3.0-or-later", "identifier": "GPL-3.0-or-later" },
        },
        "paths": paths,
        "components": {
            "schemas": answer_schemas(),
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
        // A service without a token file asks for none.
        "security": [{ "token": [] }, {}],
    });
    format!("{document:#}")
}

fn operation_id(path: &str) -> String {
    let words = path.trim_start_matches("/v1").trim_start_matches('/');
    words.replace(['/', '.'], "_")
}

fn responses(refusals: &[u16], content_type: &str, schema: Value) -> Value {
    let mut responses = Map::new();
    let content = json!({ content_type: { "schema": schema } });
    let answer = json!({ "description": "The answer", "content": content });
    responses.insert("200".to_owned(), answer);
    for status in refusals {
        let problem = json!({ "$ref": "#/components/schemas/Problem" });
        let mut refusal = json!({
            "description": refusal(*status),
            "content": { PROBLEM_JSON: { "schema": problem } },
        });
        if [429, 503].contains(status) {
            refusal["headers"] = json!({ "Retry-After": {
                "description": "Seconds until it is worth trying again",
                "required": true,
                "schema": { "type": "integer", "minimum": 1 },
            }});
        }
        responses.insert(status.to_string(), refusal);
    }
    Value::Object(responses)
}

fn refusal(status: u16) -> &'static str {
    match status {
        400 => "The body is no JSON, or what HTTP demands is missing",
        401 => "No token, or a wrong one",
        403 => "The header Host or Origin is foreign",
        408 => "The body did not come in time",
        413 => "The body is too large",
        415 => "The body is not JSON by its header Content-Type",
        422 => "A position, a move or an option is wrong",
        429 => "Asked too often with one token",
        503 => "As many searches wait as may, or the service ends",
        _ => "A fault of the service",
    }
}

fn version() -> Value {
    json!({
        "type": "object",
        "required": ["name", "version", "bench", "limits"],
        "properties": {
            "name": { "const": "plumb" },
            "version": { "type": "string" },
            "bench": { "type": "integer", "description": "The nodes of plumb bench, which change when play does" },
            "limits": { "type": "object", "additionalProperties": { "type": "integer" } },
        },
    })
}

/// The files' schemas in one list: what they define is part of it, under their names.
fn answer_schemas() -> Map<String, Value> {
    let mut schemas = Map::new();
    for (name, text) in SCHEMAS {
        // The files are built in, and tests read all of them.
        let mut schema: Value = serde_json::from_str(text).unwrap_or_default();
        point_to_components(&mut schema, name);
        if let Some(members) = schema.as_object_mut() {
            members.remove("$schema");
            members.remove("$id");
            if let Some(Value::Object(definitions)) = members.remove("$defs") {
                for (part, definition) in definitions {
                    schemas.insert(format!("{name}.{part}"), definition);
                }
            }
        }
        schemas.insert(name.to_owned(), schema);
    }
    schemas
}

fn point_to_components(schema: &mut Value, name: &str) {
    match schema {
        Value::Object(members) => {
            for (key, value) in members.iter_mut() {
                let part = value
                    .as_str()
                    .and_then(|text| text.strip_prefix("#/$defs/"));
                match part.filter(|_| key == "$ref") {
                    Some(part) => *value = json!(format!("#/components/schemas/{name}.{part}")),
                    None => point_to_components(value, name),
                }
            }
        }
        Value::Array(items) => {
            for item in items {
                point_to_components(item, name);
            }
        }
        _ => {}
    }
}

//! The description of the service for programs (OpenAPI 3.1). Answers are described by the
//! files in `schemas/`, which describe what the commands print, too; requests by their structs.

use serde_json::{Map, Value, json};

use super::demo_document::demo_paths;
use super::document_responses::{operation_id, responses};
use super::gong::gong_paths;
use super::guard::COOKIE;
use super::jobs::job_paths;
use super::limits::ServiceLimits;
use super::login::LoginRequest;
use super::metrics::PROMETHEUS_TEXT;
use super::request_reader::request_schema;
use super::routes::{ICON, LOGIN, OPEN, PAGE, SCRIPT, STYLE};
use plumb_coach::analysis::AnalyseRequest;
use plumb_coach::explain::ExplainRequest;
use plumb_protocol::request::{EvalDiffRequest, PositionRequest};

/// Schemas of answers, with the names that they have here.
const SCHEMAS: [(&str, &str); 9] = [
    ("Analysis", include_str!("../schemas/analysis.schema.json")),
    (
        "Counterfactual",
        include_str!("../schemas/counterfactual.schema.json"),
    ),
    ("Eval", include_str!("../schemas/eval.schema.json")),
    ("EvalDiff", include_str!("../schemas/eval-diff.schema.json")),
    ("Explain", include_str!("../schemas/explain.schema.json")),
    ("Gong", include_str!("../schemas/gong.schema.json")),
    ("Job", include_str!("../schemas/job.schema.json")),
    ("Legal", include_str!("../schemas/legal.schema.json")),
    ("Problem", include_str!("../schemas/problem.schema.json")),
];

/// A question that is posted, and the schema of its answer.
struct Question {
    path: &'static str,
    summary: &'static str,
    answer: &'static str,
    request: fn(&ServiceLimits) -> Value,
}

const QUESTIONS: [Question; 5] = [
    Question {
        path: "/v1/legal",
        summary: "The legal moves of a position",
        answer: "Legal",
        request: request_schema::<PositionRequest>,
    },
    Question {
        path: "/v1/eval",
        summary: "The static evaluation, term by term: plumb eval --json",
        answer: "Eval",
        request: request_schema::<PositionRequest>,
    },
    Question {
        path: "/v1/eval/diff",
        summary: "What a move changes in the static evaluation: plumb eval --diff --json",
        answer: "EvalDiff",
        request: request_schema::<EvalDiffRequest>,
    },
    Question {
        path: "/v1/analyse",
        summary: "A position looked at in every way: plumb analyse --json",
        answer: "Analysis",
        request: request_schema::<AnalyseRequest>,
    },
    Question {
        path: "/v1/explain",
        summary: "Why a move is good or bad: plumb explain --json",
        answer: "Explain",
        request: request_schema::<ExplainRequest>,
    },
];

/// The document for a service with these limits.
pub(super) fn api_document(limits: &ServiceLimits) -> serde_json::Result<String> {
    let mut paths = Map::new();
    let text = json!({ "type": "string" });
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
            text.clone(),
        ),
        (PAGE, "The board page", "text/html", text.clone()),
        (STYLE, "Its style", "text/css", text.clone()),
        (SCRIPT, "Its script", "text/javascript", text.clone()),
        (ICON, "Its picture", "image/svg+xml", text.clone()),
    ] {
        let content_type = content_type.split(';').next().unwrap_or_default();
        let mut operation = json!({
            "summary": summary,
            "operationId": operation_id(path),
            "responses": responses(&[400, 401, 403, 429, 503], content_type, schema),
        });
        if OPEN.contains(&path) {
            operation["security"] = json!([]);
        }
        paths.insert(path.to_owned(), json!({ "get": operation }));
    }
    for question in &QUESTIONS {
        let answer = json!({ "$ref": format!("#/components/schemas/{}", question.answer) });
        let refusals = [400, 401, 403, 408, 413, 415, 422, 429, 500, 503];
        let body = (question.request)(limits);
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
    paths.insert(LOGIN.to_owned(), json!({ "post": login_operation(limits) }));
    paths.extend(job_paths(limits));
    paths.extend(gong_paths(limits));
    paths.extend(demo_paths());
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
            "schemas": answer_schemas()?,
            "securitySchemes": {
                "token": { "type": "http", "scheme": "bearer" },
                "login": { "type": "apiKey", "in": "cookie", "name": COOKIE },
            },
        },
        // A service without a token file asks for none.
        "security": [{ "token": [] }, { "login": [] }, {}],
    });
    Ok(format!("{document:#}"))
}

fn login_operation(limits: &ServiceLimits) -> Value {
    let refusals = [400, 401, 403, 408, 413, 415, 422, 429, 500, 503];
    let mut responses = responses(&refusals, "application/json", json!({}));
    if let Some(responses) = responses.as_object_mut() {
        responses.remove("200");
        let set_cookie = json!({
            "description": "The cookie of the login, where a token is needed",
            "schema": { "type": "string" },
        });
        let answer = json!({
            "description": "Logged in",
            "headers": { "Set-Cookie": set_cookie },
        });
        responses.insert("204".to_owned(), answer);
    }
    let schema = request_schema::<LoginRequest>(limits);
    json!({
        "summary": "A token becomes a cookie, for pages",
        "operationId": "login",
        "security": [],
        "requestBody": {
            "required": true,
            "content": { "application/json": { "schema": schema } },
        },
        "responses": responses,
    })
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
fn answer_schemas() -> serde_json::Result<Map<String, Value>> {
    let mut schemas = Map::new();
    for (name, text) in SCHEMAS {
        let mut schema: Value = serde_json::from_str(text)?;
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
    Ok(schemas)
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

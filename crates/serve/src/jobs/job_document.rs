//! The paths of jobs, described to programs (OpenAPI 3.1).

use serde_json::{Map, Value, json};

use super::job_dispatch::options_schema;
use super::job_kind::{JobKind, RESULT_NAMES};
use super::upload::GAME_TYPES;
use crate::document_responses::{accepted_job, operation_id, responses};
use crate::limits::ServiceLimits;

/// What may go wrong with every request.
const REFUSALS: [u16; 6] = [400, 401, 403, 429, 500, 503];
/// The same with a body.
const POST_REFUSALS: [u16; 10] = [400, 401, 403, 408, 413, 415, 422, 429, 500, 503];

/// The paths, for a service with these limits.
pub(crate) fn job_paths(limits: &ServiceLimits) -> Map<String, Value> {
    let mut paths = Map::new();
    let mut add = |path: &str, item: Value| paths.insert(path.to_owned(), item);
    add("/v1/jobs", json!({ "get": list() }));
    for (kind, path, summary) in [
        (
            JobKind::Fairplay,
            "/v1/jobs/fairplay",
            "Records and figures of the games of an upload: plumb fairplay",
        ),
        (
            JobKind::Review,
            "/v1/jobs/review",
            "Which moves of the games of an upload lose winning chances, and why: plumb review",
        ),
    ] {
        let mut operation = post(path, summary, upload_content());
        let schema = options_schema(kind, limits);
        let options = schema["properties"].as_object().into_iter().flatten();
        let parameters =
            options.map(|(name, schema)| json!({ "name": name, "in": "query", "schema": schema }));
        if let Some(all) = operation["parameters"].as_array_mut() {
            all.extend(parameters);
        }
        add(path, json!({ "post": operation }));
    }
    for (kind, path, summary) in [
        (
            JobKind::Counterfactual,
            "/v1/jobs/counterfactual",
            "A window of a game beside what players like these might have played: plumb counterfactual --json",
        ),
        (
            JobKind::Diagnostics,
            "/v1/jobs/diagnostics",
            "Whether chains agree about a window of a game: the answer of /api/diagnostics",
        ),
    ] {
        let schema = options_schema(kind, limits);
        let content = json!({ "application/json": { "schema": schema } });
        add(path, json!({ "post": post(path, summary, content) }));
    }
    let mut item = json!({
        "get": of_job("/v1/jobs/{id}", "How far a job is", &[404], "application/json", job()),
        "delete": delete(),
    });
    item["parameters"] = json!([id_parameter()]);
    add("/v1/jobs/{id}", item);
    let mut events = of_job(
        "/v1/jobs/{id}/events",
        "What befell a job and what does, as server-sent events: progress, problem, done, failed, cancelled",
        &[404],
        "text/event-stream",
        event(),
    );
    events["parameters"] = json!([{
        "name": "Last-Event-ID",
        "in": "header",
        "description": "The number of the last event that the client has.",
        "schema": { "type": "integer", "minimum": 0 },
    }]);
    add(
        "/v1/jobs/{id}/events",
        json!({ "parameters": [id_parameter()], "get": events }),
    );
    for name in RESULT_NAMES {
        let path = format!("/v1/jobs/{{id}}/{name}");
        let (content_type, schema) = match name {
            "report.html" => ("text/html", json!({ "type": "string" })),
            "report.jsonl" => ("application/jsonl", json!({ "type": "string" })),
            "moves.csv" => ("text/csv", json!({ "type": "string" })),
            "games.pgn" => ("application/x-chess-pgn", json!({ "type": "string" })),
            _ => (
                "application/json",
                json!({ "anyOf": [
                    { "$ref": "#/components/schemas/Counterfactual" },
                    { "$ref": "#/components/schemas/Gong" },
                ]}),
            ),
        };
        let summary = "A result of a job that is done, of kinds that have it";
        let operation = of_job(&path, summary, &[404, 409], content_type, schema);
        add(
            &path,
            json!({ "parameters": [id_parameter()], "get": operation }),
        );
    }
    paths
}

fn job() -> Value {
    json!({ "$ref": "#/components/schemas/Job" })
}

fn id_parameter() -> Value {
    json!({
        "name": "id",
        "in": "path",
        "required": true,
        "schema": { "type": "string", "pattern": "^[0-9a-f]{32}$" },
    })
}

/// An event, whose fields are texts; `data` is JSON.
fn event() -> Value {
    let text = json!({ "type": "string" });
    json!({
        "type": "object",
        "properties": { "id": text, "event": text, "data": text },
    })
}

fn list() -> Value {
    let schema = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["jobs"],
        "properties": { "jobs": { "type": "array", "items": job() } },
    });
    json!({
        "summary": "All jobs, the newest first",
        "operationId": "jobs",
        "responses": responses(&REFUSALS, "application/json", schema),
    })
}

fn of_job(path: &str, summary: &str, more: &[u16], content_type: &str, schema: Value) -> Value {
    let refusals = [&REFUSALS, more].concat();
    json!({
        "summary": summary,
        "operationId": operation_id(&path.replace(['{', '}'], "")),
        "responses": responses(&refusals, content_type, schema),
    })
}

fn delete() -> Value {
    let refusals = [&REFUSALS[..], &[404]].concat();
    let mut responses = responses(&refusals, "application/json", job());
    responses["200"]["description"] = json!("It was not over, and is cancelled");
    responses["204"] = json!({ "description": "It was over, and is forgotten with its files" });
    json!({
        "summary": "Cancel a job, or forget one that is over",
        "operationId": "delete_job",
        "responses": responses,
    })
}

fn post(path: &str, summary: &str, content: Value) -> Value {
    let mut responses = responses(&POST_REFUSALS, "application/json", json!({}));
    if let Some(responses) = responses.as_object_mut() {
        responses.remove("200");
        responses.insert("202".to_owned(), accepted_job());
    }
    json!({
        "summary": summary,
        "operationId": operation_id(path),
        "parameters": [{
            "name": "Idempotency-Key",
            "in": "header",
            "description": "Requests with the same key are one; another request with it is refused.",
            "schema": { "type": "string", "minLength": 1, "maxLength": 255 },
        }],
        "requestBody": { "required": true, "content": content },
        "responses": responses,
    })
}

/// Games as they are, packed or not, or as files of a form.
fn upload_content() -> Value {
    let mut content = Map::new();
    for media_type in GAME_TYPES {
        content.insert(media_type.to_owned(), json!({ "schema": {} }));
    }
    // Every part is a file of games, whatever it is called.
    let form = json!({ "schema": { "type": "object" } });
    content.insert("multipart/form-data".to_owned(), form);
    Value::Object(content)
}

//! How answers and refusals are described to programs.

use serde_json::{Map, Value, json};

use super::problem::PROBLEM_JSON;

/// The name of an operation by its path.
pub(super) fn operation_id(path: &str) -> String {
    let words = path.trim_start_matches("/v1").trim_start_matches('/');
    match words {
        "" => "page".to_owned(),
        words => words.replace(['/', '.'], "_"),
    }
}

/// An answer with status 200, and refusals.
pub(super) fn responses(refusals: &[u16], content_type: &str, schema: Value) -> Value {
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

/// An answer with status 202: the job that was taken.
pub(super) fn accepted_job() -> Value {
    let schema = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["id", "kind", "state"],
        "properties": {
            "id": { "$ref": "#/components/schemas/Job/properties/id" },
            "kind": { "$ref": "#/components/schemas/Job/properties/kind" },
            "state": { "$ref": "#/components/schemas/Job/properties/state" },
        },
    });
    let id = json!({ "id": "$response.body#/id" });
    json!({
        "description": "The job, which is there already if the same was asked before",
        "content": { "application/json": { "schema": schema } },
        "headers": { "Location": {
            "description": "The path of the job",
            "required": true,
            "schema": { "type": "string" },
        }},
        "links": {
            "job": { "operationId": "jobs_id", "parameters": id },
            "delete": { "operationId": "delete_job", "parameters": id },
        },
    })
}

fn refusal(status: u16) -> &'static str {
    match status {
        400 => "The body is no JSON, or what HTTP demands is missing",
        401 => "No token or login, or a wrong one",
        403 => "The header Host or Origin is foreign",
        404 => "There is no such job, or it has no such file",
        408 => "The body did not come in time",
        409 => "The job is not done yet",
        413 => "The body is too large",
        415 => "The body is of another type by its header Content-Type",
        422 => "A position, a move or an option is wrong",
        429 => "Asked too often with one token",
        503 => "As many searches or jobs wait as may, or the service ends",
        _ => "A fault of the service",
    }
}

//! The two requests, described to programs (OpenAPI 3.1); answers stand in `schemas/gong.schema.json`.

use serde_json::{Map, Value, json};

use super::gong_request::{GongKind, gong_schema};
use crate::document_responses::{accepted_job, operation_id, responses};
use crate::limits::ServiceLimits;

/// The paths, for a service with these limits.
pub(crate) fn gong_paths(limits: &ServiceLimits) -> Map<String, Value> {
    let mut paths = Map::new();
    for (kind, path, summary, answer) in [
        (
            GongKind::Detection,
            "/api/detect_anomaly",
            "Whether a window of a game is unusual, as Gong et al. (2026) ask it",
            "detection",
        ),
        (
            GongKind::Diagnostics,
            "/api/diagnostics",
            "Whether chains agree about a window of a game, as Gong et al. (2026) ask it",
            "diagnostics",
        ),
    ] {
        let answer = json!({ "$ref": format!("#/components/schemas/Gong.{answer}") });
        let refusals = [400, 401, 403, 408, 413, 415, 429, 500, 503];
        let mut responses = responses(&refusals, "application/json", answer);
        responses["422"] = json!({
            "description": "A position, a move or an option is wrong: told as FastAPI does",
            "content": { "application/json": { "schema": validation_error() } },
        });
        responses["202"] = accepted_job();
        let schema = gong_schema(kind, limits);
        let operation = json!({
            "summary": summary,
            "operationId": operation_id(path),
            "parameters": [{
                "name": "Prefer",
                "in": "header",
                "description": "With respond-async a job is taken, and its path is the answer (RFC 7240).",
                "schema": { "type": "string", "enum": ["respond-async"] },
            }],
            "requestBody": {
                "required": true,
                "content": { "application/json": { "schema": schema } },
            },
            "responses": responses,
        });
        paths.insert(path.to_owned(), json!({ "post": operation }));
    }
    paths
}

fn validation_error() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["detail"],
        "properties": { "detail": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["loc", "msg", "type"],
                "properties": {
                    "loc": { "type": "array", "items": { "type": ["string", "integer"] } },
                    "msg": { "type": "string" },
                    "type": { "enum": ["value_error", "missing", "extra_forbidden"] },
                },
            },
        }},
    })
}

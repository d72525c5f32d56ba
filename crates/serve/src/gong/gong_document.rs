//! The two requests, described to programs (OpenAPI 3.1); answers stand in `schemas/gong.schema.json`.

use serde_json::{Map, Value, json};

use super::gong_request::{GongKind, K_DEPTH, MEMBERS, NO_DEMO, PLAYER_ID, PLUMB_MEMBERS};
use crate::built_in_policy::BuiltInPolicy;
use crate::document_responses::{accepted_job, operation_id, responses};
use crate::limits::ServiceLimits;
use crate::window_question::{MOST_BETA, MOST_SEED, RATINGS};
use plumb_counterfactual::{DemoGame, KernelName, MOST_PLIES, TargetName};

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
        let schema = request_schema(kind, limits);
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

/// What is posted.
pub(crate) fn request_schema(kind: GongKind, limits: &ServiceLimits) -> Value {
    let of = |names: &[&str], member: &dyn Fn(&str) -> Value| -> Map<String, Value> {
        let members = names.iter();
        members
            .map(|name| ((*name).to_owned(), member(name)))
            .collect()
    };
    let own = json!({
        "description": "What the service of Gong et al. does not have.",
        "type": "object",
        "additionalProperties": false,
        "properties": of(&PLUMB_MEMBERS, &|name| own_member(kind, name, limits)),
    });
    let no_demo = json!({ "properties": { "demo_mode": { "const": NO_DEMO } } });
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["player_elo"],
        "properties": of(&MEMBERS, &|name| member(name, &own)),
        "if": no_demo,
        "then": { "required": ["moves_uci"] },
    })
}

fn member(name: &str, own: &Value) -> Value {
    match name {
        PLAYER_ID => json!({
            "description": "The client's name for the player; neither stored nor logged.",
            "type": "string",
        }),
        "player_elo" => rating("The player's rating, and the opponent's if plumb says nothing."),
        "moves_uci" => json!({
            "description": "The moves of the game from its start on, k_depth or more.",
            "type": "array",
            "items": { "type": "string", "format": "uci-move" },
        }),
        "k_depth" => json!({
            "description": "So many plies are looked at: the first of moves_uci, or of a demo the first after its opening.",
            "type": "integer",
            "minimum": 1,
            "maximum": MOST_PLIES,
            "default": K_DEPTH,
        }),
        "suspect_is_white" => json!({
            "description": "Whose moves are looked at.",
            "type": "boolean",
            "default": true,
        }),
        "demo_mode" => {
            let mut names = vec![NO_DEMO];
            names.extend(DemoGame::NAMES.map(|(name, _)| name));
            json!({
                "description": "A built-in game of engines, which brings moves and side.",
                "type": "string",
                "enum": names,
                "default": NO_DEMO,
            })
        }
        _ => own.clone(),
    }
}

fn own_member(kind: GongKind, name: &str, limits: &ServiceLimits) -> Value {
    let usual = kind.usual_question();
    match name {
        "start_fen" => json!({
            "description": "The position that moves_uci begin at, as FEN or startpos; not beside a demo.",
            "type": "string",
            "format": "fen",
        }),
        "opponent_elo" => rating("The opponent's rating."),
        "policy" => one_of(
            "What says how people play; without it as the service was started.",
            &BuiltInPolicy::NAMES,
        ),
        "target" => one_of("The law of the lines beside the game.", &TargetName::NAMES),
        "kernel" => {
            let mut schema = one_of(
                "How lines are drawn; it must go together with target and beta.",
                &KernelName::NAMES,
            );
            if kind == GongKind::Diagnostics
                && let Some(names) = schema["enum"].as_array_mut()
            {
                names.retain(|name| name != "path");
            }
            schema
        }
        "beta" => json!({
            "description": "How much a centipawn that is lost tells against a line.",
            "type": "number",
            "minimum": 0,
            "maximum": MOST_BETA,
            "default": usual.beta,
        }),
        "rho" => json!({
            "description": "How often the kernel mixture, and a move of smc, draws a fresh line.",
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "default": usual.rho,
        }),
        "samples" => json!({
            "description": "Lines in all: those of all chains together.",
            "type": "integer",
            "minimum": usual.chains,
            "maximum": limits.samples,
            "default": usual.samples,
        }),
        _ => json!({
            "description": "The seed of all draws.",
            "type": "integer",
            "minimum": 0,
            "maximum": MOST_SEED,
            "default": usual.seed,
        }),
    }
}

fn rating(description: &str) -> Value {
    let (least, most) = RATINGS;
    json!({ "description": description, "type": "integer", "minimum": least, "maximum": most })
}

fn one_of<T>(description: &str, names: &[(&'static str, T)]) -> Value {
    let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
    json!({ "description": description, "type": "string", "enum": names })
}

//! What requests look like, for the description of the service: the members that
//! `position_question`, `answers` and `search_question` read.

use serde_json::{Map, Value, json};

use super::answers::DIFF_MEMBERS;
use super::limits::Limits;
use super::position_question::POSITION_MEMBERS;
use super::search_question::{ANALYSE_MEMBERS, EXPLAIN_MEMBERS, MOST_DEPTH, MULTI_PV};
use plumb_engine::choice::RATING_BOUNDS;

/// The schema of what is posted to a path. Formats `fen`, `pgn` and `chess-move` are our own.
pub(super) fn request_schema(path: &str, limits: &Limits) -> Value {
    let (members, exclusive): (&[&str], &[[&str; 2]]) = match path {
        "/v1/eval/diff" => (&DIFF_MEMBERS, &[["played", "after"]]),
        "/v1/analyse" => (
            &ANALYSE_MEMBERS,
            &[
                ["nodes", "depth"],
                ["nodes", "movetime_ms"],
                ["depth", "movetime_ms"],
            ],
        ),
        "/v1/explain" => (&EXPLAIN_MEMBERS, &[]),
        _ => (&POSITION_MEMBERS, &[]),
    };
    let properties: Map<String, Value> = members
        .iter()
        .map(|name| ((*name).to_owned(), member(name, path, limits)))
        .collect();
    let pairs = [["fen", "pgn"], ["moves", "pgn"]];
    let never: Vec<Value> = pairs
        .iter()
        .chain(exclusive)
        .map(|pair| json!({ "required": pair }))
        .collect();
    let mut schema = json!({
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
        "dependentRequired": { "ply": ["pgn"] },
        "not": { "anyOf": never },
    });
    if path == "/v1/eval/diff" {
        let one_of = ["played", "after", "pgn"];
        let one_of = one_of.map(|name| json!({ "required": [name] }));
        schema["anyOf"] = json!(one_of);
    }
    schema
}

fn member(name: &str, path: &str, limits: &Limits) -> Value {
    match name {
        "fen" => json!({
            "description": "The position as FEN, or startpos; the start position if neither fen nor pgn is there.",
            "type": "string",
            "format": "fen",
        }),
        "pgn" => json!({
            "description": "A game as PGN; of several, the first.",
            "type": "string",
            "format": "pgn",
        }),
        "ply" => json!({
            "description": "The position after so many plies of the game, whose next move counts as played; without it, that before the last move.",
            "type": "integer",
            "minimum": 0,
            "maximum": u32::MAX,
        }),
        "moves" => json!({
            "description": "Moves from the position, as coordinates or SAN: the last position is asked about, and repetitions count.",
            "type": "array",
            "items": { "type": "string", "format": "chess-move" },
        }),
        "played" => json!({
            "description": "The move that was played, as coordinates or SAN.",
            "type": "string",
            "format": "chess-move",
        }),
        "after" => json!({
            "description": "The position to compare with, as FEN or startpos.",
            "type": "string",
            "format": "fen",
        }),
        "nodes" => {
            let of = match path {
                "/v1/explain" => "all searches together",
                _ => "each search",
            };
            json!({
                "description": format!("Positions to look at in {of}."),
                "type": "integer",
                "minimum": 1,
                "maximum": limits.nodes,
            })
        }
        "depth" => json!({
            "description": "Plies of each search.",
            "type": "integer",
            "minimum": 1,
            "maximum": MOST_DEPTH,
        }),
        "movetime_ms" => json!({
            "description": "Milliseconds for each search: the only limit whose answer is not the same every time.",
            "type": "integer",
            "minimum": 1,
            "maximum": limits.movetime_ms,
        }),
        "multipv" => json!({
            "description": "How many alternatives are listed.",
            "type": "integer",
            "minimum": MULTI_PV.0,
            "maximum": MULTI_PV.1,
        }),
        _ => json!({
            "description": "Compare with what people of this rating would play.",
            "type": "integer",
            "minimum": RATING_BOUNDS.0 as u64,
            "maximum": RATING_BOUNDS.1 as u64,
        }),
    }
}

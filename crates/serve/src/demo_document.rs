//! The paths of built-in games, described to programs (OpenAPI 3.1).

use serde_json::{Map, Value, json};
use strum::VariantArray;

use super::demo::{DEMO, DEMOS};
use super::document_responses::responses;
use plumb_counterfactual::DemoGame;

/// The paths.
pub(super) fn demo_paths() -> Map<String, Value> {
    let names = DemoGame::VARIANTS.iter().map(|demo| demo.name());
    let names: Vec<&str> = names.collect();
    let listed = json!({
        "name": { "enum": names },
        "suspect_is_white": { "type": "boolean", "description": "Whose moves it is about." },
        "is_assisted": { "type": "boolean", "description": "Whether they are of the engine at full strength, and not of one that chooses as people do." },
    });
    let mut one = listed.clone();
    one["white"] = json!({ "type": "string" });
    one["black"] = json!({ "type": "string" });
    one["player_elo"] =
        json!({ "type": "integer", "description": "The strength of both players." });
    one["opening_plies"] = json!({ "type": "integer", "description": "So many plies are of a collection of openings: nobody's choice." });
    one["start_fen"] = json!({ "type": "string", "description": "The position after them." });
    one["moves_uci"] = json!({ "type": "array", "items": { "type": "string" }, "description": "All moves, from the start of the game." });
    one["pgn"] = json!({ "type": "string" });
    let list = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["demos"],
        "properties": { "demos": { "type": "array", "items": object(&listed) } },
    });
    let get = |summary: &str, name: &str, more: &[u16], schema: Value| {
        let refusals = [&[400, 401, 403, 429, 500, 503], more].concat();
        json!({
            "summary": summary,
            "operationId": name,
            "responses": responses(&refusals, "application/json", schema),
        })
    };
    let mut item = json!({ "get": get("A built-in game", "demo_name", &[404], object(&one)) });
    item["parameters"] = json!([{
        "name": "name",
        "in": "path",
        "required": true,
        "schema": { "enum": names },
    }]);
    let all = get("Built-in games of engines, no people", "demo", &[], list);
    let mut paths = Map::new();
    paths.insert(DEMOS.to_owned(), json!({ "get": all }));
    paths.insert(DEMO.to_owned(), item);
    paths
}

/// An object that has all of these members.
fn object(members: &Value) -> Value {
    let names = members.as_object().into_iter().flat_map(Map::keys);
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": names.collect::<Vec<_>>(),
        "properties": members,
    })
}

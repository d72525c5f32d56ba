//! The options of jobs, described to programs: those of a `ReviewRequest`, and those that
//! `fairplay_job` and `counterfactual_job` read.

use serde_json::{Map, Value, json};

use super::job_kind::JobKind;
use super::{counterfactual_job, fairplay_job};
use crate::built_in_policy::BuiltInPolicy;
use crate::limits::ServiceLimits;
use crate::request_reader::request_schema;
use plumb_coach::review::ReviewRequest;
use plumb_counterfactual::{KernelName, MOST_PLIES, TargetName};
use plumb_fairplay::{RuleSet, Thresholds};

fn number(description: &str, least: u64, most: u64) -> Value {
    json!({
        "description": description,
        "type": "integer",
        "minimum": least,
        "maximum": most,
    })
}

fn one_of<T>(description: &str, names: &[(&'static str, T)]) -> Value {
    let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
    json!({ "description": description, "type": "string", "enum": names })
}

fn texts(description: &str) -> Value {
    json!({
        "description": description,
        "type": "array",
        "items": { "type": "string" },
    })
}

/// The options of a kind whose games are uploaded, as parameters of the query.
pub(super) fn query_parameters(kind: JobKind, limits: &ServiceLimits) -> Vec<Value> {
    let parameter = |name: &str, schema| json!({ "name": name, "in": "query", "schema": schema });
    match kind {
        JobKind::Fairplay => {
            let options = fairplay_job::OPTIONS.iter();
            let with_schema = |name: &&str| parameter(name, fairplay_option(name, limits));
            options.map(with_schema).collect()
        }
        JobKind::Review => {
            let schema = request_schema::<ReviewRequest>(limits);
            let members = schema["properties"].as_object().into_iter().flatten();
            members
                .map(|(name, schema)| parameter(name, schema.clone()))
                .collect()
        }
        JobKind::Counterfactual | JobKind::Detection | JobKind::Diagnostics => Vec::new(),
    }
}

fn fairplay_option(name: &str, limits: &ServiceLimits) -> Value {
    use fairplay_job::{LEAST_NODES, MOST_COUNT, MOST_DEPTH, MULTI_PV};
    match name {
        "profile" => json!({
            "description": "How thoroughly games are looked at; without it as the service was started.",
            "type": "string",
            "enum": ["screen", "full"],
        }),
        "nodes" => number(
            "Nodes of each search, instead of a profile's.",
            LEAST_NODES.min(limits.nodes),
            limits.nodes,
        ),
        "depth" => number(
            "Plies of each search, instead of a profile's; not beside nodes.",
            1,
            MOST_DEPTH,
        ),
        "multipv" => number("How many alternatives are listed.", MULTI_PV.0, MULTI_PV.1),
        "rules" => {
            let keys = RuleSet::ALL.map(<&str>::from);
            json!({ "description": "Which moves count.", "type": "string", "enum": keys })
        }
        "decided" => number(
            "From this evaluation on a position is decided, in centipawns.",
            0,
            Thresholds::MOST_CP as u64,
        ),
        "forced" => number(
            "A move so far ahead of the next is forced, in centipawns.",
            0,
            Thresholds::MOST_CP as u64,
        ),
        "book_plies" => number("So many plies from the start are book.", 0, MOST_COUNT),
        "second_pass" => json!({
            "description": "Whether a quicker second pass gives figures a range; true without it.",
            "type": "boolean",
        }),
        "looked_at" => number("How many other players were looked at.", 0, MOST_COUNT),
        "player" => texts("Only games of this player; part of the name will do."),
        "event" => texts("Only games whose Event has this in it."),
        "since" | "until" => json!({
            "description": "Only games that may have been played then: YYYY.MM.DD, YYYY.MM or YYYY.",
            "type": "string",
            "format": "pgn-date",
        }),
        "min_plies" => number("Only games of so many plies or more.", 0, MOST_COUNT),
        "every" => number("Of those, only every Nth.", 1, MOST_COUNT),
        _ => number("No more than so many games.", 1, limits.games),
    }
}

/// What is posted for a job of the kind `counterfactual`.
pub(super) fn counterfactual_schema(limits: &ServiceLimits) -> Value {
    let members = counterfactual_job::MEMBERS.iter();
    let properties: Map<String, Value> = members
        .map(|name| ((*name).to_owned(), counterfactual_member(name, limits)))
        .collect();
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["pgn", "side"],
        "properties": properties,
    })
}

fn counterfactual_member(name: &str, limits: &ServiceLimits) -> Value {
    use crate::window_question::{MOST_BETA, MOST_SEED, RATINGS};
    use counterfactual_job::{MOST_BURN_IN, MOST_CHAINS, MOST_DEPTH, MOST_LINES};
    let (low, high) = RATINGS;
    let most_ply = u64::from(u32::MAX);
    match name {
        "pgn" => json!({
            "description": "A game as PGN; of several, the first.",
            "type": "string",
            "format": "pgn",
        }),
        "side" => json!({
            "description": "Whose moves are looked at.",
            "type": "string",
            "enum": ["white", "black"],
        }),
        "from" => number(
            "The first ply of the window; without it the first out of book.",
            1,
            most_ply,
        ),
        "window" => number("Plies of the window.", 1, MOST_PLIES as u64),
        "book_plies" => number("So many plies from the start are book.", 0, most_ply),
        "elo" => number(
            "The player's rating; without it that of the game.",
            low,
            high,
        ),
        "opponent_elo" => number("The opponent's.", low, high),
        "policy" => one_of(
            "What says how people play; without it as the service was started.",
            &BuiltInPolicy::NAMES,
        ),
        "target" => one_of("The law of the lines beside the game.", &TargetName::NAMES),
        "beta" => json!({
            "description": "How much a centipawn that is lost tells against a line.",
            "type": "number",
            "minimum": 0,
            "maximum": MOST_BETA,
        }),
        "kernel" => one_of("How lines are drawn.", &KernelName::NAMES),
        "rho" => json!({
            "description": "How often the kernel mixture, and a move of smc, draws a fresh line.",
            "type": "number",
            "minimum": 0,
            "maximum": 1,
        }),
        "samples" => number("Lines in all.", 1, limits.samples),
        "burn_in" => number("Steps of a chain that do not count.", 0, MOST_BURN_IN),
        "chains" => number("Chains, or runs of particles.", 1, MOST_CHAINS),
        "besag_clifford" => json!({
            "description": "Besag and Clifford's test.",
            "type": "boolean",
        }),
        "seed" => number("The seed of all draws.", 0, MOST_SEED),
        "depth" => number(
            "Plies of the searches that say what a move loses.",
            1,
            MOST_DEPTH,
        ),
        _ => number("Lines of these searches.", 1, MOST_LINES),
    }
}

//! What a jury adds to a report. Of its members' records the report has only the first
//! one's: his figures are made again, those of the others must have the form of figures,
//! and nothing else may stand there.

use serde_json::{Map, Value, json};

use crate::facts::Exclusion;
use crate::figures::Disagreement;

/// Every name in the figures of a part that another member may have where it is withheld
/// of the first one.
const NAMES: [&str; 35] = [
    "above_cp",
    "accuracy",
    "at_least_cp",
    "average_error_cp",
    "best_move_changes",
    "better_than_best",
    "capped_loss_cp",
    "chance",
    "count",
    "disputed",
    "entered",
    "equal",
    "figures",
    "first_choice",
    "high",
    "instant",
    "key",
    "longest",
    "longest_plies",
    "losses",
    "low",
    "mean",
    "moves",
    "of",
    "partial_credit",
    "scaled_loss",
    "sd",
    "seconds",
    "share",
    "time_against_difficulty",
    "top",
    "uncertain",
    "unevenness",
    "value",
    "winning_loss",
];

/// The only words among such figures: what a part by pace is called.
const PACES: [&str; 3] = ["instant", "quick", "long"];

/// Checks what two lines say of a jury and makes the same in both what only the records of
/// its other members could tell; gives what is wrong with it.
pub(super) fn take_jury_claims(claimed: &mut Value, remade: &mut Value) -> Option<String> {
    let (claims, found) = match remade["kind"].as_str() {
        Some("jury") => (claimed, remade),
        Some("player") => (claimed.get_mut("jury")?, remade.get_mut("jury")?),
        _ => return None,
    };
    let wrong = others_wrong(claims, found)
        .or_else(|| majority_wrong(claims))
        .or_else(|| disagreement_wrong(claims, found));
    if let Some(at) = wrong {
        return Some(format!(
            "what the jury's other members came to does not fit: {at}"
        ));
    }
    // Only what was just found to be there on both sides.
    for name in ["majorities", "majority"] {
        found[name] = claims[name].clone();
    }
    take_all_but_first(claims, found, "/members");
    take_all_but_first(claims, found, "/disagreement/engines");
    if let (Some(claims), Some(found)) = (
        claims["disagreement"].as_object_mut(),
        found["disagreement"].as_object_mut(),
    ) {
        claims.retain(|name, _| name == "engines");
        found.retain(|name, _| name == "engines");
    }
    None
}

fn take_all_but_first(claims: &mut Value, found: &mut Value, list: &str) {
    for value in [claims, found] {
        if let Some(list) = value.pointer_mut(list).and_then(Value::as_array_mut) {
            list.truncate(1);
        }
    }
}

/// The first place where the members are not those of the head, or another member's
/// figures have not the form of the first one's.
fn others_wrong(claims: &Value, found: &Value) -> Option<String> {
    let at = "members".to_owned();
    let (Some(claims), Some(found)) = (claims["members"].as_array(), found["members"].as_array())
    else {
        return Some(at);
    };
    if claims.len() != found.len() {
        return Some(at);
    }
    let own = &found.first()?["figures"];
    let mut members = claims.iter().zip(found).enumerate().skip(1);
    members.find_map(|(index, (claim, found))| {
        let at = format!("members[{index}]");
        let (Some(fields), Some(expected)) = (claim.as_object(), found.as_object()) else {
            return Some(at);
        };
        if !fields.keys().eq(expected.keys()) || claim["engine"] != found["engine"] {
            return Some(at);
        }
        unlike(own, &claim["figures"], format!("{at}.figures"))
    })
}

/// The first place where figures have not the form of others.
fn unlike(own: &Value, other: &Value, at: String) -> Option<String> {
    let is_like = match (own, other) {
        (Value::Object(_), Value::Object(left_out)) if at.ends_with(".excluded") => {
            is_of_exclusions(left_out)
        }
        (Value::Object(own), Value::Object(other)) => {
            if !own.keys().eq(other.keys()) {
                return Some(at);
            }
            return own
                .iter()
                .find_map(|(name, value)| unlike(value, &other[name], format!("{at}.{name}")));
        }
        (Value::Array(own), Value::Array(other)) if own.len() == other.len() => {
            let mut values = own.iter().zip(other).enumerate();
            return values
                .find_map(|(index, (own, other))| unlike(own, other, format!("{at}[{index}]")));
        }
        // One member may have no such parts at all.
        (Value::Array(own), Value::Array(other)) => {
            own.is_empty() && other.iter().all(is_figures) || other.is_empty()
        }
        (Value::String(own), Value::String(other)) => own == other,
        (Value::Null, other) => is_figures(other),
        // What counts moves is never withheld, but what is made of them can be.
        (Value::Object(_), Value::Null) => true,
        (Value::Number(own), other) => match own.is_u64() {
            true => other.is_u64(),
            false => other.is_number() || other.is_null(),
        },
        (Value::Bool(_), other) => other.is_boolean(),
        _ => false,
    };
    (!is_like).then_some(at)
}

fn is_of_exclusions(left_out: &Map<String, Value>) -> bool {
    let is_one = |name: &String| Exclusion::ALL.iter().any(|one| one.key() == name);
    left_out
        .iter()
        .all(|(name, count)| is_one(name) && count.is_u64())
}

/// Whether figures stand here that the first member does not have, or nothing.
fn is_figures(value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields
            .iter()
            .all(|(name, value)| NAMES.contains(&name.as_str()) && is_figures(value)),
        Value::Array(values) => values.iter().all(is_figures),
        Value::String(text) => PACES.contains(&text.as_str()),
        Value::Null | Value::Bool(_) | Value::Number(_) => true,
    }
}

/// The share of the majority's choices is of its choices.
fn majority_wrong(claims: &Value) -> Option<String> {
    let at = || Some("majority".to_owned());
    let Some(majorities) = claims["majorities"].as_u64() else {
        return Some("majorities".to_owned());
    };
    let majority = &claims["majority"];
    if majority.is_null() {
        return None;
    }
    let number = |name: &str| majority[name].as_f64();
    let (Some(count), Some(of)) = (majority["count"].as_u64(), majority["of"].as_u64()) else {
        return at();
    };
    let (Some(share), Some(low), Some(high)) = (number("share"), number("low"), number("high"))
    else {
        return at();
    };
    let names = majority.as_object().map_or(0, Map::len);
    let fits = names == 5
        && of == majorities
        && count <= of
        && of > 0
        && share == count as f64 / of as f64
        && (0.0..=share).contains(&low)
        && (share..=1.0).contains(&high);
    if fits { None } else { at() }
}

/// How far the members are apart is said of all of them, in numbers.
fn disagreement_wrong(claims: &Value, found: &Value) -> Option<String> {
    let expected = found.get("disagreement")?;
    let claim = &claims["disagreement"];
    let read = serde_json::from_value::<Disagreement>(claim.clone());
    let is_whole = read.is_ok_and(|read| {
        let all = expected["engines"].as_array().map_or(0, Vec::len);
        // A word more would be lost in reading.
        read.engines.len() == all && json!(read) == *claim
    });
    (!is_whole).then(|| "disagreement".to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The names of all that a part of the schema describes, what it refers to included.
    fn described(schema: &Value, part: &Value, names: &mut BTreeSet<String>) {
        match part {
            Value::Object(fields) => {
                if let Some(Value::String(target)) = fields.get("$ref") {
                    let pointer = target.trim_start_matches('#');
                    described(schema, schema.pointer(pointer).unwrap(), names);
                }
                for (name, value) in fields {
                    if let ("properties", Some(properties)) = (name.as_str(), value.as_object()) {
                        names.extend(properties.keys().cloned());
                    }
                    described(schema, value, names);
                }
            }
            Value::Array(values) => {
                let each = values.iter();
                each.for_each(|value| described(schema, value, names));
            }
            _ => {}
        }
    }

    #[test]
    fn the_names_are_those_of_all_that_can_be_withheld() {
        let schema = include_str!("../../../../../schemas/fairplay.schema.json");
        let schema: Value = serde_json::from_str(schema).unwrap();
        let figures = schema.pointer("/$defs/figures/properties").unwrap();
        let mut names = BTreeSet::from(["key".to_owned(), "figures".to_owned()]);
        described(&schema, &schema["$defs"]["core"], &mut names);
        for name in [
            "runs",
            "only_moves",
            "forced_lines",
            "between_games",
            "pace",
        ] {
            described(&schema, &figures[name], &mut names);
        }
        // Of one pass there is no range.
        names.remove("range");
        let known: BTreeSet<String> = NAMES.iter().map(|&name| name.to_owned()).collect();
        assert_eq!(known, names);
    }

    /// What is wrong with the figures of a second member beside those of the first one.
    fn wrong(own: Value, other: Value) -> Option<String> {
        unlike(&own, &other, "figures".to_owned())
    }

    #[test]
    fn a_member_may_have_figures_where_the_first_one_has_none() {
        let core = json!({ "equal": { "count": 5, "of": 11, "share": 0.5 } });
        assert_eq!(wrong(Value::Null, core.clone()), None);
        assert_eq!(wrong(core.clone(), Value::Null), None);
        let by_pace = json!([{ "key": "quick", "moves": 3, "figures": null }]);
        assert_eq!(wrong(json!([]), by_pace), None);
        let reasons = |name: &str| json!({ "excluded": { name: 3 } });
        assert_eq!(wrong(reasons("book"), reasons("opening")), None);
    }

    #[test]
    fn words_and_unknown_names_are_no_figures() {
        let core = json!({ "equal": { "count": 5 } });
        for other in [
            json!({ "equal": { "count": "all" } }),
            json!({ "equal": 5 }),
            json!({ "equal": { "count": 5 }, "verdict": 1 }),
        ] {
            assert!(wrong(core.clone(), other).is_some());
        }
        for other in [json!("cheat"), json!({ "verdict": 1 }), json!(["cheat"])] {
            assert!(wrong(Value::Null, other.clone()).is_some(), "{other}");
        }
        let own = json!({ "excluded": { "book": 3 } });
        assert!(wrong(own.clone(), json!({ "excluded": { "cheating": 3 } })).is_some());
        assert!(wrong(own, json!({ "excluded": { "book": "cheat" } })).is_some());
    }
}

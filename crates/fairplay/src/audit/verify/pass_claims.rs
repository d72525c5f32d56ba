//! What other passes add to a report. Their records are not in it, so that the figures
//! cannot be made again; but every range must hold the figure and span what the passes are
//! said to have come to, and nothing else may stand there.

use serde_json::{Map, Value, json};

/// Where a figure has its own value, one of these beside its range.
const VALUES: [&str; 3] = ["share", "mean", "value"];

/// Checks what two lines say of other passes and takes it out of both; gives what is
/// wrong with it.
pub(super) fn take_pass_claims(
    claimed: &mut Value,
    remade: &mut Value,
    passes: &[String],
) -> Option<String> {
    let wrong = passes_wrong(claimed, remade, passes).or_else(|| {
        let wrong = ranges_wrong(claimed);
        wrong.map(|range| format!("the range {range} does not hold its figure"))
    });
    let wrong = wrong.or_else(|| gains_wrong(claimed));
    for value in [claimed, remade] {
        for mv in value["moves"].as_array_mut().into_iter().flatten() {
            mv["agreed_gain_cp"] = Value::Null;
            mv["is_beyond_noise"] = false.into();
        }
        if let Some(fields) = value.as_object_mut() {
            fields.remove("passes");
        }
        take_ranges(value);
    }
    wrong
}

/// The least gain, in centipawns, that can be more than noise.
const LEAST_GAIN_CP: i64 = 50;

/// What every pass agrees on cannot be more than the main one says, and only what counts and
/// is enough can be marked.
fn gains_wrong(game: &Value) -> Option<String> {
    let moves = game["moves"].as_array()?;
    let wrong = moves.iter().find(|mv| {
        let agreed = &mv["agreed_gain_cp"];
        let own = mv["facts"]["drop_cp"].as_i64().map(|drop| -drop);
        let is_fit = match agreed.as_i64() {
            Some(gain) => own.is_some_and(|own| 0 < gain && gain <= own),
            None => agreed.is_null(),
        };
        let counts = mv["exclusion"].is_null() && !mv["facts"].is_null();
        let may_be_marked = counts && agreed.as_i64() >= Some(LEAST_GAIN_CP);
        !is_fit || !(mv["is_beyond_noise"] == false || mv["is_beyond_noise"] == may_be_marked)
    })?;
    let ply = &wrong["ply"];
    Some(format!(
        "at ply {ply} the gain that all passes agree on does not fit"
    ))
}

/// The figures of all counted moves.
fn counted(figures: &Value) -> Option<&Value> {
    let core = figures["core"].as_array()?;
    Some(&core.last()?["figures"])
}

fn passes_wrong(claimed: &Value, remade: &Value, names: &[String]) -> Option<String> {
    let Some(found) = remade["passes"].as_array() else {
        // A line that has no passes must not be given some.
        let has_some = claimed.get("passes").is_some();
        return has_some.then(|| "it has passes, and no such line has".to_owned());
    };
    let claims = claimed["passes"].as_array()?;
    let is_fit = |(claim, found): (&Value, &Value)| {
        let (Some(claim), Some(found)) = (claim.as_object(), found.as_object()) else {
            return false;
        };
        claim.keys().eq(found.keys()) && claim["pass"] == found["pass"]
    };
    let all_fit = claims.iter().zip(found).all(is_fit);
    if claims.len() != found.len() || !all_fit {
        let names = names.join(", ");
        return Some(format!("its passes are not those of the head ({names})"));
    }
    let sides = [
        (&claimed["white_figures"], "white"),
        (&claimed["black_figures"], "black"),
        (&claimed["player"], "figures"),
        (&claimed["figures"], "figures"),
    ];
    sides.into_iter().find_map(|(figures, name)| {
        let own = counted(figures)?;
        let of_passes: Vec<&Value> = claims.iter().map(|pass| &pass[name]).collect();
        let said = unlike(own, &of_passes, name.to_owned())?;
        Some(format!("what the passes came to does not fit: {said}"))
    })
}

/// The first place where a pass's figures have not the form of the figures themselves, or
/// do not span the range that is said.
fn unlike(own: &Value, passes: &[&Value], at: String) -> Option<String> {
    let passes: Vec<&Value> = passes
        .iter()
        .copied()
        .filter(|pass| !pass.is_null())
        .collect();
    match own {
        Value::Object(fields) => {
            // A pass has no range of its own.
            let names = |fields: &Map<String, Value>| -> Vec<String> {
                let names = fields.keys().filter(|name| *name != "range");
                names.cloned().collect()
            };
            let same_names = |pass: &&Value| {
                let pass = pass.as_object();
                pass.is_some_and(|pass| names(pass) == names(fields))
            };
            if !passes.iter().all(same_names) {
                return Some(at);
            }
            if let (Some((name, value)), Some(said)) = (own_value(own), fields.get("range")) {
                let others = passes.iter().filter_map(|pass| pass[name].as_f64());
                let [least, greatest] = others.fold([value; 2], |[least, greatest], other| {
                    [least.min(other), greatest.max(other)]
                });
                if *said != json!([least, greatest]) {
                    return Some(at);
                }
            }
            fields
                .iter()
                .filter(|(name, _)| *name != "range")
                .find_map(|(name, value)| {
                    let theirs: Vec<&Value> = passes.iter().map(|pass| &pass[name]).collect();
                    unlike(value, &theirs, format!("{at}.{name}"))
                })
        }
        Value::Array(values) => values.iter().enumerate().find_map(|(index, value)| {
            let theirs: Vec<&Value> = passes.iter().filter_map(|pass| pass.get(index)).collect();
            unlike(value, &theirs, format!("{at}[{index}]"))
        }),
        Value::String(text) => {
            let is_other = |pass: &&Value| pass.as_str() != Some(text);
            passes.iter().any(is_other).then_some(at)
        }
        // What is withheld here, a pass may have: it can count more moves.
        Value::Null => passes.iter().any(|pass| has_text(pass)).then_some(at),
        Value::Bool(_) | Value::Number(_) => {
            let is_other = |pass: &&Value| pass.is_string() || pass.is_object() || pass.is_array();
            passes.iter().any(is_other).then_some(at)
        }
    }
}

/// Whether there is text in it, which no figure has where it can be withheld.
fn has_text(value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields.values().any(has_text),
        Value::Array(values) => values.iter().any(has_text),
        Value::String(_) => true,
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// The value of a figure that may have a range, and its name.
fn own_value(figure: &Value) -> Option<(&'static str, f64)> {
    let mut named = VALUES.iter();
    named.find_map(|&name| Some((name, figure.get(name)?.as_f64()?)))
}

/// The first range that is none, or that does not hold the figure that it belongs to.
fn ranges_wrong(value: &Value) -> Option<String> {
    match value {
        Value::Object(fields) => {
            if let Some(range) = fields.get("range").filter(|range| !range.is_null()) {
                let numbers: Option<Vec<f64>> = range
                    .as_array()
                    .map(|ends| ends.iter().filter_map(Value::as_f64).collect());
                let holds = match (numbers.as_deref(), own_value(value)) {
                    (Some(&[least, greatest]), Some((_, own))) => least <= own && own <= greatest,
                    _ => false,
                };
                if !holds || range.as_array().is_none_or(|ends| ends.len() != 2) {
                    return Some(range.to_string().chars().take(60).collect());
                }
            }
            fields.values().find_map(ranges_wrong)
        }
        Value::Array(values) => values.iter().find_map(ranges_wrong),
        _ => None,
    }
}

fn take_ranges(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("range");
            fields.values_mut().for_each(take_ranges);
        }
        Value::Array(values) => values.iter_mut().for_each(take_ranges),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A side's line whose own figures and those of its pass are these.
    fn line(own: Value, pass: Value) -> Value {
        json!({
            "white_figures": { "core": [{ "figures": own }] },
            "passes": [{ "pass": "quicker", "white": pass }],
        })
    }

    fn wrong(own: Value, pass: Value) -> Option<String> {
        let (mut claimed, mut remade) = (line(own.clone(), pass.clone()), line(own, pass));
        take_pass_claims(&mut claimed, &mut remade, &["quicker".to_owned()])
    }

    #[test]
    fn a_pass_may_count_moves_enough_where_the_main_one_does_not() {
        let figures = json!({ "equal": { "count": 5, "of": 11 } });
        assert_eq!(wrong(Value::Null, figures.clone()), None);
        assert_eq!(wrong(figures.clone(), Value::Null), None);
        let words = json!({ "equal": { "count": "all of them" } });
        assert!(wrong(Value::Null, words.clone()).is_some());
        assert!(wrong(figures.clone(), words).is_some());
        assert!(wrong(figures, json!({ "equal": 5 })).is_some());
    }
}

//! Sensitivity and consistency as the page takes them.

use serde_json::{Value, json};

use super::estimates::{range, short};
use crate::reference::RelativeSkill;
use plumb_engine::choice::{Estimate, NoSkill, Skill};

fn fitted(of: &Estimate) -> Value {
    json!([
        short(of.value),
        short(of.error),
        short(of.low),
        short(of.high),
        range(of.range)
    ])
}

/// The same divided by those of the reference; null without one.
pub(super) fn relative(skill: Option<&RelativeSkill>) -> Value {
    skill.map_or(
        Value::Null,
        |skill| json!({ "s": fitted(&skill.sensitivity), "c": fitted(&skill.consistency) }),
    )
}

/// `s` and `c` as `[value, standard error, low, high, range]`, or the reason why there
/// are none; null where nothing was fitted.
pub(super) fn skill(skill: Option<&Result<Skill, NoSkill>>) -> Value {
    match skill {
        Some(Ok(skill)) => json!({
            "choices": skill.choices,
            "s": fitted(&skill.sensitivity),
            "c": fitted(&skill.consistency),
            "correlation": short(skill.correlation),
        }),
        Some(Err(reason)) => json!(reason),
        None => Value::Null,
    }
}

//! What the characters of a trace mean.

use serde_json::{Value, json};

use crate::facts::{Exclusion, trace_legend};

/// Character, name and sentence of everything a trace may say.
pub(super) fn legend() -> Vec<Value> {
    let counted = trace_legend().map(|(letter, sentence)| json!([letter, "", sentence]));
    let exclusions = Exclusion::ALL.map(|e| json!([e.letter(), e.key(), e.sentence()]));
    [counted.as_slice(), exclusions.as_slice()].concat()
}

//! How losses are spread: a share of the counted moves that
//! are not uncertain for each range.

use serde_json::{Value, json};

use super::estimates;
use crate::figures::{CoreFigures, LOSS_STEPS_CP};

/// The ranges in centipawns, from and to; the last has no end.
pub(super) fn ranges() -> Value {
    let ends = LOSS_STEPS_CP.iter().map(|&cp| json!(cp));
    let ends = ends.chain([Value::Null]);
    let starts = std::iter::once(0).chain(LOSS_STEPS_CP.iter().map(|cp| cp + 1));
    starts
        .zip(ends)
        .map(|(from, to)| json!([from, to]))
        .collect()
}

/// The share of each range.
pub(super) fn shares(core: &CoreFigures) -> Value {
    core.loss_ranges.iter().map(estimates::share).collect()
}

//! How losses are spread: a share of the counted moves that
//! are not uncertain for each range.

use serde_json::{Value, json};

use super::estimates;
use crate::fairplay::figures::{CoreFigures, LOSS_STEPS_CP, Share};

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

/// The share of each range: how many lost more than its foot less how many lost
/// more than its top.
pub(super) fn shares(core: &CoreFigures) -> Value {
    let above = || core.losses.iter().map(|loss| loss.share.count);
    let certain = core.moves.saturating_sub(core.uncertain);
    let feet = std::iter::once(certain).chain(above());
    let tops = above().chain([0]);
    feet.zip(tops)
        .map(|(foot, top)| Share::of(foot.saturating_sub(top), certain))
        .map(|found| found.as_ref().map(estimates::share))
        .map(|found| json!(found))
        .collect()
}

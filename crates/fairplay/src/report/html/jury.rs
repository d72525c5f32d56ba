//! A jury as the page takes it: its members, their figures beside each other, and
//! how far they are apart.

use serde_json::{Value, json};

use super::compact::brief;
use super::estimates::{share, short};
use crate::figures::{Disagreement, PanelFigures, Share};
use crate::records::Stamp;

/// The members' figures in their order, the majority's, and how many moves had one.
pub(super) fn figures(panel: &PanelFigures) -> Value {
    let members = panel.members.iter().map(|member| {
        let mut value = brief(&member.figures);
        value["excluded"] = json!(member.figures.excluded);
        value
    });
    json!({
        "members": members.collect::<Vec<Value>>(),
        "majority": panel.majority.as_ref().map(share),
        "majorities": panel.majorities,
    })
}

/// The whole jury.
pub(super) fn jury(stamps: &[&Stamp], everybody: &PanelFigures, apart: &Disagreement) -> Value {
    let of = |count: usize| Share::of(count as u64, apart.moves as u64);
    let of = |count| of(count).as_ref().map(share);
    let mut value = figures(everybody);
    value["engines"] = json!(stamps);
    value["apart"] = json!({
        "moves": apart.moves,
        "differing": of(apart.differing),
        "contested": of(apart.contested),
        "majorities": of(apart.majorities),
        "spreads": apart.spreads,
        "spread": apart.mean_spread_cp.map(short),
        "median": apart.mean_median_loss_cp.map(short),
        "engines": apart.engines.iter().map(|one| json!([
            one.moves, one.first_choices, one.losses, one.mean_loss_cp.map(short),
        ])).collect::<Vec<Value>>(),
    });
    value
}

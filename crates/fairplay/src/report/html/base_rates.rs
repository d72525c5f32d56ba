//! What reaching a threshold says by how many have help at all, as the page takes it.

use serde_json::{Value, json};

use super::estimates::short;
use crate::figures::{BaseRate, Evidence};

/// One for each share of players with help that is assumed, in numbers of players.
pub(super) fn base_rates(evidence: &Evidence) -> Value {
    let rate = |share| {
        let rate = BaseRate::of(evidence, share);
        json!({
            "players": rate.players,
            "helped": short(rate.with_help),
            "found": short(rate.true_alarms),
            "false_alarms": short(rate.false_alarms),
            "rightly": short(rate.precision),
        })
    };
    BaseRate::ASSUMED_SHARES.into_iter().map(rate).collect()
}

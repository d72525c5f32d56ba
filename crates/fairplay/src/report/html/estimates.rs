//! Single estimates as the page takes them: short and rounded.
//!
//! An estimate is `[value, low, high, count, more, range]`: of a share, `more` of
//! `count` moves; of a mean, `more` is the spread, and where that is 0 there is no
//! interval: `low` and `high` are null; `range` is the least and the
//! greatest over all passes.

use serde_json::{Value, json};

use crate::figures::{Mean, Share};

/// So many digits that nothing that is printed changes.
pub(super) fn short(value: f64) -> Value {
    json!(libm::round(value * 1e5) / 1e5)
}

pub(super) fn range(range: Option<[f64; 2]>) -> Value {
    range.map_or(Value::Null, |ends| json!(ends.map(short)))
}

pub(super) fn share(share: &Share) -> Value {
    json!([
        short(share.share),
        short(share.low),
        short(share.high),
        share.of,
        share.count,
        range(share.range)
    ])
}

pub(super) fn mean(mean: &Mean) -> Value {
    json!([
        short(mean.mean),
        mean.low.map(short),
        mean.high.map(short),
        mean.count,
        mean.sd.map(short),
        range(mean.range)
    ])
}

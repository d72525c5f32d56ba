//! The reference: where honest players lie, by their number of moves.

use serde_json::{Value, json};

use super::estimates::short;
use crate::reference::CloudPoint;

/// At most so many points are drawn; the bands are made of all.
const DRAWN: usize = 1_500;
/// A band needs so many points.
const BAND_GATE: usize = 20;

/// Points to draw, and bands: moves, then the 5 %, 50 % and 95 % quantiles of CV
/// and of AE, then how many points they are made of.
pub(super) fn summary(points: &[CloudPoint]) -> Value {
    let mut points: Vec<CloudPoint> = points
        .iter()
        .copied()
        .filter(|p| p.moves > 0 && p.cv.is_finite() && p.ae_cp.is_finite())
        .collect();
    points.sort_by(|a, b| {
        let by_error = a.ae_cp.total_cmp(&b.ae_cp);
        a.moves
            .cmp(&b.moves)
            .then(a.cv.total_cmp(&b.cv))
            .then(by_error)
    });
    let bands: Vec<Value> = points
        .chunk_by(|a, b| half_octave(a.moves) == half_octave(b.moves))
        .filter(|bin| bin.len() >= BAND_GATE)
        .map(band)
        .collect();
    let step = points.len().div_ceil(DRAWN).max(1);
    let drawn: Vec<Value> = points
        .iter()
        .step_by(step)
        .map(|p| json!([p.moves, short(p.cv), short(p.ae_cp)]))
        .collect();
    json!({ "points": drawn, "bands": bands, "count": points.len() })
}

fn half_octave(moves: u64) -> u32 {
    libm::floor(2.0 * libm::log2(moves as f64)) as u32
}

fn band(bin: &[CloudPoint]) -> Value {
    let quantiles = |value: fn(&CloudPoint) -> f64| {
        let mut values: Vec<f64> = bin.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        // The nearest rank.
        [5, 50, 95]
            .map(|percent| short(values[(values.len() * percent / 100).min(values.len() - 1)]))
    };
    let middle = bin[bin.len() / 2].moves;
    json!([
        middle,
        quantiles(|p| p.cv),
        quantiles(|p| p.ae_cp),
        bin.len()
    ])
}

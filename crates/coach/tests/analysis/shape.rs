//! The shape of a levels vector agrees with SciPy's filter and NumPy's fit, on
//! vectors stored by tests/analysis/shape_vectors.py.

use plumb_coach::analysis::{Shape, smooth};
use serde_json::Value;

fn vectors() -> Vec<Value> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/analysis/shape_vectors.json"
    );
    let text = std::fs::read_to_string(path).expect("the stored vectors");
    let stored: Value = serde_json::from_str(&text).expect("JSON");
    stored["vectors"].as_array().expect("a list").clone()
}

fn integers(value: &Value) -> Vec<i32> {
    let numbers = value.as_array().expect("a list").iter();
    numbers
        .map(|number| number.as_i64().expect("a whole number") as i32)
        .collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn numbers(value: &Value) -> Vec<f64> {
    let numbers = value.as_array().expect("a list").iter();
    numbers.map(number).collect()
}

#[test]
fn smoothing_is_scipys() {
    let vectors = vectors();
    assert!(vectors.len() >= 20);
    for stored in vectors {
        let last = number(&stored["best_final_cp"]);
        let differences: Vec<f64> = numbers(&stored["levels"])
            .iter()
            .map(|level| level - last)
            .collect();
        let expected = numbers(&stored["smoothed"]);
        let found = smooth(&differences);
        assert_eq!(found.len(), expected.len(), "{}", stored["name"]);
        for (found, expected) in found.iter().zip(expected) {
            assert!(
                (found - expected).abs() < 1e-9,
                "{}: {found} for {expected}",
                stored["name"]
            );
        }
    }
}

#[test]
fn size_and_cubic_are_numpys() {
    for stored in vectors() {
        let name = &stored["name"];
        let last = number(&stored["best_final_cp"]) as i32;
        let shape = Shape::of(&integers(&stored["levels"]), last);
        let amplitude = number(&stored["amplitude"]);
        assert!((shape.amplitude - amplitude).abs() < 1e-9, "{name}");

        let scale = if amplitude > 0.0 { amplitude } else { 1.0 };
        for (found, smoothed) in shape.values.iter().zip(numbers(&stored["smoothed"])) {
            assert!((found - smoothed / scale).abs() < 1e-9, "{name}");
        }

        let cubic = shape.cubic.expect("four values or more");
        for (found, expected) in cubic.iter().zip(numbers(&stored["cubic"])) {
            // Where the true factor is zero only rounding is left of it.
            let allowed = 1e-9 * expected.abs() + 1e-14;
            assert!(
                (found - expected).abs() <= allowed,
                "{name}: {found} for {expected}"
            );
        }
        let residual = number(&stored["residual"]);
        assert!((shape.residual - residual).abs() < 1e-12, "{name}");
    }
}

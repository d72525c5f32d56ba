//! Expected points from scores: a logistic curve with one scale for each
//! engine, fitted to how games ended.

use super::class::WhiteScore;

/// Scales tried lie between these, in centipawns.
const SCALES_CP: (f64, f64) = (5.0, 5_000.0);

/// White's expected points, 0 to 1, if `scale_cp` centipawns change the odds by
/// a factor of e. A mate is a whole point.
pub fn expected_points(score: WhiteScore, scale_cp: f64) -> f64 {
    if score.is_mate() {
        return if score.to_int() > 0 { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + libm::exp(-f64::from(score.to_int()) / scale_cp))
}

/// The scale, in centipawns, with which expected points miss White's points (0,
/// ½ or 1) least, by the mean square; none without games. By golden section on
/// the scale's logarithm.
pub fn fit_scale(scores: &[(WhiteScore, f64)]) -> Option<f64> {
    if scores.is_empty() {
        return None;
    }
    let error = |log_scale: f64| -> f64 {
        let scale = libm::exp(log_scale);
        scores
            .iter()
            .map(|&(score, points)| {
                let missed = expected_points(score, scale) - points;
                missed * missed
            })
            .sum()
    };
    let (mut low, mut high) = (libm::log(SCALES_CP.0), libm::log(SCALES_CP.1));
    let golden = 0.5 * (5f64.sqrt() - 1.0);
    let mut inner = [high - golden * (high - low), low + golden * (high - low)];
    let mut errors = inner.map(error);
    while high - low > 1e-4 {
        if errors[0] <= errors[1] {
            high = inner[1];
            inner = [high - golden * (high - low), inner[0]];
            errors = [error(inner[0]), errors[0]];
        } else {
            low = inner[0];
            inner = [inner[1], low + golden * (high - low)];
            errors = [errors[1], error(inner[1])];
        }
    }
    Some(libm::exp(0.5 * (low + high)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::board::Color;

    #[test]
    fn points_follow_the_curve() {
        let points = |cp| expected_points(WhiteScore::cp(cp), 200.0);
        assert_eq!(points(0), 0.5);
        assert!((points(200) - 0.731_058_578_6).abs() < 1e-9);
        assert!((points(200) + points(-200) - 1.0).abs() < 1e-12);
        let mated = WhiteScore::mate(Color::Black);
        assert_eq!(expected_points(mated, 200.0), 0.0);
    }

    #[test]
    fn the_scale_that_made_the_points_is_found() {
        for truth in [37.0, 180.0, 900.0] {
            let scores: Vec<_> = (-40..=40)
                .map(|n| {
                    let score = WhiteScore::cp(n * 20);
                    (score, expected_points(score, truth))
                })
                .collect();
            let found = fit_scale(&scores).unwrap();
            assert!((found / truth - 1.0).abs() < 1e-3, "{found} for {truth}");
        }
        assert_eq!(fit_scale(&[]), None);
    }
}

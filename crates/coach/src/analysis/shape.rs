//! The shape of a levels vector: how the evaluation moved with depth, whatever
//! its size.
//!
//! After Burnham's report: the levels less the best search's final score, as a
//! zero-phase moving average, divided by the largest magnitude, with a cubic
//! through it. Levels and scores are centipawns from the mover's side; the
//! shape itself has no unit. His listing passes a = 3 to the filter, so its
//! sizes are a ninth of ours. Start with `Shape::of`.

/// A levels vector, smoothed and brought to size 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The largest magnitude of the smoothed differences, in centipawns; zero
    /// if all are zero.
    pub amplitude: f64,
    /// The smoothed differences divided by the amplitude: each from -1 to 1,
    /// all zero if the amplitude is. Positive: above the final score, for the
    /// mover.
    pub values: Vec<f64>,
    /// The cubic nearest to the values by least squares, over x = 0, 1, ...:
    /// the factors of 1, x, x² and x³. Nothing for fewer than four values.
    pub cubic: Option<[f64; 4]>,
    /// The root mean square of values less cubic; zero without a cubic.
    pub residual: f64,
}

impl Shape {
    /// The shape of `levels`, measured from `best_final_cp`, the final score of
    /// the search before the move; all in centipawns from the mover's side.
    pub fn of(levels: &[i32], best_final_cp: i32) -> Shape {
        let differences: Vec<f64> = levels
            .iter()
            .map(|&level| f64::from(level) - f64::from(best_final_cp))
            .collect();
        let mut values = smooth(&differences);
        let amplitude = values.iter().fold(0.0, |most: f64, v| most.max(v.abs()));
        if amplitude > 0.0 {
            for value in &mut values {
                *value /= amplitude;
            }
        }
        let fit = fit_cubic(&values);
        Shape {
            amplitude,
            cubic: fit.map(|(cubic, _)| cubic),
            residual: fit.map_or(0.0, |(_, residual)| residual),
            values,
        }
    }
}

/// A three-point mean taken forwards and backwards, so that nothing is shifted:
/// SciPy's `filtfilt(b=[1/3, 1/3, 1/3], a=1, padtype='odd', padlen=9)`.
///
/// Both passes together weigh five neighbours with 1, 2, 3, 2, 1 ninths. Past
/// an end the vector goes on turned about its end point (`2 v[0] - v[k]`); only
/// two entries of that padding are ever seen, so the same is done for vectors
/// of nine or fewer, which SciPy takes only with a shorter padding. One entry
/// is a point and two are a straight line: they stay as they are.
pub fn smooth(values: &[f64]) -> Vec<f64> {
    let count = values.len();
    if count < 3 {
        return values.to_vec();
    }
    let (first, last) = (values[0], values[count - 1]);
    let mut padded = Vec::with_capacity(count + 4);
    padded.extend([2, 1].map(|back| 2.0 * first - values[back]));
    padded.extend(values);
    padded.extend([2, 3].map(|back| 2.0 * last - values[count - back]));
    padded
        .windows(5)
        .map(|v| (v[0] + 2.0 * v[1] + 3.0 * v[2] + 2.0 * v[3] + v[4]) / 9.0)
        .collect()
}

/// The cubic nearest to `values` over x = 0, 1, ..., and the root mean square
/// of what is left; nothing for fewer than four values.
///
/// By the polynomials that are orthogonal over equally spaced points (Gram's,
/// or discrete Chebyshev, polynomials) in t = x - middle, where no equations
/// need solving: p0 = 1, p1 = t, p(k+1) = t pk - bk p(k-1) with
/// bk = k² (n² - k²) / (4 (4k² - 1)).
fn fit_cubic(values: &[f64]) -> Option<([f64; 4], f64)> {
    if values.len() < 4 {
        return None;
    }
    let count = values.len() as f64;
    let middle = (count - 1.0) / 2.0;
    let b1 = (count * count - 1.0) / 12.0;
    let b2 = (count * count - 4.0) / 15.0;
    let basis = |index: usize| {
        let t = index as f64 - middle;
        let square = t * t - b1;
        [1.0, t, square, t * square - b2 * t]
    };

    let (mut along, mut norms) = ([0.0; 4], [0.0; 4]);
    for (index, value) in values.iter().enumerate() {
        for (k, p) in basis(index).into_iter().enumerate() {
            along[k] += p * value;
            norms[k] += p * p;
        }
    }
    let weights: [f64; 4] = std::array::from_fn(|k| along[k] / norms[k]);

    let squares = values.iter().enumerate().map(|(index, value)| {
        let [p0, p1, p2, p3] = basis(index);
        let fitted = weights[0] * p0 + weights[1] * p1 + weights[2] * p2 + weights[3] * p3;
        (value - fitted) * (value - fitted)
    });
    let residual = (squares.sum::<f64>() / count).sqrt();

    // The same polynomial in powers of t, then of x = t + middle.
    let in_t = [
        weights[0] - weights[2] * b1,
        weights[1] - weights[3] * (b1 + b2),
        weights[2],
        weights[3],
    ];
    let cubic = [
        in_t[0] - middle * (in_t[1] - middle * (in_t[2] - middle * in_t[3])),
        in_t[1] - middle * (2.0 * in_t[2] - middle * 3.0 * in_t[3]),
        in_t[2] - middle * 3.0 * in_t[3],
        in_t[3],
    ];
    Some((cubic, residual))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }

    #[test]
    fn a_spike_is_spread_over_five() {
        let mut spike = [0.0; 11];
        spike[5] = 9.0;
        let expected = [0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 2.0, 1.0, 0.0, 0.0, 0.0];
        assert_near(&smooth(&spike), &expected);
    }

    #[test]
    fn ends_are_turned_about_their_points() {
        // Padded: -4 0 | 9 18 22 | 26 35, hand-worked. The ends stay.
        let smoothed = smooth(&[9.0, 18.0, 22.0]);
        assert_near(
            &smoothed,
            &[9.0, (0.0 + 18.0 + 54.0 + 44.0 + 26.0) / 9.0, 22.0],
        );
    }

    #[test]
    fn straight_lines_and_short_vectors_stay() {
        for count in 0..15 {
            let line: Vec<f64> = (0..count).map(|x| 7.0 - 3.0 * f64::from(x)).collect();
            assert_near(&smooth(&line), &line);
        }
        assert_near(&smooth(&[1.0, -50.0]), &[1.0, -50.0]);
    }

    #[test]
    fn a_flat_vector_is_all_zeros_at_its_own_score() {
        let shape = Shape::of(&[35; 20], 35);
        assert_eq!(shape.amplitude, 0.0);
        assert_eq!(shape.values, [0.0; 20]);
        assert_eq!((shape.cubic, shape.residual), (Some([0.0; 4]), 0.0));
        let above = Shape::of(&[35; 20], 10);
        assert_eq!(above.amplitude, 25.0);
        assert_eq!(above.values, [1.0; 20]);
    }

    #[test]
    fn a_negated_vector_has_the_negated_shape() {
        let levels = [3, -40, 55, 10, 10, 9_997, -12, 0, 8, 90, 41];
        let shape = Shape::of(&levels, 17);
        let negated = Shape::of(&levels.map(|level| -level), -17);
        assert_eq!(negated.amplitude, shape.amplitude);
        let turned: Vec<f64> = shape.values.iter().map(|value| -value).collect();
        assert_eq!(negated.values, turned);
        assert_eq!(negated.residual, shape.residual);
    }

    #[test]
    fn a_cubic_finds_itself() {
        let known = [0.25, -0.5, 0.0625, -0.002];
        for count in [4_u32, 5, 20, 30] {
            let values: Vec<f64> = (0..count)
                .map(f64::from)
                .map(|x| known[0] + x * (known[1] + x * (known[2] + x * known[3])))
                .collect();
            let (cubic, residual) = fit_cubic(&values).unwrap();
            assert_near(&cubic, &known);
            assert!(residual < 1e-13, "{residual}");
        }
        assert_eq!(fit_cubic(&[1.0, 2.0, 3.0]), None);
    }

    #[test]
    fn what_a_cubic_cannot_follow_is_left() {
        // 1, -1, 1, -1, 1 over five points: only the quartic part, 1, -4, 6,
        // -4, 1, is beyond a cubic. Its share is 16/70, its mean square 256/350.
        let (_, residual) = fit_cubic(&[1.0, -1.0, 1.0, -1.0, 1.0]).unwrap();
        assert_near(&[residual], &[(256.0_f64 / 350.0).sqrt()]);
    }

    #[test]
    fn short_and_extreme_vectors_are_no_trouble() {
        assert_eq!(Shape::of(&[], 5).values, Vec::<f64>::new());
        assert_eq!(Shape::of(&[3, 4, 5], 5).cubic, None);
        let extreme = Shape::of(&[i32::MIN, i32::MAX, 0, i32::MIN, 1], i32::MAX);
        assert!(extreme.values.iter().all(|value| value.abs() <= 1.0));
    }
}

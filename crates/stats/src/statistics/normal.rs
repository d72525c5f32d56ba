//! The normal distribution and the Elo scale.
//!
//! Exponentials and logarithms come from `libm`, so that printed figures are
//! the same on every machine.

pub(super) const TWO_PI: f64 = 2.0 * std::f64::consts::PI;

/// Half of the 95 % interval of a standard normal number.
pub const Z95: f64 = 1.959_963_984_540_054;

/// More steps of Newton's method than any quantile needs.
const NEWTON_STEPS: usize = 50;

/// Elo points in one unit of log odds: 400 / ln 10.
pub const ELO_PER_LOG_ODDS: f64 = 400.0 / std::f64::consts::LN_10;

/// The chance that a standard normal number is below `x`.
pub fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x * std::f64::consts::FRAC_1_SQRT_2)
}

/// The logarithm of `normal_cdf(x)`, finite for any finite `x`.
pub(super) fn log_normal_cdf(x: f64) -> f64 {
    if x > -30.0 {
        return libm::log(normal_cdf(x));
    }
    // Where the chance underflows, the first terms of its asymptotic series.
    -0.5 * x * x - libm::log(-x) - 0.5 * libm::log(TWO_PI) - 1.0 / (x * x)
}

/// The number that a standard normal one is below with this chance; infinite at 0 and 1.
pub(super) fn normal_quantile(chance: f64) -> f64 {
    if chance > 0.5 {
        return -normal_quantile(1.0 - chance);
    }
    let wanted = libm::log(chance);
    // The normal chance is below half of exp(-x²/2), so this is left of the root; the logarithm
    // of the chance is concave, so Newton's steps come nearer from there and never pass it.
    let mut x = -(-2.0 * wanted).sqrt();
    for _ in 0..NEWTON_STEPS {
        let log_chance = log_normal_cdf(x);
        let log_slope = -0.5 * x * x - 0.5 * libm::log(TWO_PI) - log_chance;
        let step = (wanted - log_chance) / libm::exp(log_slope);
        if step.is_nan() || step <= 0.0 {
            break;
        }
        x += step;
    }
    x
}

/// The score, from 0 to 1, expected of a player who is `elo` points stronger.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-elo / ELO_PER_LOG_ODDS))
}

/// The Elo difference at which `score` is expected; `score` must be above 0
/// and below 1.
pub(super) fn elo_of_score(score: f64) -> f64 {
    ELO_PER_LOG_ODDS * (libm::log(score) - libm::log(1.0 - score))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        assert!((normal_cdf(Z95) - 0.975).abs() < 1e-12);
        assert!((normal_cdf(0.0) - 0.5).abs() < 1e-15);
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert!((elo_of_score(10.0 / 11.0) - 400.0).abs() < 1e-9);
    }

    #[test]
    fn quantiles_are_those_of_scipy() {
        // scipy.stats.norm.ppf of SciPy 1.17.1.
        let table = [
            (0.5, 0.0),
            (0.499_999, -2.506_628_274_566_559e-6),
            (0.3, -0.524_400_512_708_040_9),
            (0.025, -1.959_963_984_540_054_5),
            (1e-10, -6.361_340_902_404_056),
            (1e-100, -21.273_453_560_965_322),
            (0.9, 1.281_551_565_544_600_8),
            (0.999_9, 3.719_016_485_455_709),
        ];
        for (chance, quantile) in table {
            let ours = normal_quantile(chance);
            assert!(
                (ours - quantile).abs() < 2e-14 * quantile.abs().max(1.0),
                "{chance} {ours}"
            );
        }
        assert_eq!(normal_quantile(0.0), f64::NEG_INFINITY);
        assert_eq!(normal_quantile(1.0), f64::INFINITY);
        assert!(normal_quantile(f64::NAN).is_nan());
    }

    #[test]
    fn the_far_tail_joins_the_near_one() {
        let (near, far) = (log_normal_cdf(-29.999_99), log_normal_cdf(-30.000_01));
        assert!((near - far).abs() < 1e-3, "{near} {far}");
        assert!(log_normal_cdf(-1e6).is_finite());
    }
}

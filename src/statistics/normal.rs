//! The normal distribution and the Elo scale.
//!
//! Exponentials and logarithms come from `libm`, so that printed figures are
//! the same on every machine.

pub(super) const TWO_PI: f64 = 2.0 * std::f64::consts::PI;

/// Half of the 95 % interval of a standard normal number.
pub const Z95: f64 = 1.959_963_984_540_054;

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
    fn the_far_tail_joins_the_near_one() {
        let (near, far) = (log_normal_cdf(-29.999_99), log_normal_cdf(-30.000_01));
        assert!((near - far).abs() < 1e-3, "{near} {far}");
        assert!(log_normal_cdf(-1e6).is_finite());
    }
}

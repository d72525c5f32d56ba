//! How often honest people's z-scores come out how high.
//!
//! Players differ by more than a normal number would: a z of 4 is rare, but not as rare as
//! that. So the tail is Student's t with a scale, fitted to whole honest players.

use serde::Deserialize;

/// The upper tail of a z-score among honest players.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a section")]
pub struct Tail {
    /// Degrees of freedom of Student's t: fewer make far values likelier.
    pub degrees: u32,
    /// What a z-score is divided by.
    pub scale: f64,
}

/// Degrees of freedom are within these.
pub const DEGREES: std::ops::RangeInclusive<u32> = 1..=100;

impl Tail {
    /// The chance, 0 to 1, that an honest player has this z-score or a higher one.
    pub fn chance(&self, z: f64) -> f64 {
        let within = within(z.abs() / self.scale, self.degrees);
        match z > 0.0 {
            // Far out, rounding must not take it below nothing.
            true => ((1.0 - within) / 2.0).max(0.0),
            false => f64::midpoint(1.0, within),
        }
    }

    /// ln(density) of a z-score.
    pub fn log_density(&self, z: f64) -> f64 {
        let (t, n) = (z / self.scale, f64::from(self.degrees));
        libm::lgamma((n + 1.0) / 2.0)
            - libm::lgamma(n / 2.0)
            - 0.5 * libm::log(n * std::f64::consts::PI)
            - (n + 1.0) / 2.0 * libm::log(1.0 + t * t / n)
            - libm::log(self.scale)
    }
}

/// The chance that a Student's t with whole degrees of freedom is between -t and t
/// (M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4).
fn within(t: f64, degrees: u32) -> f64 {
    let angle = libm::atan(t / f64::from(degrees).sqrt());
    let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
    let is_odd = degrees % 2 == 1;
    // Each term is the one before times cos² and a quotient of neighbours.
    let (mut term, first) = if is_odd { (cosine, 1) } else { (1.0, 0) };
    let mut sum = 0.0;
    let mut power = first;
    while power + 2 <= degrees {
        sum += term;
        let next = f64::from(power + 1);
        term *= cosine * cosine * next / (next + 1.0);
        power += 2;
    }
    match is_odd {
        true => 2.0 / std::f64::consts::PI * (angle + sine * sum),
        false => sine * sum,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Critical values of Student's t as tables have them (Abramowitz and Stegun, 26.10).
    #[test]
    fn chances_are_those_of_the_published_table() {
        for (degrees, t, chance) in [
            (1, 3.078, 0.1),
            (1, 63.657, 0.005),
            (2, 2.920, 0.05),
            (3, 5.841, 0.005),
            (4, 2.776, 0.025),
            (5, 4.032, 0.005),
            (10, 2.228, 0.025),
            (11, 3.106, 0.005),
            (30, 2.750, 0.005),
        ] {
            let tail = Tail {
                degrees,
                scale: 1.0,
            };
            let found = tail.chance(t);
            assert!(
                (found / chance - 1.0).abs() < 2e-3,
                "{degrees} {t}: {found}"
            );
            assert!((tail.chance(-t) + found - 1.0).abs() < 1e-12);
            let wide = Tail {
                degrees,
                scale: 2.0,
            };
            assert_eq!(wide.chance(2.0 * t), found);
        }
        for degrees in [3, 15, 50, 100] {
            let tail = Tail {
                degrees,
                scale: 1.0,
            };
            let chance = tail.chance(50.0);
            assert!((0.0..1e-4).contains(&chance), "{degrees}: {chance}");
        }
        assert_eq!(
            Tail {
                degrees: 7,
                scale: 1.0
            }
            .chance(0.0),
            0.5
        );
    }

    #[test]
    fn the_density_is_that_of_the_chances() {
        let tail = Tail {
            degrees: 5,
            scale: 1.3,
        };
        for z in [-2.0, 0.0, 0.7, 3.0] {
            let step = 1e-5;
            let slope = (tail.chance(z - step) - tail.chance(z + step)) / (2.0 * step);
            assert!((libm::exp(tail.log_density(z)) - slope).abs() < 1e-6);
        }
    }
}

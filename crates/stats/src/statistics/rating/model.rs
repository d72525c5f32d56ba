//! The chances of one game's results, given how much stronger White is.
//!
//! The expected score is logistic in the difference, as Elo's scale has it.
//! How much of it is draws is modelled by Davidson's relation p(draw) =
//! ν √(p(win) p(loss)) (R. R. Davidson, "On Extending the Bradley-Terry Model
//! to Accommodate Ties", 1970). Davidson lets ν change the scale of the
//! strengths; here the score is fixed first and the draws are solved for, so
//! that a difference of 100 means the same score whatever the draw rate.
//!
//! Differences are in log odds, not in Elo.

/// Chances of a game and how they move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Chances {
    /// White wins, draw, Black wins.
    pub chance: [f64; 3],
    /// Their derivatives by the difference in strength.
    pub by_strength: [f64; 3],
    /// Their derivatives by ln ν.
    pub by_draws: [f64; 3],
}

/// The expected score and its slope, s (1 - s), for this difference, without
/// loss of digits far from 0: (score, 1 - score, slope).
pub(super) fn logistic(difference: f64) -> (f64, f64, f64) {
    let small = libm::exp(-difference.abs());
    let (low, high) = (small / (1.0 + small), 1.0 / (1.0 + small));
    if difference >= 0.0 {
        (high, low, high * low)
    } else {
        (low, high, high * low)
    }
}

/// Chances for this difference and ν squared.
pub(super) fn chances(difference: f64, nu2: f64) -> Chances {
    let (score, rest, slope) = logistic(difference);
    // With p(win) = s - x/2 and p(loss) = 1 - s - x/2, Davidson's relation is
    // (1 - ν²/4) x² + (ν²/2) x - ν² s (1 - s) = 0; `root` is the square root of
    // its discriminant.
    let root = (nu2 * (4.0 * slope + nu2 * (0.25 - slope))).sqrt();
    let draw = 2.0 * nu2 * slope / (0.5 * nu2 + root);
    // The smaller of the other two from the relation, not from a difference.
    let (win, loss) = if difference >= 0.0 {
        let win = score - 0.5 * draw;
        (win, draw * draw / (nu2 * win))
    } else {
        let loss = rest - 0.5 * draw;
        (draw * draw / (nu2 * loss), loss)
    };
    let draw_by_strength = nu2 / root * slope * (rest - score);
    let draw_by_draws = 2.0 * draw * draw / root;
    Chances {
        chance: [win, draw, loss],
        by_strength: [
            slope - 0.5 * draw_by_strength,
            draw_by_strength,
            -slope - 0.5 * draw_by_strength,
        ],
        by_draws: [-0.5 * draw_by_draws, draw_by_draws, -0.5 * draw_by_draws],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn davidsons_relation_and_the_score_hold() {
        for nu in [1e-3, 0.5, 1.0, 2.0, 2.000_001, 5.0, 40.0] {
            for difference in [-12.0, -1.5, -0.1, 0.0, 0.3, 2.0, 15.0] {
                let [win, draw, loss] = chances(difference, nu * nu).chance;
                assert!(win > 0.0 && draw > 0.0 && loss > 0.0);
                assert!((win + draw + loss - 1.0).abs() < 1e-12);
                let (score, _, _) = logistic(difference);
                assert!((win + 0.5 * draw - score).abs() < 1e-12);
                let relation = nu * (win * loss).sqrt();
                assert!((draw / relation - 1.0).abs() < 1e-6, "{nu} {difference}");
            }
        }
    }

    #[test]
    fn derivatives_are_those_of_the_chances() {
        let step = 1e-5;
        for nu in [0.1f64, 1.0, 2.0, 7.0] {
            for difference in [-3.0, -0.2, 0.0, 0.5, 4.0] {
                let at =
                    |difference: f64, log_nu: f64| chances(difference, (2.0 * log_nu).exp()).chance;
                let found = chances(difference, nu * nu);
                let log_nu = nu.ln();
                let (up, down) = (at(difference + step, log_nu), at(difference - step, log_nu));
                let (more, less) = (at(difference, log_nu + step), at(difference, log_nu - step));
                for i in 0..3 {
                    let strength = (up[i] - down[i]) / (2.0 * step);
                    assert!((strength - found.by_strength[i]).abs() < 1e-8);
                    let draws = (more[i] - less[i]) / (2.0 * step);
                    assert!((draws - found.by_draws[i]).abs() < 1e-8);
                }
            }
        }
    }
}

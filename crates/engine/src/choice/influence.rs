//! How much a part of a player's choices moves his fitted s and c.
//!
//! Choices of one game, or of one player among several, go together, so that errors
//! from the curvature of the likelihood alone are too small. The first-order effect
//! of each part says how large they are (P. J. Huber, 1967), and is what a bootstrap
//! over whole games adds up. Start with `Skill::influence`.

use super::move_choice::MoveChoice;
use super::skill::{Estimate, Skill};

/// The step of the differences, in logarithms.
const STEP: f64 = 1e-4;

impl Skill {
    /// How far ln s and ln c move, to the first order, if these choices, a part of
    /// those that were fitted, count once more. Over all parts they add up to about
    /// nothing.
    pub fn influence(&self, part: &[MoveChoice]) -> [f64; 2] {
        let log = [self.sensitivity.value, self.consistency.value].map(libm::log);
        let likelihood = |s: f64, c: f64| -> f64 {
            let (s, c) = (libm::exp(log[0] + s), libm::exp(log[1] + c));
            let known = part.iter().filter(|choice| !choice.is_indifferent());
            known.map(|choice| choice.log_credit(s, c)).sum()
        };
        let slope = [
            (likelihood(STEP, 0.0) - likelihood(-STEP, 0.0)) / (2.0 * STEP),
            (likelihood(0.0, STEP) - likelihood(0.0, -STEP)) / (2.0 * STEP),
        ];
        let spread = [self.sensitivity, self.consistency].map(|one| one.error / one.value);
        let joint = self.correlation * spread[0] * spread[1];
        [
            spread[0] * spread[0] * slope[0] + joint * slope[1],
            joint * slope[0] + spread[1] * spread[1] * slope[1],
        ]
    }

    /// The same skill with errors over parts that are independent of each other, and
    /// not smaller than those of independent choices: one influence for each part.
    pub fn with_errors_over(mut self, influences: &[[f64; 2]]) -> Skill {
        let parts = influences.len() as f64;
        if parts < 2.0 {
            return self;
        }
        for (axis, estimate) in [&mut self.sensitivity, &mut self.consistency]
            .into_iter()
            .enumerate()
        {
            let squares: f64 = influences.iter().map(|one| one[axis] * one[axis]).sum();
            let spread = (squares * parts / (parts - 1.0)).sqrt();
            *estimate = Estimate::of_log(
                libm::log(estimate.value),
                spread.max(estimate.error / estimate.value),
            );
        }
        self
    }
}

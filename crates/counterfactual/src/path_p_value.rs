//! The p-value of decisions on the board.

use super::path::PathDecision;
use plumb_stats::statistics::fisher;

/// The tail of −2 Σ ln u: small where all moves were good beside what the policy plays.
pub fn path_p_value(decisions: &[PathDecision]) -> f64 {
    let us: Vec<f64> = decisions.iter().map(|decision| decision.u).collect();
    fisher(&us)
}

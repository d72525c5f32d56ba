//! Metropolis and Hastings's step from one line to the next, with two ways of proposing lines.
//!
//! `prefix`: a ply d is drawn from all k with equal chances, the moves before it stay, another
//! move is drawn there from the policy without the old one, and the rest from the policy. So d is
//! the first difference, and
//! ln q(Y|X) = −ln k + ln P0(y_d) − ln(1 − P0(x_d)) + Σ_{i>d} ln P0(y_i).
//!
//! `mixture`: with probability ρ a fresh line, q_r(Y) = Π P0(y_i), otherwise as above; the
//! density is that of the mixture, whichever way Y was made.
//!
//! A dead proposal, and one at a ply with a sole legal move, is rejected: the old line counts
//! once more. Drawing again instead would make q another one. Source of the step: W. K. Hastings,
//! Biometrika 57 (1970).

use super::line::Line;
use super::target::Target;
use super::tree::{LineTree, TreeError};
use plumb_support::random::Random;

/// How a line is proposed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kernel {
    /// ρ, 0 to 1: how often a fresh line is. 0 is the kernel `prefix`.
    pub fresh: f64,
}

impl Kernel {
    /// A proposal from `line`; nothing where it has to be rejected.
    pub fn propose<T: LineTree>(
        self,
        tree: &mut T,
        line: &Line,
        random: &mut Random,
    ) -> Result<Option<Line>, TreeError> {
        if self.fresh > 0.0 && random.happens(self.fresh) {
            return Line::draw(tree, random);
        }
        let first = random.below(line.choices.len());
        line.redraw(tree, first, random)
    }

    /// ln q(to | from); minus infinity where it is never proposed.
    pub fn ln_density(self, to: &Line, from: &Line) -> f64 {
        let prefix = libm::log1p(-self.fresh) + ln_prefix_density(to, from);
        let fresh = libm::log(self.fresh) + to.ln_policy();
        log_add(prefix, fresh)
    }

    /// ln α of going from one line to another that was proposed, where `target` has these
    /// logarithms of densities there.
    pub fn ln_acceptance(self, from: (&Line, f64), to: (&Line, f64)) -> f64 {
        let there = self.ln_density(to.0, from.0);
        let back = self.ln_density(from.0, to.0);
        (to.1 - from.1 + back - there).min(0.0)
    }

    /// One step: the line becomes the next of the chain. True if a proposal was accepted.
    pub fn step<T: LineTree>(
        self,
        tree: &mut T,
        target: Target,
        line: &mut Line,
        random: &mut Random,
    ) -> Result<bool, TreeError> {
        let Some(mut proposal) = self.propose(tree, line, random)? else {
            return Ok(false);
        };
        let before = ln_target(tree, target, line)?;
        let after = ln_target(tree, target, &mut proposal)?;
        let ln_acceptance = self.ln_acceptance((line, before), (&proposal, after));
        let is_accepted = libm::log(random.unit()) < ln_acceptance;
        if is_accepted {
            *line = proposal;
        }
        Ok(is_accepted)
    }
}

/// ln π of a line; its loss is only looked up where the target asks for it.
pub(super) fn ln_target<T: LineTree>(
    tree: &mut T,
    target: Target,
    line: &mut Line,
) -> Result<f64, TreeError> {
    let cpl = match target.beta() == 0.0 {
        true => 0,
        false => line.cpl(tree)?,
    };
    Ok(target.ln_density(line.ln_policy(), cpl))
}

/// ln q of `prefix`.
fn ln_prefix_density(to: &Line, from: &Line) -> f64 {
    let plies = from.choices.len();
    if to.choices.len() != plies {
        return f64::NEG_INFINITY;
    }
    let mut pairs = to.choices.iter().zip(&from.choices);
    let Some(first) = pairs.position(|(to, from)| to != from) else {
        return f64::NEG_INFINITY;
    };
    let rest: f64 = to.ln_shares[first + 1..].iter().sum();
    to.ln_shares[first] - from.ln_rest[first] - libm::log(plies as f64) + rest
}

/// ln(e^a + e^b).
fn log_add(a: f64, b: f64) -> f64 {
    let (less, more) = if a < b { (a, b) } else { (b, a) };
    match more == f64::NEG_INFINITY {
        true => more,
        false => more + libm::log1p(libm::exp(less - more)),
    }
}

//! Sequential Monte Carlo: from the policy to the policy times exp(−β CPL), step by step.
//!
//! Particles are lines from the policy. β is raised as far as the effective sample size
//! (Σw)²/Σw² of w = exp(−Δβ CPL) stays at half of the particles; the logarithm of the mean weight
//! adds up to that of Z, the mean of exp(−β CPL) under the policy; particles are resampled
//! systematically, and moved by the mixture kernel until nine in ten have moved. Source: P. Del
//! Moral, A. Doucet and A. Jasra, Sequential Monte Carlo samplers, J. R. Statist. Soc. B 68 (2006).
//!
//! It is consistent, not exact. A ladder of β that is chosen on the way biases Z a little; so a
//! first run chooses it, and those that count take it over.

use super::draw::{Chain, Draw};
use super::kernel::Kernel;
use super::line::Line;
use super::target::Target;
use super::tree::{LineTree, TreeError};
use plumb_support::random::Random;

/// The part of particles that the effective sample size falls to when β is raised.
const ESS_SHARE: f64 = 0.5;
/// The part of particles that have to have moved.
const MOVED_SHARE: f64 = 0.9;
/// The most sweeps after a resampling, for each ply of a line.
const SWEEPS_A_PLY: usize = 10;
/// Halvings of the interval in which β is looked for.
const HALVINGS: usize = 60;

/// How particles go.
#[derive(Clone, Debug, PartialEq)]
pub struct SmcPlan {
    /// Particles.
    pub particles: usize,
    /// β in the end, for a centipawn.
    pub beta: f64,
    /// ρ of the mixture kernel.
    pub fresh: f64,
    /// The values of β on the way, the last one `beta`; none to choose them.
    pub ladder: Option<Vec<f64>>,
}

/// What a run came to.
#[derive(Clone, Debug, PartialEq)]
pub struct SmcRun {
    /// The particles in the end, of equal weight.
    pub chain: Chain,
    /// The values of β, the last one the one asked for.
    pub ladder: Vec<f64>,
    /// The effective sample size of the weights at each of them.
    pub ess: Vec<f64>,
    /// ln Z.
    pub ln_z: f64,
    /// How many of the first particles have descendants.
    pub unique_ancestors: usize,
}

impl SmcPlan {
    /// Runs the particles.
    pub fn run<T: LineTree>(&self, tree: &mut T, random: &mut Random) -> Result<SmcRun, TreeError> {
        let mut lines = Vec::with_capacity(self.particles);
        let mut chain = Chain::default();
        for _ in 0..self.particles {
            let (line, _) = Line::draw_alive(tree, random)?;
            lines.push(line);
        }
        let mut ancestors: Vec<usize> = (0..self.particles).collect();
        let (mut ladder, mut sizes) = (Vec::new(), Vec::new());
        let (mut beta, mut ln_z) = (0.0, 0.0);
        while beta < self.beta {
            let cpls = lines.iter_mut().map(|line| line.cpl(tree));
            let cpls: Vec<f64> = cpls
                .map(|cpl| cpl.map(f64::from))
                .collect::<Result<_, _>>()?;
            let next = match &self.ladder {
                Some(given) => given.get(ladder.len()).copied().unwrap_or(self.beta),
                None => self.next_beta(&cpls, beta),
            };
            let next = next.clamp(beta, self.beta);
            let weights = Weights::of(&cpls, next - beta);
            ln_z += weights.ln_mean;
            ladder.push(next);
            sizes.push(weights.ess());
            let picks = weights.systematic(random);
            lines = picks.iter().map(|&pick| lines[pick].clone()).collect();
            ancestors = picks.iter().map(|&pick| ancestors[pick]).collect();
            beta = next;
            self.move_lines(tree, beta, &mut lines, &mut chain, random)?;
            if self
                .ladder
                .as_ref()
                .is_some_and(|given| ladder.len() >= given.len())
            {
                break;
            }
        }
        for mut line in lines {
            chain.draws.push(Draw::of(tree, &mut line)?);
        }
        ancestors.sort_unstable();
        ancestors.dedup();
        Ok(SmcRun {
            chain,
            ladder,
            ess: sizes,
            ln_z,
            unique_ancestors: ancestors.len(),
        })
    }

    /// The greatest β, up to the last one, at which enough of the sample is left.
    fn next_beta(&self, cpls: &[f64], beta: f64) -> f64 {
        let enough = ESS_SHARE * cpls.len() as f64;
        let is_enough = |next: f64| Weights::of(cpls, next - beta).ess() >= enough;
        if is_enough(self.beta) {
            return self.beta;
        }
        let (mut low, mut high) = (beta, self.beta);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            match is_enough(middle) {
                true => low = middle,
                false => high = middle,
            }
        }
        // Where a step is too small for a number, the end is gone to at once.
        if low > beta { low } else { self.beta }
    }

    /// Moves all lines until nine in ten are others than before.
    fn move_lines<T: LineTree>(
        &self,
        tree: &mut T,
        beta: f64,
        lines: &mut [Line],
        chain: &mut Chain,
        random: &mut Random,
    ) -> Result<(), TreeError> {
        let kernel = Kernel { fresh: self.fresh };
        let target = Target::Human { beta };
        let mut has_moved = vec![false; lines.len()];
        for _ in 0..SWEEPS_A_PLY * tree.plies() {
            for (line, has_moved) in lines.iter_mut().zip(&mut has_moved) {
                let is_accepted = kernel.step(tree, target, line, random)?;
                chain.tries += 1;
                chain.accepted += u64::from(is_accepted);
                *has_moved |= is_accepted;
            }
            let moved = has_moved.iter().filter(|moved| **moved).count();
            if moved as f64 >= MOVED_SHARE * lines.len() as f64 {
                break;
            }
        }
        Ok(())
    }
}

/// Weights of particles, the greatest being 1, and the logarithm of their true mean.
struct Weights {
    weights: Vec<f64>,
    ln_mean: f64,
}

impl Weights {
    fn of(cpls: &[f64], step: f64) -> Weights {
        let least = cpls.iter().copied().fold(f64::INFINITY, f64::min);
        let weights: Vec<f64> = cpls
            .iter()
            .map(|cpl| libm::exp(-step * (cpl - least)))
            .collect();
        let mean = weights.iter().sum::<f64>() / weights.len() as f64;
        Weights {
            ln_mean: libm::log(mean) - step * least,
            weights,
        }
    }

    fn ess(&self) -> f64 {
        let sum: f64 = self.weights.iter().sum();
        let squares: f64 = self.weights.iter().map(|weight| weight * weight).sum();
        sum * sum / squares
    }

    /// As many indices as there are weights, each about as often as its weight says.
    fn systematic(&self, random: &mut Random) -> Vec<usize> {
        let count = self.weights.len();
        let step = self.weights.iter().sum::<f64>() / count as f64;
        let mut point = random.unit() * step;
        let (mut index, mut passed) = (0, self.weights[0]);
        let mut picks = Vec::with_capacity(count);
        for _ in 0..count {
            while passed < point && index + 1 < count {
                index += 1;
                passed += self.weights[index];
            }
            picks.push(index);
            point += step;
        }
        picks
    }
}

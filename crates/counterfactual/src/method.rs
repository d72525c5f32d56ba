//! How lines are drawn: by which sampler, and how many.

use super::chain::ChainPlan;
use super::kernel::Kernel;
use super::target::Target;

/// A sampler.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Independent lines of the policy, or, where β is not 0, by rejection.
    Independent,
    /// Markov chains.
    Chains(Kernel),
    /// Besag and Clifford's test with this kernel.
    BesagClifford(Kernel),
    /// Sequential Monte Carlo; ρ of its moves.
    Smc(f64),
}

impl Method {
    /// Whether its p-value is valid as it is; otherwise it is an estimate.
    pub fn is_exact(self) -> bool {
        matches!(self, Method::Independent | Method::BesagClifford(_))
    }
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SamplingPlan {
    /// The law.
    pub target: Target,
    /// The sampler.
    pub method: Method,
    /// Lines in all.
    pub samples: usize,
    /// Chains, runs of particles, or parts of an independent sample.
    pub chains: usize,
    /// Steps of a chain that do not count; T of Besag and Clifford.
    pub burn_in: u64,
    /// The seed.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
}

impl SamplingPlan {
    /// How many lines each chain draws; the first ones draw one more where they do not share out.
    pub fn draws_of(&self, chain: usize) -> usize {
        let chains = self.chains.max(1);
        self.samples / chains + usize::from(chain < self.samples % chains)
    }

    /// How a chain with this kernel runs.
    pub(super) fn chain_plan(&self, kernel: Kernel, draws: usize) -> ChainPlan {
        ChainPlan {
            target: self.target,
            kernel,
            burn_in: self.burn_in,
            draws,
        }
    }
}

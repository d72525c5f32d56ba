//! How lines are sampled, as requests have it: names and numbers that may not agree.

use clap::ValueEnum;
use plumb_protocol::request::{Beta, ChainCount, RequestError, Rho, SampleCount, Seed, Steps};
use schemars::JsonSchema;
use serde::Deserialize;

use super::kernel::Kernel;
use super::method::{Method, SamplingPlan};
use super::study::Question;
use super::target::Target;
use plumb_support::wording::{say, text};

/// The targets by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TargetName {
    /// What the policy plays.
    Policy,
    /// Only what the player loses counts; the opponent moves at random.
    Quality,
    /// What the policy plays, and losses count with beta.
    #[default]
    Human,
}

/// The kernels by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum KernelName {
    /// Independent lines: exact, for beta 0.
    Iid,
    /// Independent lines by rejection: exact, for any beta.
    Reject,
    /// Chains whose lines differ from some move on.
    Prefix,
    /// Chains that sometimes draw a fresh line.
    Mixture,
    /// Sequential Monte Carlo, for the target human with beta above 0.
    Smc,
    /// No lines: each move beside all moves of its own position.
    Path,
}

/// How continuations are sampled, not yet checked for agreement.
#[derive(Clone, Debug, Default, PartialEq, clap::Args, Deserialize, JsonSchema)]
pub struct QuestionRequest {
    /// Law of the sampled lines [default: human].
    #[arg(long, value_enum)]
    pub target: Option<TargetName>,

    /// Weight of a lost centipawn against a line [default: 0].
    #[arg(long, value_name = "BETA", allow_negative_numbers = true)]
    pub beta: Option<Beta>,

    /// How lines are drawn [default: iid; mixture for Besag and Clifford's test].
    #[arg(long, value_enum)]
    pub kernel: Option<KernelName>,

    /// Probability that the kernel mixture, or a move of smc, draws a fresh line [default: 0.2].
    #[arg(long, value_name = "RHO", allow_negative_numbers = true)]
    pub rho: Option<Rho>,

    /// Lines of all chains [default: 1000].
    #[arg(long, value_name = "N")]
    pub samples: Option<SampleCount>,

    /// Steps of a chain that do not count; of Besag and Clifford's test the steps to each line [default: 50].
    #[arg(long, value_name = "STEPS")]
    pub burn_in: Option<Steps>,

    /// Chains, or runs of particles; an independent sample is cut into N parts [default: 4].
    #[arg(long, value_name = "N")]
    pub chains: Option<ChainCount>,

    /// Besag and Clifford's test: valid even where the chain mixes badly.
    #[arg(long)]
    #[serde(default)]
    pub besag_clifford: bool,

    /// Seed of all draws [default: 1].
    #[arg(long, value_name = "N")]
    pub seed: Option<Seed>,
}

/// What does not go together in a question: the value that is wrong, and one line that says
/// what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct QuestionError {
    /// The value: `beta`, `kernel`, `chains` or `samples`.
    pub value: &'static str,
    reason: String,
}

impl QuestionRequest {
    /// Lines without a number.
    pub const SAMPLES: u64 = 1_000;

    /// The question, drawn on so many threads.
    pub fn question(&self, jobs: usize) -> Result<Question, QuestionError> {
        let refuse = |value, reason: String| Err(QuestionError { value, reason });
        let beta = self.beta.map_or(0.0, Beta::get);
        let rho = self.rho.map_or(0.2, Rho::get);
        let samples = self
            .samples
            .map_or(QuestionRequest::SAMPLES, SampleCount::get) as usize;
        let chains = self.chains.map_or(4, |count| count.get() as usize);
        let seed = self.seed.map_or(1, Seed::get);
        let target = match self.target.unwrap_or_default() {
            TargetName::Policy if beta > 0.0 => {
                return refuse("beta", text!(question.policy_beta).to_owned());
            }
            TargetName::Quality if beta == 0.0 => {
                return refuse("beta", text!(question.quality_beta).to_owned());
            }
            TargetName::Policy => Target::Policy,
            TargetName::Quality => Target::Quality { beta },
            TargetName::Human => Target::Human { beta },
        };
        let default = match self.besag_clifford {
            true => KernelName::Mixture,
            false => KernelName::Iid,
        };
        let name = self.kernel.unwrap_or(default);
        let is_chain = matches!(name, KernelName::Prefix | KernelName::Mixture);
        if self.besag_clifford && !is_chain {
            return refuse("kernel", text!(question.needs_chain).to_owned());
        }
        let kernel = Kernel {
            fresh: match name {
                KernelName::Prefix => 0.0,
                _ => rho,
            },
        };
        let wrong_kernel = |text: &str| refuse("kernel", text.to_owned());
        let method = match name {
            KernelName::Path if target.is_policy() => return Ok(Question::Path(seed)),
            KernelName::Path => {
                return wrong_kernel(text!(question.path_kernel));
            }
            KernelName::Iid if target.is_policy() => Method::Independent,
            KernelName::Iid => {
                return wrong_kernel(text!(question.iid_kernel));
            }
            KernelName::Reject | KernelName::Smc if matches!(target, Target::Quality { .. }) => {
                return wrong_kernel(text!(question.human_kernels));
            }
            KernelName::Reject => Method::Independent,
            KernelName::Smc if beta == 0.0 => {
                return wrong_kernel(text!(question.smc_beta));
            }
            KernelName::Smc if chains < 4 => {
                return refuse("chains", text!(question.smc_runs).to_owned());
            }
            KernelName::Smc => Method::Smc(rho),
            KernelName::Prefix | KernelName::Mixture if self.besag_clifford => {
                Method::BesagClifford(kernel)
            }
            KernelName::Prefix | KernelName::Mixture => Method::Chains(kernel),
        };
        if samples < chains {
            let [samples, chains] = [samples, chains].map(|count| count.to_string());
            return refuse("samples", say!(question.few_samples, samples, chains));
        }
        Ok(Question::Sample(SamplingPlan {
            target,
            method,
            samples,
            chains,
            burn_in: self.burn_in.map_or(50, Steps::get),
            seed,
            jobs,
        }))
    }
}

impl From<QuestionError> for RequestError {
    fn from(error: QuestionError) -> RequestError {
        RequestError::new(error.value, error.reason)
    }
}

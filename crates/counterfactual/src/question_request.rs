//! A question about a window as people write it: names and numbers that may not go together.

use std::str::FromStr;

use super::kernel::Kernel;
use super::method::{Method, SamplingPlan};
use super::study::Question;
use super::target::Target;
use plumb_support::wording::{say, text};

/// The targets by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetName {
    /// What the policy plays.
    Policy,
    /// Only what the player loses counts; the opponent moves at random.
    Quality,
    /// What the policy plays, and losses count with beta.
    Human,
}

impl TargetName {
    /// All of them, and what they are called.
    pub const NAMES: [(&'static str, TargetName); 3] = [
        ("policy", TargetName::Policy),
        ("quality", TargetName::Quality),
        ("human", TargetName::Human),
    ];
}

/// The kernels by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl KernelName {
    /// All of them, and what they are called.
    pub const NAMES: [(&'static str, KernelName); 6] = [
        ("iid", KernelName::Iid),
        ("reject", KernelName::Reject),
        ("prefix", KernelName::Prefix),
        ("mixture", KernelName::Mixture),
        ("smc", KernelName::Smc),
        ("path", KernelName::Path),
    ];
}

/// A name that is none of those expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!(question.unknown, found = .found, expected = .expected))]
pub struct UnknownName {
    found: String,
    expected: String,
}

pub(super) fn named<T: Copy>(text: &str, names: &[(&str, T)]) -> Result<T, UnknownName> {
    let found = names.iter().find(|(name, _)| *name == text);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let expected: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        UnknownName {
            found: text.to_owned(),
            expected: expected.join(", "),
        }
    })
}

impl FromStr for TargetName {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<TargetName, UnknownName> {
        named(text, &TargetName::NAMES)
    }
}

impl FromStr for KernelName {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<KernelName, UnknownName> {
        named(text, &KernelName::NAMES)
    }
}

/// What is asked about a window, before anybody has looked whether it goes together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuestionRequest {
    /// The law of the lines beside the game.
    pub target: TargetName,
    /// How much a centipawn that is lost tells against a line.
    pub beta: f64,
    /// How lines are drawn; without it `iid`, or `mixture` for Besag and Clifford's test.
    pub kernel: Option<KernelName>,
    /// How often the kernel mixture, and a move of smc, draws a fresh line.
    pub rho: f64,
    /// Lines in all.
    pub samples: usize,
    /// Chains, or runs of particles.
    pub chains: usize,
    /// Steps of a chain that do not count; for Besag and Clifford's test the steps to each line.
    pub burn_in: u64,
    /// Besag and Clifford's test.
    pub besag_clifford: bool,
    /// The seed of all draws.
    pub seed: u64,
}

impl Default for QuestionRequest {
    fn default() -> QuestionRequest {
        QuestionRequest {
            target: TargetName::Human,
            beta: 0.0,
            kernel: None,
            rho: 0.2,
            samples: 1_000,
            chains: 4,
            burn_in: 50,
            besag_clifford: false,
            seed: 1,
        }
    }
}

/// What does not go together in a question: the value that is wrong, and one line that says
/// what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct QuestionError {
    /// The value: `beta`, `rho`, `kernel`, `chains` or `samples`.
    pub value: &'static str,
    reason: String,
}

impl QuestionRequest {
    /// The question, drawn on so many threads.
    pub fn question(&self, jobs: usize) -> Result<Question, QuestionError> {
        let refuse = |value, reason: String| Err(QuestionError { value, reason });
        let (beta, rho) = (self.beta, self.rho);
        if !beta.is_finite() || beta < 0.0 {
            let reason = say!(question.beta, beta);
            return refuse("beta", reason);
        }
        if !(0.0..=1.0).contains(&rho) {
            let reason = say!(question.rho, rho);
            return refuse("rho", reason);
        }
        let target = match self.target {
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
            KernelName::Path if target.is_policy() => return Ok(Question::Path(self.seed)),
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
            KernelName::Smc if self.chains < 4 => {
                return refuse("chains", text!(question.smc_runs).to_owned());
            }
            KernelName::Smc => Method::Smc(rho),
            KernelName::Prefix | KernelName::Mixture if self.besag_clifford => {
                Method::BesagClifford(kernel)
            }
            KernelName::Prefix | KernelName::Mixture => Method::Chains(kernel),
        };
        if self.samples < self.chains {
            let [samples, chains] = [self.samples, self.chains].map(|count| count.to_string());
            return refuse("samples", say!(question.few_samples, samples, chains));
        }
        Ok(Question::Sample(SamplingPlan {
            target,
            method,
            samples: self.samples,
            chains: self.chains,
            burn_in: self.burn_in,
            seed: self.seed,
            jobs,
        }))
    }
}

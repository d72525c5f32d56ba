//! What can be asked.

use std::path::PathBuf;

use clap::ValueEnum;
use plumb::counterfactual::{
    Kernel, LossDepth, MOST_PLIES, Method, Question, SamplingPlan, Target,
};

use super::demo::Demo;
use crate::cli::command::Failure;
use crate::cli::engine_list::EngineListArgument;

#[derive(clap::Args)]
pub struct Arguments {
    /// A file of games in PGN, packed or not
    #[arg(
        value_name = "GAME.pgn",
        required_unless_present = "demo",
        conflicts_with = "demo"
    )]
    pub(super) file: Option<PathBuf>,

    /// A built-in game between engines instead of a file
    #[arg(long, value_enum)]
    pub(super) demo: Option<Demo>,

    /// Which game of the file
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) game: u64,

    /// Whose moves are looked at
    #[arg(long, value_enum, required_unless_present = "demo")]
    pub(super) side: Option<Side>,

    /// The first ply of the window, from 1 [default: the first ply out of book]
    #[arg(long, value_name = "PLY", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) from: Option<u64>,

    /// Plies of the window, of both sides
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=MOST_PLIES as u64))]
    pub(super) window: u64,

    /// All windows from the first ply out of book to the end of the game, one behind the other
    #[arg(long, conflicts_with = "from")]
    pub(super) all_windows: bool,

    /// So many players were looked at: the least p-value of all windows is corrected for them
    #[arg(long, value_name = "N", default_value_t = 1, requires = "all_windows", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) looked_at: u64,

    /// So many plies from the start are book [default: 16]
    #[arg(long, value_name = "PLIES")]
    pub(super) book_plies: Option<usize>,

    /// A Polyglot book: what stands in it is book too
    #[arg(long, value_name = "FILE")]
    pub(super) book: Vec<PathBuf>,

    /// The player's rating [default: the file's]
    #[arg(long, value_name = "ELO", value_parser = clap::value_parser!(u16).range(100..=3500))]
    pub(super) elo: Option<u16>,

    /// The opponent's [default: the file's]
    #[arg(long, value_name = "ELO", value_parser = clap::value_parser!(u16).range(100..=3500))]
    pub(super) opponent_elo: Option<u16>,

    /// What says how people play: model, second-look, regan, empirical:GAMES.pgn, uci:ENGINE,
    /// program:COMMAND
    #[arg(long, value_name = "POLICY", default_value = "model")]
    policy: String,

    /// The law of the lines beside the game
    #[arg(long, value_enum, default_value_t = TargetName::Human)]
    target: TargetName,

    /// How much a centipawn that is lost tells against a line
    #[arg(
        long,
        value_name = "BETA",
        default_value_t = 0.0,
        allow_negative_numbers = true
    )]
    beta: f64,

    /// How lines are drawn [default: iid; mixture with --besag-clifford]
    #[arg(long, value_enum)]
    kernel: Option<KernelName>,

    /// How often the kernel mixture, and a move of smc, draws a fresh line
    #[arg(
        long,
        value_name = "RHO",
        default_value_t = 0.2,
        allow_negative_numbers = true
    )]
    rho: f64,

    /// Lines in all
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    samples: u32,

    /// Steps of a chain that do not count; with --besag-clifford the steps to each line
    #[arg(long, value_name = "STEPS", default_value_t = 50)]
    burn_in: u32,

    /// Chains, or runs of particles; an independent sample is cut into as many parts
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    chains: u32,

    /// Besag and Clifford's test: valid even where the chain mixes badly
    #[arg(long)]
    besag_clifford: bool,

    /// The seed of all draws
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Plies of the searches that say what a move loses
    #[arg(long, value_name = "PLIES", default_value_t = LossDepth::default().plies, value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,

    /// Lines of these searches; other moves are searched by themselves
    #[arg(long, value_name = "N", default_value_t = LossDepth::default().lines as u32, value_parser = clap::value_parser!(u32).range(1..=256))]
    lines: u32,

    /// Threads [default: the number of processor cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,

    /// One JSON object on one line, or one for each window
    #[arg(long)]
    pub(super) json: bool,

    #[command(flatten)]
    pub(super) engines: EngineListArgument,
}

/// Whose moves.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Side {
    White,
    Black,
}

/// The targets by name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TargetName {
    /// What the policy plays
    Policy,
    /// Only what the player loses counts; the opponent moves at random
    Quality,
    /// What the policy plays, and losses count with beta
    Human,
}

/// The kernels by name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum KernelName {
    /// Independent lines: exact, for beta 0
    Iid,
    /// Independent lines by rejection: exact, for any beta
    Reject,
    /// Chains whose lines differ from some move on
    Prefix,
    /// Chains that sometimes draw a fresh line
    Mixture,
    /// Sequential Monte Carlo, for the target human with beta above 0
    Smc,
    /// No lines: each move beside all moves of its own position
    Path,
}

impl Arguments {
    pub(super) fn policy(&self) -> &str {
        &self.policy
    }

    pub(super) fn depth(&self) -> LossDepth {
        LossDepth {
            plies: self.depth,
            lines: self.lines as usize,
        }
    }

    /// What is asked about a window.
    pub(super) fn question(&self) -> Result<Question, Failure> {
        let refuse = |text: String| Err(Failure(text));
        if !self.beta.is_finite() || self.beta < 0.0 {
            return refuse(format!(
                "beta is {}: expected a number from 0 on",
                self.beta
            ));
        }
        if !(0.0..=1.0).contains(&self.rho) {
            return refuse(format!(
                "rho is {}: expected a number from 0 to 1",
                self.rho
            ));
        }
        let beta = self.beta;
        let target = match self.target {
            TargetName::Policy if beta > 0.0 => {
                return refuse("the target policy has no beta: choose human".to_owned());
            }
            TargetName::Quality if beta == 0.0 => {
                return refuse("the target quality needs a beta above 0".to_owned());
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
            return refuse(
                "--besag-clifford needs a chain: the kernel prefix or mixture".to_owned(),
            );
        }
        let kernel = Kernel {
            fresh: match name {
                KernelName::Prefix => 0.0,
                _ => self.rho,
            },
        };
        let method = match name {
            KernelName::Path if target.is_policy() => return Ok(Question::Path(self.seed)),
            KernelName::Path => {
                return refuse("the kernel path is for the policy's own law: beta 0".to_owned());
            }
            KernelName::Iid if target.is_policy() => Method::Independent,
            KernelName::Iid => {
                return refuse(
                    "the kernel iid draws from the policy: for a beta above 0 use reject, smc or mixture, for quality prefix or mixture".to_owned(),
                );
            }
            KernelName::Reject | KernelName::Smc if matches!(target, Target::Quality { .. }) => {
                return refuse(
                    "reject and smc draw from the target human: for quality use prefix or mixture"
                        .to_owned(),
                );
            }
            KernelName::Reject => Method::Independent,
            KernelName::Smc if beta == 0.0 => {
                return refuse("the kernel smc needs a beta above 0: with 0 use iid".to_owned());
            }
            KernelName::Smc if self.chains < 4 => {
                return refuse("the kernel smc needs four runs or more: --chains 4".to_owned());
            }
            KernelName::Smc => Method::Smc(self.rho),
            KernelName::Prefix | KernelName::Mixture if self.besag_clifford => {
                Method::BesagClifford(kernel)
            }
            KernelName::Prefix | KernelName::Mixture => Method::Chains(kernel),
        };
        if self.samples < self.chains {
            return refuse(format!(
                "{} lines do not fill {} chains",
                self.samples, self.chains
            ));
        }
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Question::Sample(SamplingPlan {
            target,
            method,
            samples: self.samples as usize,
            chains: self.chains as usize,
            burn_in: u64::from(self.burn_in),
            seed: self.seed,
            jobs: self.jobs.map_or_else(cores, usize::from),
        }))
    }
}

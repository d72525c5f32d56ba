//! What can be asked.

use std::path::PathBuf;

use clap::ValueEnum;
use plumb::counterfactual::{
    KernelName, LossDepth, MOST_PLIES, Question, QuestionRequest, TargetName,
};

use super::demo::Demo;
use plumb_terminal::EngineListArgument;
use plumb_terminal::Failure;

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
    #[arg(long, value_enum, default_value_t = TargetArgument::Human)]
    target: TargetArgument,

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
    kernel: Option<KernelArgument>,

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
enum TargetArgument {
    /// What the policy plays
    Policy,
    /// Only what the player loses counts; the opponent moves at random
    Quality,
    /// What the policy plays, and losses count with beta
    Human,
}

/// The kernels by name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum KernelArgument {
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

impl TargetArgument {
    fn name(self) -> TargetName {
        match self {
            TargetArgument::Policy => TargetName::Policy,
            TargetArgument::Quality => TargetName::Quality,
            TargetArgument::Human => TargetName::Human,
        }
    }
}

impl KernelArgument {
    fn name(self) -> KernelName {
        match self {
            KernelArgument::Iid => KernelName::Iid,
            KernelArgument::Reject => KernelName::Reject,
            KernelArgument::Prefix => KernelName::Prefix,
            KernelArgument::Mixture => KernelName::Mixture,
            KernelArgument::Smc => KernelName::Smc,
            KernelArgument::Path => KernelName::Path,
        }
    }
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
        let request = QuestionRequest {
            target: self.target.name(),
            beta: self.beta,
            kernel: self.kernel.map(KernelArgument::name),
            rho: self.rho,
            samples: self.samples as usize,
            chains: self.chains as usize,
            burn_in: u64::from(self.burn_in),
            besag_clifford: self.besag_clifford,
            seed: self.seed,
        };
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Ok(request.question(self.jobs.map_or_else(cores, usize::from))?)
    }
}

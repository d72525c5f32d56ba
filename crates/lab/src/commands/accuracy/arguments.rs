//! What `plumb-lab accuracy` can be asked.

use std::path::PathBuf;

use plumb_lab::measure::{Effort, Goal, Resampling};
use plumb_lab::tune;

use plumb_terminal::EngineListArgument;
use plumb_terminal::Failure;

/// What a position of the data may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub(super) enum Part {
    /// What evaluations are tuned on
    Tune,
    /// What tells tuning when to stop
    Validation,
    /// What tuning never looks at
    Measure,
    /// Everything
    All,
}

impl Part {
    /// Whether it takes in a part of the data set.
    pub(super) fn includes(self, part: tune::Part) -> bool {
        match self {
            Part::Tune => part == tune::Part::Tune,
            Part::Validation => part == tune::Part::Validation,
            Part::Measure => part == tune::Part::Measure,
            Part::All => true,
        }
    }
}

/// Sort positions into White winning, level and Black winning, as engines do
/// and as their labels say, and count how often they agree.
#[derive(clap::Args)]
pub struct Arguments {
    /// Labelled positions: 'FEN,evaluation' or 'FEN;result;evaluation;depth';
    /// with --correlation also games in PGN
    #[arg(required = true, value_name = "DATA")]
    pub(super) data: Vec<PathBuf>,

    /// An engine of the list, or a program by its path (path:cecp), besides this
    /// one; may be given again
    #[arg(long = "engine", value_name = "NAME")]
    pub(super) engines: Vec<String>,

    /// Leave this build of Plumb out
    #[arg(long, requires = "engines")]
    pub(super) without_plumb: bool,

    #[command(flatten)]
    pub(super) list: EngineListArgument,

    /// Search each position this many plies deep [default: 1]
    #[arg(long, value_name = "PLIES", conflicts_with = "nodes",
          value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(super) depth: Option<u32>,

    /// Search each position this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: Option<u64>,

    /// The positions on which each engine's cut (or scale) is fitted
    #[arg(long, value_name = "PART", value_enum, default_value = "validation")]
    pub(super) fit: Part,

    /// The positions on which the engines are measured
    #[arg(long, value_name = "PART", value_enum, default_value = "measure")]
    pub(super) measure: Part,

    /// Take the positions to fit on from this file instead of DATA; may be
    /// given again
    #[arg(long, value_name = "FILE", conflicts_with = "cut")]
    pub(super) fit_data: Vec<PathBuf>,

    /// Fit nothing: a score of more than so many centipawns is winning, for
    /// every engine
    #[arg(long, value_name = "CP", conflicts_with = "correlation",
          value_parser = clap::value_parser!(i32).range(0..))]
    pub(super) cut: Option<i32>,

    /// Fit the cuts to balanced accuracy rather than plain accuracy
    #[arg(long, conflicts_with_all = ["cut", "correlation"])]
    pub(super) balanced: bool,

    /// Compare expected points with how the games ended, instead of classes
    #[arg(long)]
    pub(super) correlation: bool,

    /// Of games in PGN take every so manieth position
    #[arg(long, value_name = "PLIES", default_value_t = 8,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) every: u32,

    /// Take only so many positions of each part, drawn at random
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) sample: Option<u64>,

    /// The seed of the sample and of the intervals
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(super) seed: u64,

    /// The engine that the others are compared with [default: the first]
    #[arg(long, value_name = "NAME")]
    pub(super) against: Option<String>,

    /// Resamples behind the intervals; 0 leaves them out
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub(super) resamples: usize,

    /// Size of the transposition table in MB
    #[arg(long, value_name = "MB", default_value_t = 16,
          value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub(super) hash: u32,

    /// Positions searched at the same time, each by a copy of the engine
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) concurrency: usize,

    /// Write one line of JSON per position to this file
    #[arg(long, value_name = "FILE")]
    pub(super) jsonl: Option<PathBuf>,
}

impl Arguments {
    pub(super) fn effort(&self) -> Effort {
        match self.nodes {
            Some(nodes) => Effort::Nodes(nodes),
            None => Effort::Depth(self.depth.unwrap_or(1)),
        }
    }

    pub(super) fn goal(&self) -> Goal {
        if self.balanced {
            Goal::Balanced
        } else {
            Goal::Plain
        }
    }

    pub(super) fn resampling(&self) -> Resampling {
        Resampling {
            resamples: self.resamples,
            seed: self.seed,
        }
    }

    /// Whether anything has to be learned from positions of another part.
    pub(super) fn fits(&self) -> bool {
        self.cut.is_none()
    }

    /// What is fitted to positions must be measured on others.
    pub(super) fn check(&self) -> Result<(), Failure> {
        if !self.fits() {
            return Ok(());
        }
        if let Some(path) = self.fit_data.iter().find(|path| self.data.contains(path)) {
            return Err(Failure(format!(
                "{} is both DATA and --fit-data; name it once, as DATA, and choose parts with --fit and --measure",
                path.display()
            )));
        }
        let overlap = self.fit == self.measure || [self.fit, self.measure].contains(&Part::All);
        if overlap && self.fit_data.is_empty() {
            return Err(Failure(format!(
                "--fit {} and --measure {} overlap: what is fitted to positions must be measured on others; choose other parts, another file with --fit-data, or a fixed --cut",
                self.fit, self.measure
            )));
        }
        Ok(())
    }
}

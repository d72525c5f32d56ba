//! `plumb accuracy`: how well engines judge positions whose worth is known.

mod entrants;
mod print;
mod read;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

use plumb::board::Position;
use plumb::measure::{Effort, Goal, Resampling, WhiteScore, survey};

use super::{Ending, Failure, Knowledge};
use entrants::Entry;
use read::{Item, Part};

/// Sort positions into White winning, level and Black winning, as engines do
/// and as their labels say, and count how often they agree.
#[derive(clap::Args)]
pub struct Arguments {
    /// Labelled positions: 'FEN,evaluation' or 'FEN;result;evaluation;depth';
    /// with --correlation also games in PGN
    #[arg(required = true, value_name = "DATA")]
    data: Vec<PathBuf>,

    /// An engine of the engines file, besides this one; may be given again
    #[arg(long = "engine", value_name = "NAME")]
    engines: Vec<String>,

    /// Leave this build of Plumb out
    #[arg(long, requires = "engines")]
    without_plumb: bool,

    /// The engines file
    #[arg(long, value_name = "FILE", default_value = "engines.toml")]
    config: PathBuf,

    /// Search each position this many plies deep [default: 1]
    #[arg(long, value_name = "PLIES", conflicts_with = "nodes",
          value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,

    /// Search each position this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// The positions on which each engine's cut (or scale) is fitted
    #[arg(long, value_name = "PART", value_enum, default_value = "validation")]
    fit: Part,

    /// The positions on which the engines are measured
    #[arg(long, value_name = "PART", value_enum, default_value = "measure")]
    measure: Part,

    /// Take the positions to fit on from this file instead of DATA; may be
    /// given again
    #[arg(long, value_name = "FILE", conflicts_with = "cut")]
    fit_data: Vec<PathBuf>,

    /// Fit nothing: a score of more than so many centipawns is winning, for
    /// every engine
    #[arg(long, value_name = "CP", conflicts_with = "correlation",
          value_parser = clap::value_parser!(i32).range(0..))]
    cut: Option<i32>,

    /// Fit the cuts to balanced accuracy rather than plain accuracy
    #[arg(long, conflicts_with_all = ["cut", "correlation"])]
    balanced: bool,

    /// Compare expected points with how the games ended, instead of classes
    #[arg(long)]
    correlation: bool,

    /// Of games in PGN take every so manieth position
    #[arg(long, value_name = "PLIES", default_value_t = 8,
          value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,

    /// Take only so many positions of each part, drawn at random
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,

    /// The seed of the sample and of the intervals
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// The engine that the others are compared with [default: the first]
    #[arg(long, value_name = "NAME")]
    against: Option<String>,

    /// Resamples behind the intervals; 0 leaves them out
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    resamples: usize,

    /// Size of the transposition table in MB
    #[arg(long, value_name = "MB", default_value_t = 16,
          value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,

    /// Positions searched at the same time, each by a copy of the engine
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,

    /// Write one line of JSON per position to this file
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
}

impl Arguments {
    fn effort(&self) -> Effort {
        match self.nodes {
            Some(nodes) => Effort::Nodes(nodes),
            None => Effort::Depth(self.depth.unwrap_or(1)),
        }
    }

    fn goal(&self) -> Goal {
        if self.balanced {
            Goal::Balanced
        } else {
            Goal::Plain
        }
    }

    fn resampling(&self) -> Resampling {
        Resampling {
            resamples: self.resamples,
            seed: self.seed,
        }
    }

    /// Whether anything has to be learned from positions of another part.
    fn fits(&self) -> bool {
        self.cut.is_none()
    }

    /// What is fitted to positions must be measured on others.
    fn check(&self) -> Result<(), Failure> {
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

/// An engine with what it said about the positions to fit on and to measure on.
struct Surveyed {
    name: String,
    /// Whether it was asked about every position.
    is_complete: bool,
    fit: Vec<Option<WhiteScore>>,
    measured: Vec<Option<WhiteScore>>,
}

pub fn run(arguments: &Arguments, knowledge: &Knowledge) -> Result<Ending, Failure> {
    arguments.check()?;
    let entries = entrants::entries(arguments, knowledge)?;
    let against = entrants::position_of(arguments.against.as_deref(), &entries)?;
    let items = read::read(arguments)?;
    // The file is there before hours of searching.
    let jsonl = arguments.jsonl.as_deref().map(print::create).transpose()?;

    let interrupt = Arc::new(AtomicBool::new(false));
    let on_signal = Arc::clone(&interrupt);
    // Without a handler Ctrl-C ends the program at once, without a report.
    let _ = ctrlc::set_handler(move || on_signal.store(true, Ordering::Relaxed));
    let surveyed = ask(&entries, &items, arguments, &interrupt);

    if let Some(file) = jsonl {
        print::positions(file, &items, &surveyed)?;
    }
    print::report(arguments, &items, &surveyed, against);
    if interrupt.load(Ordering::Relaxed) {
        eprintln!(
            "plumb: stopped before the end; the figures are for what was searched until then"
        );
    }
    let complete = surveyed.iter().all(|engine| engine.is_complete);
    Ok(if complete {
        Ending::Done
    } else {
        Ending::CheckFailed
    })
}

/// Asks one engine after the other about all positions, those to fit on first.
fn ask(
    entries: &[Entry],
    items: &read::Items,
    arguments: &Arguments,
    interrupt: &Arc<AtomicBool>,
) -> Vec<Surveyed> {
    let all: Vec<&Item> = items.fit.iter().chain(&items.measured).collect();
    let positions: Vec<&Position> = all.iter().map(|item| &item.position).collect();
    let bar = std::io::stderr().is_terminal().then(|| {
        let bar = ProgressBar::new((positions.len() * entries.len()) as u64);
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} {eta} left") {
            bar.set_style(style);
        }
        bar
    });
    let seen = || {
        if let Some(bar) = &bar {
            bar.inc(1);
        }
    };
    let mut surveyed = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        if let Some(bar) = &bar {
            bar.set_position((index * positions.len()) as u64);
            bar.set_message(entry.name.clone());
        }
        let make = || entry.start(arguments, interrupt);
        let answers = survey(&make, &positions, arguments.concurrency, interrupt, &seen);
        let is_complete = answers.trouble.is_none() && !interrupt.load(Ordering::Relaxed);
        if let Some(trouble) = &answers.trouble {
            let count = answers.scores.iter().flatten().count();
            let message = format!(
                "plumb: {trouble}; {} takes part with {count} of {} positions",
                entry.name,
                positions.len()
            );
            match &bar {
                Some(bar) => bar.suspend(|| eprintln!("{message}")),
                None => eprintln!("{message}"),
            }
        }
        let mut fit = answers.scores;
        let measured = fit.split_off(items.fit.len());
        surveyed.push(Surveyed {
            name: entry.name.clone(),
            is_complete,
            fit,
            measured,
        });
    }
    if let Some(bar) = &bar {
        bar.finish_and_clear();
    }
    surveyed
}

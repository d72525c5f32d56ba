//! `plumb fairplay merge`: one run of the shares of a run.

use std::path::PathBuf;

use plumb::fairplay::{MergeSettings, ReportDestination, RunFolder, merge};
use plumb::tables::Models;

use super::known_sources::KnownSources;
use super::outcome::report_outcome;
use plumb_terminal::Screen;
use plumb_terminal::{Ending, Failure};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The folders of all shares, or files that --format shard wrote
    #[arg(value_name = "RUN", required = true)]
    runs: Vec<PathBuf>,

    /// The folder for the run that they make, and its reports
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    #[command(flatten)]
    sources: KnownSources,

    /// Threads, for deep looks of players of whom no share had enough games
    /// [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

impl Arguments {
    fn settings(&self) -> Result<MergeSettings, Failure> {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Ok(MergeSettings {
            book: self.sources.book()?,
            tablebases: self.sources.tablebases()?,
            jobs: self.jobs.map_or_else(cores, usize::from),
        })
    }
}

pub(super) fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let settings = arguments.settings()?;
    let screen = Screen::default();
    let place = |path: &PathBuf| path.canonicalize().ok();
    let out = place(&arguments.out);
    if out.is_some() && arguments.runs.iter().any(|run| place(run) == out) {
        let out = arguments.out.display();
        return Err(Failure(format!(
            "{out} is one of the shares: --out has to be another folder"
        )));
    }
    let folder = RunFolder::open(&arguments.out)?;
    let outcome = merge(
        &arguments.runs,
        folder.store()?,
        settings,
        ReportDestination::Folder(arguments.out.clone()),
        models,
        &screen,
    )?;
    screen.close();
    Ok(report_outcome(outcome, None, Some(&arguments.out)))
}

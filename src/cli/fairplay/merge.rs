//! `plumb fairplay merge`: one run of the shares of a run.

use std::path::PathBuf;

use plumb::fairplay::{Book, Index, MergeSettings, ReportDestination, RunFolder, merge};
use plumb::syzygy::Tablebases;

use super::observer::Screen;
use super::outcome::told;
use crate::cli::command::{Ending, Failure, Knowledge};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The folders of all shares, or files that --format shard wrote
    #[arg(value_name = "RUN", required = true)]
    runs: Vec<PathBuf>,

    /// The folder for the run that they make, and its reports
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// A Polyglot book that the shares were made with; may be given several times
    #[arg(long, value_name = "FILE.bin")]
    book: Vec<PathBuf>,

    /// The index of older games that they were made with
    #[arg(long, value_name = "FILE")]
    index: Option<PathBuf>,

    /// A folder of Syzygy tables that they were made with; may be given several times
    #[arg(long, value_name = "DIR")]
    syzygy: Vec<PathBuf>,

    /// Threads, for deep looks of players of whom no share had enough games
    /// [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

impl Arguments {
    fn settings(&self) -> Result<MergeSettings, Failure> {
        let mut book = Book::default();
        for path in &self.book {
            book = book.with_polyglot(path)?;
        }
        if let Some(path) = &self.index {
            book = book.with_index(Index::open_read_only(path)?);
        }
        let tablebases = match self.syzygy.as_slice() {
            [] => None,
            folders => Some(Tablebases::open(folders)?),
        };
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Ok(MergeSettings {
            book,
            tablebases,
            jobs: self.jobs.map_or_else(cores, usize::from),
        })
    }
}

pub(super) fn run(arguments: &Arguments, knowledge: &Knowledge) -> Result<Ending, Failure> {
    let settings = arguments.settings()?;
    let equipment = knowledge.equipment();
    let screen = Screen::new();
    let folder = RunFolder::open(&arguments.out)?;
    let outcome = merge(
        &arguments.runs,
        folder.store()?,
        settings,
        ReportDestination::Folder(arguments.out.clone()),
        &equipment,
        &screen,
    )?;
    screen.close();
    Ok(told(outcome, None, Some(&arguments.out)))
}

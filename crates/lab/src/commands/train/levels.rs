//! `plumb-lab train levels`: levels vectors of recorded moves as a file, and their plots.

use std::path::{Path, PathBuf};

use plumb_engine::tables::Models;
use plumb_fairplay::RecordedMoves;
use plumb_lab::training::{TrendPart, TrendSample, trend_plots};
use plumb_support::wording::counted;

use super::fitting::{names, read_run, stopped, warn_if_unfinished, warn_of_leak};
use plumb_terminal::{Ending, Failure, say};

#[derive(clap::Args)]
pub struct Arguments {
    /// Folders of runs of plumb-lab train records --levels whose vectors are to be fitted to
    #[arg(long, value_name = "DIR", num_args = 1..)]
    training: Vec<PathBuf>,

    /// Folders of such runs whose vectors are to be measured on
    #[arg(long, value_name = "DIR", num_args = 1.., requires = "training")]
    validation: Vec<PathBuf>,

    /// The file of vectors: written with --training, read without
    #[arg(long, value_name = "FILE.csv")]
    vectors: PathBuf,

    /// A folder for pages with their plots
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,

    /// Plots only of vectors on which two passes of labelling differ
    #[arg(long, requires = "plots")]
    doubtful: bool,

    /// Seed of the order of vectors
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let file = &arguments.vectors;
    let sample = if arguments.training.is_empty() {
        TrendSample::read(file)?
    } else {
        if file.exists() {
            let line = "is there already, perhaps with labels: remove it first";
            return Err(Failure(format!("{} {line}", file.display())));
        }
        let Some(sample) = vectors(arguments, models)? else {
            return Ok(stopped());
        };
        let sample = sample.shuffled(arguments.seed);
        write(file, &sample.to_csv())?;
        let count = counted(sample.vectors.len(), "vector");
        say(format!("{count} in {}.", file.display()));
        sample
    };
    if let Some(folder) = &arguments.plots {
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        let pages = trend_plots(&sample, arguments.doubtful);
        for (index, page) in pages.iter().enumerate() {
            write(&folder.join(format!("page_{:03}.html", index + 1)), page)?;
        }
        let count = counted(pages.len(), "page");
        say(format!("{count} of plots in {}.", folder.display()));
    }
    Ok(Ending::Done)
}

/// The vectors of all runs; nothing if it was interrupted.
fn vectors(arguments: &Arguments, models: &Models) -> Result<Option<TrendSample>, Failure> {
    let mut sample = TrendSample::default();
    let training = arguments
        .training
        .iter()
        .map(|dir| (dir, TrendPart::Training));
    let validation = arguments
        .validation
        .iter()
        .map(|dir| (dir, TrendPart::Validation));
    for (folder, part) in training.chain(validation) {
        let run = RecordedMoves::open_levels(folder, models)?;
        warn_if_unfinished(&run, folder)?;
        let name = names(std::slice::from_ref(folder));
        if !read_run(&run, |go_on| sample.add(&run, part, &name, go_on))? {
            return Ok(None);
        }
    }
    let (training, validation) = (&arguments.training, &arguments.validation);
    let open = RecordedMoves::open_levels;
    let is_whole = warn_of_leak(training, validation, models, open)?;
    Ok(is_whole.then_some(sample))
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let written = std::fs::write(path, text);
    Ok(written.map_err(|error| format!("cannot write {}: {error}", path.display()))?)
}

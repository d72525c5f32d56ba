//! `plumb-lab train burnham`: his seventeen features and his machines on our records, with moves
//! parted as he did and as games have it.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use plumb_coach::analysis::TrendModel;
use plumb_engine::tables::Models;
use plumb_fairplay::RecordedMoves;
use plumb_lab::classifiers::Classifier;
use plumb_lab::training::{BURNHAM_BOOSTING, BurnhamFigures, BurnhamSample, MoverKind, SplitUnit};

use super::fitting::{names, read_run, stopped};
use plumb_terminal::{Ending, Failure, say};
use plumb_terminal::{Progress, interrupt_flag};

const MACHINES: [Classifier; 6] = [
    Classifier::Boosting(BURNHAM_BOOSTING),
    Classifier::Forest,
    Classifier::Logit,
    Classifier::NaiveBayes,
    Classifier::Neighbours,
    Classifier::SupportVectors,
];

#[derive(clap::Args)]
pub struct Arguments {
    /// Folders of runs in the profile full: games between engines
    #[arg(long, value_name = "DIR", num_args = 1.., required = true)]
    engines: Vec<PathBuf>,

    /// Folders of runs in the profile full: games of people
    #[arg(long, value_name = "DIR", num_args = 1.., required = true)]
    people: Vec<PathBuf>,

    /// The least rating of people, in Elo
    #[arg(long, value_name = "ELO", default_value_t = 2_200)]
    least_rating: i32,

    /// How often moves are drawn and parted
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    draws: u16,

    /// Seed of the draws
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let trends = models.get::<TrendModel>()?;
    let people = MoverKind::People {
        from_rating: arguments.least_rating,
    };
    let mut sample = BurnhamSample::default();
    for (folders, kind) in [
        (&arguments.engines, MoverKind::Engines),
        (&arguments.people, people),
    ] {
        if !read(&mut sample, folders, kind, &trends, models)? {
            return Ok(stopped());
        }
    }
    let [engines, people] = sample.counts();
    if engines == 0 || people == 0 {
        return Err(Failure(format!(
            "{engines} moves of engines and {people} of people: both are needed"
        )));
    }
    say(format!(
        "{engines} moves of engines ({}) and {people} of people ({}) that lost nothing in the middlegame.",
        names(&arguments.engines),
        names(&arguments.people)
    ));
    say(
        "| machine | right, parted by move | ROC area | right, parted by game | ROC area |\n|---|---|---|---|---|",
    );
    let interrupt = interrupt_flag();
    let mut progress = Progress::new("machines", Some(MACHINES.len() as u64), 0);
    for (done, machine) in (0..).zip(MACHINES) {
        progress.update(done, &|_| machine.name().to_owned());
        let mut columns = Vec::new();
        for parting in [SplitUnit::Moves, SplitUnit::Games] {
            let go_on = || !interrupt.load(Ordering::Relaxed);
            let trial = sample.trial(
                machine,
                parting,
                usize::from(arguments.draws),
                arguments.seed,
                go_on,
            )?;
            let Some(BurnhamFigures { accuracy, area }) = trial else {
                progress.close();
                return Ok(stopped());
            };
            let right = accuracy.map(|shares| {
                let [right, least, most] = shares.map(|share| 100.0 * share);
                format!("{right:.1} % ({least:.1} to {most:.1})")
            });
            let area =
                area.map(|[area, least, most]| format!("{area:.2} ({least:.2} to {most:.2})"));
            columns.extend([right, area].map(|cell| cell.unwrap_or("–".to_owned())));
        }
        say(format!("| {} | {} |", machine.name(), columns.join(" | ")));
    }
    progress.close();
    Ok(Ending::Done)
}

/// Reads runs with progress; false if it was interrupted.
fn read(
    sample: &mut BurnhamSample,
    folders: &[PathBuf],
    kind: MoverKind,
    trends: &TrendModel,
    models: &Models,
) -> Result<bool, Failure> {
    for folder in folders {
        let Some(run) = RecordedMoves::open_full(folder, models)? else {
            return Err(Failure(format!(
                "{}: the run is not in the profile full",
                folder.display()
            )));
        };
        if !read_run(&run, |go_on| sample.add(&run, kind, trends, go_on))? {
            return Ok(false);
        }
    }
    Ok(true)
}

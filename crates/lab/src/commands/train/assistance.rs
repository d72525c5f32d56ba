//! `plumb-lab train assistance`: how well the figures tell helped players of games that were played
//! out from the same players without help.

use std::path::{Path, PathBuf};

use plumb_engine::tables::Models;
use plumb_fairplay::{ChoiceModels, RecordedMoves};
use plumb_lab::training::{NO_ASSISTANCE, PlayedOutSample, PlayedOutTags};
use plumb_support::wording::counted;

use super::fitting::{read_run, stopped, warn_if_unfinished};
use crate::commands::simulate::{say_arm, say_head};
use plumb_terminal::choice_models;
use plumb_terminal::{Ending, Failure, say};

#[derive(clap::Args)]
pub struct Arguments {
    /// Runs of plumb-lab train records --moves 300 over games of plumb-lab train games, with help
    #[arg(value_name = "DIR", required = true)]
    helped: Vec<PathBuf>,

    /// The same of the games without: of plumb-lab train games --share 0
    #[arg(long, value_name = "DIR")]
    honest: PathBuf,

    /// Choices that a player must have in both
    #[arg(long, value_name = "N", default_value_t = 60)]
    choices: usize,

    /// Seed of the intervals
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let choice_models = choice_models(models, true)?;
    let Some((honest, honest_tags)) = sample(&arguments.honest, models, &choice_models)? else {
        return Ok(stopped());
    };
    if honest_tags.assistance != NO_ASSISTANCE {
        return Err(Failure(format!(
            "{}: found games with help ({}), expected some of plumb-lab train games --share 0",
            arguments.honest.display(),
            honest_tags.assistance
        )));
    }
    let mut rows = Vec::new();
    for folder in &arguments.helped {
        let Some((helped, tags)) = sample(folder, models, &choice_models)? else {
            return Ok(stopped());
        };
        let place = folder.display();
        if tags.simulation != honest_tags.simulation {
            return Err(Failure(format!(
                "{place}: found '{}', expected '{}' as in the games without help",
                tags.simulation, honest_tags.simulation
            )));
        }
        let figures =
            helped.figures_against(&honest, &choice_models, arguments.choices, arguments.seed);
        let figures = figures.ok_or_else(|| {
            let choices = counted(arguments.choices, "choice");
            Failure(format!(
                "{place}: no numbered player has {choices} with help and without"
            ))
        })?;
        rows.push((tags.assistance, figures));
    }
    say(format!("Played out: {}.", honest_tags.simulation));
    say_head();
    for (name, figures) in &rows {
        say_arm(&format!("{name} ({} players)", figures.players), figures);
    }
    Ok(Ending::Done)
}

/// The numbered players of a run, and what its games say of themselves; nothing if it was
/// interrupted.
fn sample(
    folder: &Path,
    models: &Models,
    choice_models: &ChoiceModels,
) -> Result<Option<(PlayedOutSample, PlayedOutTags)>, Failure> {
    let run = RecordedMoves::open(folder, models)?;
    warn_if_unfinished(&run, folder)?;
    let mut sample = PlayedOutSample::default();
    if !read_run(&run, |go_on| sample.add(&run, choice_models, go_on))? {
        return Ok(None);
    }
    let tags = sample.tags().cloned().ok_or_else(|| {
        Failure(format!(
            "{}: expected games of one file of plumb-lab train games, and no others",
            folder.display()
        ))
    })?;
    Ok(Some((sample, tags)))
}

//! `plumb-lab train skill`: the human-choice model, fitted to recorded choices of rated people.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use plumb_engine::choice::{HumanModel, Sight};
use plumb_engine::tables::Models;
use plumb_fairplay::RecordedMoves;
use plumb_lab::training::{
    BandFigures, ChoiceSample, FitProvenance, HUMAN_HEAD, HumanFit, HumanFitOptions, SampledChoice,
    measure, regan_skill,
};
use plumb_support::wording::counted;

use super::fitting::{check, command, names, sample, stopped, threads, warn_of_leak, write_table};
use plumb_terminal::{Ending, Failure, say};
use plumb_terminal::{Progress, interrupt_flag};

#[derive(clap::Args)]
pub struct Arguments {
    /// Folders of runs that `plumb-lab train records` made: what is fitted to. None: the model of
    /// the tables is measured as it is
    #[arg(long, value_name = "DIR", num_args = 1..)]
    data: Vec<PathBuf>,

    /// Folders of runs on which the model is measured
    #[arg(long, value_name = "DIR", num_args = 1..)]
    measure: Vec<PathBuf>,

    /// Where the table goes
    #[arg(long, value_name = "FILE", requires = "data")]
    out: Option<PathBuf>,

    /// Half of this times the sum of squared weights is added to the loss
    #[arg(long, value_name = "NUMBER", default_value_t = 1e-4)]
    ridge: f64,

    /// Rounds of weights and offsets of pools
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=20))]
    rounds: u16,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    check(&arguments.data, &arguments.measure, arguments.ridge)?;
    let mut fitted_to = String::new();
    let model = if arguments.data.is_empty() {
        models.get::<HumanModel>()?
    } else {
        let Some(sample) = sample(&arguments.data, models)? else {
            return Ok(stopped());
        };
        let Some(model) = fit(&sample, arguments, models) else {
            return Ok(stopped());
        };
        fitted_to = tell(&model, &sample, "Fitted to", &arguments.data);
        Arc::new(model)
    };
    let mut measured_on = String::new();
    if !arguments.measure.is_empty() {
        let Some(sample) = sample(&arguments.measure, models)? else {
            return Ok(stopped());
        };
        let (data, measure) = (&arguments.data, &arguments.measure);
        if !warn_of_leak(data, measure, models, RecordedMoves::open)? {
            return Ok(stopped());
        }
        measured_on = tell(&model, &sample, "Measured on", &arguments.measure);
    }
    if let Some(path) = &arguments.out {
        let (ridge, rounds) = (arguments.ridge, arguments.rounds);
        let rest = format!("--ridge {ridge} --rounds {rounds} --out choice.toml");
        let provenance = FitProvenance {
            command: command("skill", &arguments.data, &arguments.measure, &rest),
            data: fitted_to,
            result: measured_on,
        };
        let text = model.to_toml(HUMAN_HEAD, &provenance.meta());
        write_table(path, &text)?;
    }
    Ok(Ending::Done)
}

/// Fits the model; nothing if it was interrupted.
fn fit(sample: &ChoiceSample, arguments: &Arguments, models: &Models) -> Option<HumanModel> {
    let options = HumanFitOptions {
        ridge: arguments.ridge,
        rounds: usize::from(arguments.rounds),
        threads: threads(arguments.jobs),
    };
    let interrupt = interrupt_flag();
    let mut progress = Progress::new("steps", None, 0);
    let mut steps = 0;
    let stamp = RecordedMoves::stamp_of_choices(models).to_string();
    let fitted = HumanFit::new(sample, options).fit(&stamp, |at| {
        steps += 1;
        progress.update(steps, &|_| {
            format!(
                "{}, round {}, {:.5} nats a choice",
                at.sight, at.round, at.log_loss
            )
        });
        !interrupt.load(Ordering::Relaxed)
    });
    progress.close();
    // What is measured is what the table says.
    Some(fitted?.rounded())
}

/// Positions that are still to be decided, in centipawns from equal.
const UNDECIDED_CP: i32 = 300;

/// Ratings that share a line.
const BAND: u32 = 200;

fn band_name(low: u32) -> String {
    format!("{low} to {}", low + BAND - 1)
}

/// Shows what the model makes of a sample, and sums it up in a line.
fn tell(model: &HumanModel, sample: &ChoiceSample, what: &str, folders: &[PathBuf]) -> String {
    let choices = counted(sample.choices().len(), "choice");
    let games = counted(sample.games(), "game");
    let head = format!("{choices} of {games} ({})", names(folders));
    say(format!("{what} {head}."));
    say("Positions within 300 cp of equal, by rating (comparable):");
    say(
        "| rating | choices | likeliest move made, glance | said | record | said | nats, glance | record | blind |",
    );
    say("|---|---|---|---|---|---|---|---|---|");
    let row = |name: &str, is_in: &dyn Fn(&SampledChoice) -> bool| {
        let [glance, record] =
            [Sight::Glance, Sight::Record].map(|sight| measure(model, sample, sight, is_in));
        if glance.choices > 0 {
            say(format!(
                "| {name} | {} | {} | {} | {:.3} | {:.3} | {:.3} |",
                glance.choices,
                top(&glance),
                top(&record),
                glance.log_loss,
                record.log_loss,
                glance.blind_log_loss
            ));
        }
        record
    };
    let is_rated = |low: u32, choice: &SampledChoice| {
        let band = f64::from(low)..f64::from(low + BAND);
        let rating = model.comparable(choice.rating, choice.pool, choice.class);
        band.contains(&rating) && choice.level_cp.abs() < UNDECIDED_CP
    };
    let bands = || (600..3_000).step_by(BAND as usize);
    for low in bands() {
        row(&band_name(low), &|choice| is_rated(low, choice));
    }
    let all = row("all positions", &|_| true);
    for (sight, loss) in [
        (Sight::Record, "loses"),
        (Sight::Glance, "loses at a first glance"),
    ] {
        say(format!(
            "Regan's s and c of the same positions, which know only what a move {loss}:\n\
             | rating | choices | s | c | nats |\n|---|---|---|---|---|"
        ));
        for low in bands() {
            let fit = regan_skill(sample, sight, |choice| is_rated(low, choice));
            if let Ok((skill, nats)) = fit {
                let [s, c] = [skill.sensitivity, skill.consistency].map(|one| {
                    let (value, low, high) = (one.value, one.low, one.high);
                    format!("{value:.3} ({low:.3} to {high:.3})")
                });
                let (name, choices) = (band_name(low), skill.choices);
                say(format!("| {name} | {choices} | {s} | {c} | {nats:.3} |"));
            }
        }
    }
    format!(
        "{head}: likeliest move made in {:.1} %, {:.4} nats a choice",
        100.0 * all.top,
        all.log_loss
    )
}

fn top(figures: &BandFigures) -> String {
    format!(
        "{:.1} % | {:.1} %",
        100.0 * figures.top,
        100.0 * figures.mean_top_share
    )
}

//! `plumb-lab train moves`: the engine-choice model, fitted to recorded choices of engines.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use plumb_engine::choice::EngineModel;
use plumb_engine::tables::Models;
use plumb_fairplay::RecordedMoves;
use plumb_lab::training::{
    ChoiceSample, ENGINE_HEAD, EngineFilter, FitProvenance, fit_engines, measure_engines,
    most_frequent_engines,
};
use plumb_support::wording::counted;

use super::fitting::{check, command, names, sample, stopped, threads, warn_of_leak, write_table};
use plumb_terminal::{Ending, Failure, say};
use plumb_terminal::{Progress, interrupt_flag};

#[derive(clap::Args)]
pub struct Arguments {
    /// Folders of runs that `plumb-lab train records` made of games between engines: what is
    /// fitted to. None: the model of the tables is measured as it is
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

    /// Also leave each of so many engines out of the fit, the most frequent first, and measure
    /// what that loses on its choices of --measure
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        requires = "data",
        requires = "measure"
    )]
    without_engines: usize,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    check(&arguments.data, &arguments.measure, arguments.ridge)?;
    let mut fitted_to = String::new();
    let mut fitted_sample = None;
    let model = if arguments.data.is_empty() {
        models.get::<EngineModel>()?
    } else {
        let Some(sample) = sample(&arguments.data, models)? else {
            return Ok(stopped());
        };
        let Some(model) = fit(&sample, EngineFilter::All, arguments, models) else {
            return Ok(stopped());
        };
        fitted_to = tell(&model, &sample, "Fitted to", &arguments.data);
        fitted_sample = Some(sample);
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
        if let Some(fitted) = fitted_sample.filter(|_| arguments.without_engines > 0)
            && !without_engines(&model, &fitted, &sample, arguments, models)
        {
            return Ok(stopped());
        }
    }
    if let Some(path) = &arguments.out {
        let rest = format!("--ridge {} --out engine_choice.toml", arguments.ridge);
        let provenance = FitProvenance {
            command: command("moves", &arguments.data, &arguments.measure, &rest),
            data: fitted_to,
            result: measured_on,
        };
        write_table(path, &model.to_toml(ENGINE_HEAD, &provenance.meta()))?;
    }
    Ok(Ending::Done)
}

/// Fits the model; nothing if it was interrupted.
fn fit(
    sample: &ChoiceSample,
    whose: EngineFilter<'_>,
    arguments: &Arguments,
    models: &Models,
) -> Option<EngineModel> {
    let interrupt = interrupt_flag();
    let mut progress = Progress::new("steps", None, 0);
    let stamp = RecordedMoves::stamp_of_choices(models).to_string();
    let threads = threads(arguments.jobs);
    let ridge = arguments.ridge;
    let fitted = fit_engines(sample, whose, ridge, threads, &stamp, |steps, loss| {
        progress.update(steps as u64, &|_| format!("{loss:.5} nats a choice"));
        !interrupt.load(Ordering::Relaxed)
    });
    progress.close();
    // What is measured is what the table says.
    Some(fitted?.rounded())
}

/// Leaves each of the most frequent engines out and says what the model then makes of its
/// choices; false if it was interrupted.
fn without_engines(
    model: &EngineModel,
    fitted_to: &ChoiceSample,
    measured: &ChoiceSample,
    arguments: &Arguments,
    models: &Models,
) -> bool {
    say(
        "| engine | choices | likeliest made when fitted to it | nats | when not | nats | equal shares |\n|---|---|---|---|---|---|---|",
    );
    for engine in most_frequent_engines(measured, arguments.without_engines) {
        let Some(other) = fit(fitted_to, EngineFilter::Without(&engine), arguments, models) else {
            return false;
        };
        let [with, without] = [model, &other]
            .map(|model| measure_engines(model, measured, EngineFilter::Only(&engine)));
        say(format!(
            "| {engine} | {} | {:.1} % | {:.3} | {:.1} % | {:.3} | {:.3} |",
            with.choices,
            100.0 * with.top,
            with.log_loss,
            100.0 * without.top,
            without.log_loss,
            with.blind_log_loss
        ));
    }
    true
}

/// Says what the model makes of a sample.
fn tell(model: &EngineModel, sample: &ChoiceSample, what: &str, folders: &[PathBuf]) -> String {
    let figures = measure_engines(model, sample, EngineFilter::All);
    let line = format!(
        "{} of {} ({}): likeliest move made in {:.1} %, {:.4} nats a choice (equal shares: {:.4})",
        counted(figures.choices, "choice"),
        counted(sample.games(), "game"),
        names(folders),
        100.0 * figures.top,
        figures.log_loss,
        figures.blind_log_loss
    );
    say(format!("{what} {line}."));
    line
}

//! `plumb-lab train trend`: the trend model, fitted to levels vectors that people labelled.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use plumb_coach::analysis::Trend;
use plumb_fairplay::{Depths, Share};
use plumb_lab::training::{
    Baseline, FitProvenance, RIDGES, Right, TREND_HEAD, TrendFigures, TrendPart, TrendSample,
    agreement, burnham_baseline, fit_trends, rule_right,
};
use plumb_support::wording::counted;

use super::fitting::{names, stopped, write_table};
use plumb_terminal::{Ending, Failure, say, warn};
use plumb_terminal::{Progress, interrupt_flag};

#[derive(clap::Args)]
pub struct Arguments {
    /// The file of labelled vectors
    #[arg(long, value_name = "FILE.csv")]
    vectors: PathBuf,

    /// Where the table goes
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Seed of the draws
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub fn run(arguments: &Arguments) -> Result<Ending, Failure> {
    let sample = TrendSample::read(&arguments.vectors)?;
    let unlabelled = sample.vectors.iter().filter(|one| one.label.is_none());
    match unlabelled.count() {
        0 if !sample.vectors.is_empty() => (),
        count => {
            let (place, all) = (arguments.vectors.display(), sample.vectors.len());
            return Err(Failure(format!(
                "{place}: {count} of {all} vectors have no label"
            )));
        }
    }
    match sample.in_both_parts() {
        0 => (),
        count => warn(format!(
            "{} of validation are in training, too: figures flatter",
            counted(count, "vector")
        )),
    }
    let (kappa, agreed) = agreement(&sample);
    say(format!(
        "Two passes agree on {}, kappa {kappa:.3}.",
        words(agreed)
    ));
    let Some(baseline) = baseline(&sample, arguments.seed)? else {
        return Ok(stopped());
    };
    tell(&baseline);

    let settings = Depths::of_levels().levels_settings();
    say("| ridge | right in the other folds |\n|---|---|");
    let mut best = None;
    for ridge in RIDGES {
        let (model, right) = fit_trends(&sample, ridge, &settings);
        say(format!("| {ridge:e} | {} |", words(right)));
        if best.as_ref().is_none_or(|(_, _, most)| right > *most) {
            best = Some((model, ridge, right));
        }
    }
    let Some((model, ridge, right)) = best else {
        return Ok(stopped());
    };
    let validation = TrendFigures::of(&sample, TrendPart::Validation, &model);
    say(format!(
        "With a ridge of {ridge:e}, of validation: {}, {:.4} nats a vector.",
        words(validation.right()),
        validation.log_loss
    ));
    let trends = Trend::ALL.map(<&str>::from).join(" | ");
    say(format!("| seen | {trends} |\n|---|---|---|---|"));
    for (trend, row) in Trend::ALL.into_iter().zip(validation.confusion) {
        let row: Vec<String> = row.iter().map(u64::to_string).collect();
        say(format!("| {} | {} |", trend, row.join(" | ")));
    }
    let rule = rule_right(&sample, TrendPart::Validation);
    say(format!("By the rule, computed: {}.", words(rule)));
    if let Some(path) = &arguments.out {
        let vectors = names(std::slice::from_ref(&arguments.vectors));
        let provenance = FitProvenance {
            command: format!(
                "plumb-lab train trend --vectors {vectors} --seed {} --out trend.toml",
                arguments.seed
            ),
            data: format!(
                "the training vectors of {vectors}; ridge {ridge:e}, right in the other folds: {}",
                words(right)
            ),
            result: format!(
                "of the vectors of validation: {}",
                words(validation.right())
            ),
        };
        write_table(path, &model.to_toml(TREND_HEAD, &provenance.meta()))?;
    }
    Ok(Ending::Done)
}

/// Burnham's machines, tried with progress; nothing if it was interrupted.
fn baseline(sample: &TrendSample, seed: u64) -> Result<Option<Baseline>, Failure> {
    let interrupt = interrupt_flag();
    let mut progress = Progress::new("machines", None, 0);
    let mut done = 0;
    let baseline = burnham_baseline(sample, seed, |machine| {
        done += 1;
        progress.update(done, &|_| machine.to_owned());
        !interrupt.load(Ordering::Relaxed)
    });
    progress.close();
    Ok(baseline?)
}

fn tell(baseline: &Baseline) {
    say("| Burnham's machines | C | right in the other folds |\n|---|---|---|");
    for row in &baseline.grid {
        say(format!(
            "| {} | {} | {} |",
            row.kernel,
            row.cost,
            words(row.right)
        ));
    }
    let best = &baseline.best;
    say(format!(
        "The best, {} with C {}: {} of those kept back; fitted to all of training, {} of validation.",
        best.kernel,
        best.cost,
        words(baseline.kept_back),
        words(baseline.validation)
    ));
}

/// So many of so many, with the 95 % interval (Wilson).
fn words((right, all): Right) -> String {
    let share = Share::of(right, all).map(|share| {
        let [low, high] = [share.low, share.high].map(|x| 100.0 * x);
        format!(" ({:.1} %, {low:.1} to {high:.1})", 100.0 * share.share)
    });
    format!("{right} of {all}{}", share.unwrap_or_default())
}

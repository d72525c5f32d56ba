//! The whole of tuning: read, fit, read again with the new weights, write.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::choice::Choice;
use super::error::TuneError;
use super::fit::{Descent, Epoch, Fit, Pulls};
use super::load::{DataFile, FileReport, Labelling, Loader};
use super::model::{Loss, Model, TEMPO, parameters, with_parameters};
use plumb_engine::eval::{Setting, Tapered, Term, Weights};

/// All that tuning is told.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Labelled positions.
    pub files: Vec<DataFile>,
    /// How labels become targets.
    pub labelling: Labelling,
    /// What an error is.
    pub loss: Loss,
    /// How to go downhill.
    pub descent: Descent,
    /// Which weights.
    pub choice: Choice,
    /// Begin with all free weights and tempo at zero. Other settings keep their start: with no
    /// danger points counted and nothing left of endgames, nothing could be learned of either.
    pub zero_start: bool,
    /// How often positions are played out anew with the weights found.
    pub rounds: usize,
    /// All centipawns are multiplied by this at the end.
    pub multiply: f64,
    /// Threads to work with; they change nothing but the time.
    pub threads: usize,
}

/// What tuning tells while it goes on.
#[derive(Clone, Debug)]
pub enum Event {
    /// A round (from 1) begins to read.
    Round(usize),
    /// So many positions are read, played out, counted and checked.
    Prepared(usize),
    /// All files are read.
    Loaded(Vec<FileReport>),
    /// An epoch is over.
    Epoch(Epoch),
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct TuningOutcome {
    /// The new weights, rounded.
    pub weights: Weights,
    /// What was read in the last round.
    pub files: Vec<FileReport>,
    /// Every epoch of every round.
    pub curve: Vec<(usize, Epoch)>,
    /// The losses of the weights that it began with, before anything was taken
    /// out, on the last round's positions: tuning, validation.
    pub before: (f64, f64),
    /// The losses of the rounded new weights on the same.
    pub after: (f64, f64),
    /// The validation losses of each file's positions alone, before and after;
    /// none for a file without any.
    pub by_file: Vec<Option<(f64, f64)>>,
    /// It was stopped before its time.
    pub stopped: bool,
}

/// Later rounds begin near their end: their first step is this much smaller.
const LATER_RATE: f64 = 0.1;

/// Tunes. When `stop` becomes true it ends soon, with what is best so far.
pub fn tune(
    settings: &Settings,
    start: &Weights,
    stop: &Arc<AtomicBool>,
    observe: &mut dyn FnMut(Event),
) -> Result<TuningOutcome, TuneError> {
    check(settings)?;
    let reduced = settings.choice.reduced(start);
    let free = settings.choice.free();
    let mut home = parameters(&reduced);
    if settings.zero_start {
        let places = home[..=TEMPO].iter_mut().zip(&free);
        let zeroed = places.filter(|(_, free)| **free);
        zeroed.for_each(|(value, _)| *value = 0.0);
    }
    let mut weights = reduced;
    let mut current = home.clone();
    let mut curve = Vec::new();
    let mut outcome = None;
    for round in 1..=settings.rounds {
        observe(Event::Round(round));
        let loader = Loader {
            labelling: settings.labelling,
            weights: Arc::new(weights.clone()),
            threads: settings.threads,
            stop,
        };
        let loaded = match loader.load(&settings.files, &mut |n| observe(Event::Prepared(n))) {
            // What the rounds before came to is worth keeping.
            Err(TuneError::Stopped) if outcome.is_some() => break,
            loaded => loaded?,
        };
        observe(Event::Loaded(loaded.files.clone()));
        let samples = loaded.tune.shuffled(settings.descent.seed);
        let fit = Fit {
            model: Model::new(start, settings.labelling.scale_cp, settings.loss),
            descent: Descent {
                rate: settings.descent.rate * if round == 1 { 1.0 } else { LATER_RATE },
                ..settings.descent
            },
            pulls: Pulls {
                free: free.clone(),
                ridges: settings.choice.ridges(),
                home: home.clone(),
            },
            threads: settings.threads,
            stop,
        };
        current = fit.run(&current, &samples, &loaded.validation, &mut |epoch| {
            curve.push((round, epoch));
            observe(Event::Epoch(epoch));
        });
        weights = with_parameters(&weights, &current);
        let ends = [start, &weights].map(parameters);
        let both = |samples, rows: Range<usize>| {
            let [before, after] = &ends;
            let loss = |parameters| fit.mean_loss(samples, rows.clone(), parameters);
            (loss(before), loss(after))
        };
        let of_tune = both(&samples, 0..samples.len());
        let of_validation = both(&loaded.validation, 0..loaded.validation.len());
        let mut first = 0;
        let of_file = |file: &FileReport| {
            let rows = first..first + file.validation;
            first = rows.end;
            (!rows.is_empty()).then(|| both(&loaded.validation, rows))
        };
        let by_file = loaded.files.iter().map(of_file).collect();
        outcome = Some((loaded.files, of_tune, of_validation, by_file));
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    let (files, of_tune, of_validation, by_file) = outcome.ok_or(TuneError::Stopped)?;
    Ok(TuningOutcome {
        weights: multiplied(&weights, settings.multiply),
        files,
        curve,
        before: (of_tune.0, of_validation.0),
        after: (of_tune.1, of_validation.1),
        by_file,
        stopped: stop.load(Ordering::Relaxed),
    })
}

fn check(settings: &Settings) -> Result<(), TuneError> {
    let wrong = |what: &str| Err(TuneError::Option(what.to_owned()));
    let positive = |value: f64| value.is_finite() && value > 0.0;
    let labelling = &settings.labelling;
    if settings.files.is_empty() {
        return wrong("no data; expected at least one file of labelled positions");
    }
    if !settings
        .files
        .iter()
        .all(|file| positive(file.weight.into()))
    {
        return wrong("a file's weight is not a number above zero");
    }
    if !positive(labelling.scale_cp.into()) {
        return wrong("the scale is not a number of centipawns above zero");
    }
    if !(0.0..=1.0).contains(&labelling.result_weight) {
        return wrong("the result's weight is not a number from 0 to 1");
    }
    if !positive(settings.descent.rate) || !positive(settings.multiply) {
        return wrong("the rate and the factor must be numbers above zero");
    }
    let strengths = settings.choice.ridge.iter().map(|(_, strength)| *strength);
    let mut strengths = strengths.chain([settings.descent.prior]);
    if strengths.any(|strength| !strength.is_finite() || strength < 0.0) {
        return wrong("ridge and prior must be numbers of positions, at least zero");
    }
    if settings.descent.batch == 0 || settings.rounds == 0 || settings.threads == 0 {
        return wrong("batch, rounds and threads must be at least one");
    }
    Ok(())
}

/// The same evaluation with all its centipawns multiplied. Danger points, their
/// limit and the divisor of their squares are multiplied too, which multiplies
/// what they cost: (fp)²/(fd) = f · p²/d, and fp/e = f · p/e.
pub fn multiplied(weights: &Weights, factor: f64) -> Weights {
    if factor == 1.0 {
        return weights.clone();
    }
    let times = |value: i32| (f64::from(value) * factor).round() as i32;
    let limit = |value: i32| times(value).clamp(-Tapered::LIMIT, Tapered::LIMIT);
    let mut changed = weights.clone();
    for &term in Term::ALL {
        for slot in 0..term.slots().len() {
            let weight = weights.get(term, slot);
            let pair = Tapered::new(limit(weight.middlegame()), limit(weight.endgame()));
            changed.set(term, slot, pair);
        }
    }
    for setting in [Setting::Tempo, Setting::DangerDivisor, Setting::DangerLimit] {
        changed.set_setting(setting, times(weights.setting(setting)));
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_becomes_parameters_and_back() {
        let weights = Weights::embedded();
        let values = parameters(&weights);
        assert_eq!(values[TEMPO], f64::from(weights.setting(Setting::Tempo)));
        assert_eq!(with_parameters(&weights, &values), weights);
    }
}

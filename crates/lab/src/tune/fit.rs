//! Gradient descent: weights that make the evaluation's chances those of the
//! labels.
//!
//! Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2015) on
//! mini-batches. A batch is cut into chunks of fixed size whose gradients are
//! added in their order, so that the same seed gives the same weights whatever
//! the number of threads.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::model::{Model, PARAMETERS, fitted_settings};
use super::samples::Samples;
use plumb_support::random::Random;

/// How to go downhill.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Descent {
    /// At most so many walks through all positions.
    pub epochs: usize,
    /// Positions between two steps.
    pub batch: usize,
    /// The first step's size in centipawns; the last's is a hundredth of it.
    pub rate: f64,
    /// Epochs without a better validation loss before it ends.
    pub patience: usize,
    /// Weights are drawn to their start as if by so many positions each.
    pub prior: f64,
    /// For the order of positions.
    pub seed: u64,
}

/// One epoch's outcome.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// From 1 within its round; 0 is before the first step.
    pub number: usize,
    /// The mean loss over the tuning positions, as it was during the epoch.
    pub tune_loss: f64,
    /// The mean loss over the validation positions at its end.
    pub validation_loss: f64,
    /// The size of its last step.
    pub rate: f64,
}

/// What is pulled where besides the data: one entry for each parameter.
pub(super) struct Pulls {
    /// May change.
    pub(super) free: Vec<bool>,
    /// Positions that draw it towards zero.
    pub(super) ridges: Vec<f64>,
    /// Where the prior draws it.
    pub(super) home: Vec<f64>,
}

pub(super) struct Fit<'a> {
    pub(super) model: Model,
    pub(super) descent: Descent,
    pub(super) pulls: Pulls,
    pub(super) threads: usize,
    pub(super) stop: &'a AtomicBool,
}

/// Rows whose gradient is added up before it meets others'.
const CHUNK: usize = 512;

const MOMENTUM: f64 = 0.9;
const MEMORY: f64 = 0.999;
const LAST_RATE: f64 = 0.01;

impl Fit<'_> {
    /// Fits from `start` on; gives the parameters with the least validation
    /// loss. `report` is told of each epoch and of the part of one that is done.
    pub(super) fn run(
        &self,
        start: &[f64],
        tune: &Samples,
        validation: &Samples,
        report: &mut dyn FnMut(Epoch),
    ) -> Vec<f64> {
        let mut parameters = start.to_vec();
        let mut epoch = Epoch {
            number: 0,
            tune_loss: self.mean_loss(tune, 0..tune.len(), &parameters),
            validation_loss: self.mean_loss(validation, 0..validation.len(), &parameters),
            rate: 0.0,
        };
        report(epoch);
        let mut best = (epoch.validation_loss, parameters.clone());
        let mut since_best = 0;
        let batches = tune.len().div_ceil(self.descent.batch);
        let mut shuffle = Random::seeded(self.descent.seed);
        let mut adam = Adam::new();
        let steps = (batches * self.descent.epochs) as f64;
        for number in 1..=self.descent.epochs {
            let (mut loss, mut weight) = (0.0, 0.0);
            for batch in shuffle.order(batches) {
                if self.stop.load(Ordering::Relaxed) {
                    return best.1;
                }
                let from = batch * self.descent.batch;
                let to = (from + self.descent.batch).min(tune.len());
                let mut found = self.learn(tune, from..to, &parameters);
                self.pull(&mut found, &parameters, tune.len());
                let rate = self.descent.rate * libm::pow(LAST_RATE, adam.steps / steps);
                adam.step(&mut parameters, &found.gradient, &self.pulls.free, rate);
                epoch.rate = rate;
                loss += found.loss;
                weight += found.weight;
            }
            epoch.number = number;
            epoch.tune_loss = loss / weight;
            epoch.validation_loss = self.mean_loss(validation, 0..validation.len(), &parameters);
            report(epoch);
            if epoch.validation_loss < best.0 {
                best = (epoch.validation_loss, parameters.clone());
                since_best = 0;
            } else {
                since_best += 1;
                if since_best >= self.descent.patience {
                    break;
                }
            }
        }
        best.1
    }

    /// The mean loss of these rows with these parameters.
    pub(super) fn mean_loss(
        &self,
        samples: &Samples,
        rows: Range<usize>,
        parameters: &[f64],
    ) -> f64 {
        let parameters: Vec<f32> = parameters.iter().map(|&value| value as f32).collect();
        let sums = self.in_chunks(rows, (0.0, 0.0), |rows, sums: &mut (f64, f64)| {
            for index in rows {
                let row = samples.row(index);
                sums.0 += f64::from(self.model.loss(samples, row, &parameters));
                sums.1 += f64::from(row.weight);
            }
        });
        let (loss, weight) = sums
            .into_iter()
            .fold((0.0, 0.0), |all, sum| (all.0 + sum.0, all.1 + sum.1));
        loss / weight
    }

    fn learn(&self, samples: &Samples, rows: Range<usize>, parameters: &[f64]) -> Found {
        let parameters: Vec<f32> = parameters.iter().map(|&value| value as f32).collect();
        let nothing = (0.0, 0.0, Vec::new());
        let chunks = self.in_chunks(rows, nothing, |rows, found: &mut (f64, f64, Vec<f32>)| {
            let mut gradient = vec![0.0; PARAMETERS];
            for index in rows {
                let row = samples.row(index);
                let loss = self.model.learn(samples, row, &parameters, &mut gradient);
                found.0 += f64::from(loss);
                found.1 += f64::from(row.weight);
            }
            found.2 = gradient;
        });
        let mut found = Found {
            loss: 0.0,
            weight: 0.0,
            gradient: vec![0.0; PARAMETERS],
        };
        for (loss, weight, gradient) in chunks {
            found.loss += loss;
            found.weight += weight;
            for (sum, part) in found.gradient.iter_mut().zip(gradient) {
                *sum += f64::from(part);
            }
        }
        let weight = found.weight.max(f64::MIN_POSITIVE);
        found.gradient.iter_mut().for_each(|part| *part /= weight);
        found
    }

    /// Adds the slopes of the penalties. Being d centipawns off costs as much
    /// as it would cost a balanced position, (d / 4 scales) squared, times the
    /// number of positions that the pull stands for.
    fn pull(&self, found: &mut Found, parameters: &[f64], positions: usize) {
        let scale = 4.0 * f64::from(self.model.scale_cp);
        let unit = 2.0 / (scale * scale * positions as f64);
        for (place, slope) in found.gradient.iter_mut().enumerate() {
            let value = parameters[place];
            *slope += unit * self.descent.prior * (value - self.pulls.home[place]);
            *slope += unit * self.pulls.ridges[place] * value;
        }
    }

    /// Runs `work` on chunks of rows, on all threads; one result for each
    /// chunk, in their order.
    fn in_chunks<T: Clone + Send>(
        &self,
        rows: Range<usize>,
        empty: T,
        work: impl Fn(Range<usize>, &mut T) + Sync,
    ) -> Vec<T> {
        let count = rows.len().div_ceil(CHUNK);
        let mut results = vec![empty; count];
        let per_thread = count.div_ceil(self.threads).max(1);
        let run = |first: usize, results: &mut [T]| {
            for (index, result) in results.iter_mut().enumerate() {
                let from = rows.start + (first + index) * CHUNK;
                work(from..(from + CHUNK).min(rows.end), result);
            }
        };
        thread::scope(|scope| {
            let mut shares = results.chunks_mut(per_thread).enumerate();
            let own = shares.next();
            for (index, share) in shares {
                let run = &run;
                scope.spawn(move || run(index * per_thread, share));
            }
            if let Some((_, share)) = own {
                run(0, share);
            }
        });
        results
    }
}

/// A batch's loss, the weight of its rows, and the mean slope.
struct Found {
    loss: f64,
    weight: f64,
    gradient: Vec<f64>,
}

struct Adam {
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: f64,
}

impl Adam {
    fn new() -> Adam {
        Adam {
            mean: vec![0.0; PARAMETERS],
            square: vec![0.0; PARAMETERS],
            steps: 0.0,
        }
    }

    fn step(&mut self, parameters: &mut [f64], gradient: &[f64], free: &[bool], rate: f64) {
        self.steps += 1.0;
        let mean_left = 1.0 - libm::pow(MOMENTUM, self.steps);
        let square_left = 1.0 - libm::pow(MEMORY, self.steps);
        for place in 0..parameters.len() {
            if !free[place] {
                continue;
            }
            let slope = gradient[place];
            let mean = &mut self.mean[place];
            *mean += (1.0 - MOMENTUM) * (slope - *mean);
            let square = &mut self.square[place];
            *square += (1.0 - MEMORY) * (slope * slope - *square);
            let size = (*square / square_left).sqrt() + 1e-12;
            parameters[place] -= rate * (*mean / mean_left) / size;
        }
        for (setting, place) in fitted_settings() {
            let (least, most) = setting.range();
            parameters[place] = parameters[place].clamp(f64::from(least), f64::from(most));
        }
    }
}

#[cfg(test)]
#[path = "fit_tests.rs"]
mod tests;

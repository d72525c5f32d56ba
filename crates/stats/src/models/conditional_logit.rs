//! Choices among alternatives: weights under which what was chosen was most likely.
//!
//! D. McFadden, Conditional logit analysis of qualitative choice behavior, 1974. An
//! alternative's share is in proportion to exp(u); u is the sum of its features, each times
//! a weight that is itself a sum over the terms of the choice's context (1, t, t² …).
//! The loss is the mean of -ln(share of what was chosen), in nats, plus a small ridge, and
//! has one lowest point.

use std::thread;

use super::minimum::{Minimum, minimum};

/// The choices are added up in so many pieces, whatever the number of threads.
const PIECES: usize = 64;

/// Choices to fit to.
#[derive(Clone, Debug, Default)]
pub struct ConditionalLogit {
    width: usize,
    terms: usize,
    /// The features of all alternatives, one after the other.
    rows: Vec<f32>,
    choices: Vec<Choice>,
}

#[derive(Clone, Debug)]
struct Choice {
    first_row: usize,
    rows: usize,
    chosen: usize,
    context: Vec<f64>,
}

/// How a fit is done.
#[derive(Clone, Copy, Debug)]
pub struct FitOptions {
    /// Half of this times the sum of squared weights is added to the loss.
    pub ridge: f64,
    /// Steps, at most.
    pub most_steps: usize,
    /// It ends when steps win less than this, in nats.
    pub tolerance: f64,
    /// Threads.
    pub threads: usize,
}

/// What a fit came to.
#[derive(Clone, Debug, PartialEq)]
pub struct LogitFit {
    /// By feature, then by term.
    pub weights: Vec<f64>,
    /// The mean of -ln(share of what was chosen), in nats, without the ridge.
    pub log_loss: f64,
    /// Steps that were taken.
    pub steps: usize,
    /// It had come to its end.
    pub is_settled: bool,
}

impl ConditionalLogit {
    /// Without choices yet, for alternatives of `width` features in contexts of `terms`.
    pub fn new(width: usize, terms: usize) -> ConditionalLogit {
        ConditionalLogit {
            width,
            terms,
            ..ConditionalLogit::default()
        }
    }

    /// Adds a choice: the features of its alternatives one after the other, which of them
    /// was chosen, and its context. False, and nothing is added, where these do not fit.
    pub fn add(&mut self, rows: &[f32], chosen: usize, context: &[f64]) -> bool {
        let count = rows.len() / self.width.max(1);
        let fits = rows.len() == count * self.width && context.len() == self.terms;
        if !fits || chosen >= count || rows.iter().any(|x| !x.is_finite()) {
            return false;
        }
        self.choices.push(Choice {
            first_row: self.rows.len(),
            rows: count,
            chosen,
            context: context.to_vec(),
        });
        self.rows.extend_from_slice(rows);
        true
    }

    /// How many choices there are.
    pub fn count(&self) -> usize {
        self.choices.len()
    }

    /// The most likely weights, descending from `start` (zeros where it is empty); `go_on`
    /// is told steps and loss, and ends it with false.
    pub fn fit(
        &self,
        start: &[f64],
        options: FitOptions,
        go_on: impl FnMut(usize, f64) -> bool,
    ) -> LogitFit {
        let start = match start.is_empty() {
            true => vec![0.0; self.width * self.terms],
            false => start.to_vec(),
        };
        let loss = |weights: &[f64], gradient: &mut [f64]| self.loss(weights, gradient, &options);
        let Minimum {
            point,
            steps,
            is_settled,
            ..
        } = minimum(start, options.tolerance, options.most_steps, loss, go_on);
        let mut gradient = vec![0.0; point.len()];
        let bare = FitOptions {
            ridge: 0.0,
            ..options
        };
        LogitFit {
            log_loss: self.loss(&point, &mut gradient, &bare),
            weights: point,
            steps,
            is_settled,
        }
    }

    /// The loss, and how it changes with each weight.
    fn loss(&self, weights: &[f64], gradient: &mut [f64], options: &FitOptions) -> f64 {
        let pieces: Vec<&[Choice]> = self
            .choices
            .chunks(self.choices.len().div_ceil(PIECES).max(1))
            .collect();
        let threads = options.threads.clamp(1, PIECES);
        let of_piece = |piece: &[Choice]| {
            let mut gradient = vec![0.0; weights.len()];
            let losses = piece
                .iter()
                .map(|choice| self.add_choice(choice, weights, &mut gradient));
            let loss: f64 = losses.sum();
            (loss, gradient)
        };
        let mut sums: Vec<(usize, (f64, Vec<f64>))> = thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|worker| {
                    let own = pieces.iter().enumerate().skip(worker).step_by(threads);
                    scope.spawn(|| own.map(|(at, piece)| (at, of_piece(piece))).collect())
                })
                .collect();
            let joined = workers
                .into_iter()
                .map(|worker| worker.join().unwrap_or_default());
            joined.collect::<Vec<Vec<_>>>().concat()
        });
        sums.sort_by_key(|&(at, _)| at);
        let count = self.choices.len().max(1) as f64;
        let ridge = options.ridge;
        for (slope, weight) in gradient.iter_mut().zip(weights) {
            *slope = ridge * weight;
        }
        let mut loss = ridge / 2.0 * weights.iter().map(|w| w * w).sum::<f64>();
        for (_, (piece, slopes)) in &sums {
            loss += piece / count;
            for (slope, own) in gradient.iter_mut().zip(slopes) {
                *slope += own / count;
            }
        }
        loss
    }

    /// The loss of a choice; what it adds to the gradient is added.
    fn add_choice(&self, choice: &Choice, weights: &[f64], gradient: &mut [f64]) -> f64 {
        let rows = &self.rows[choice.first_row..][..choice.rows * self.width];
        let in_context =
            |row: &[f64]| -> f64 { row.iter().zip(&choice.context).map(|(w, t)| w * t).sum() };
        let at: Vec<f64> = weights.chunks(self.terms).map(in_context).collect();
        let utilities: Vec<f64> = rows
            .chunks(self.width)
            .map(|row| row.iter().zip(&at).map(|(&x, w)| f64::from(x) * w).sum())
            .collect();
        let most = utilities.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let powers: Vec<f64> = utilities.iter().map(|u| libm::exp(u - most)).collect();
        let all: f64 = powers.iter().sum();
        let mut slopes = vec![0.0; self.width];
        for (index, row) in rows.chunks(self.width).enumerate() {
            let chosen = f64::from(u8::from(index == choice.chosen));
            let excess = powers[index] / all - chosen;
            for (slope, &x) in slopes.iter_mut().zip(row) {
                *slope += excess * f64::from(x);
            }
        }
        for (slopes, slope) in gradient.chunks_mut(self.terms).zip(slopes) {
            for (to, t) in slopes.iter_mut().zip(&choice.context) {
                *to += slope * t;
            }
        }
        libm::log(all) + most - utilities[choice.chosen]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: FitOptions = FitOptions {
        ridge: 0.0,
        most_steps: 300,
        tolerance: 1e-12,
        threads: 3,
    };

    /// A small generator, so that this layer needs no other.
    fn numbers(count: usize) -> Vec<f64> {
        let mut state = 9_u64;
        let step = |_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        (0..count).map(step).collect()
    }

    /// Choices drawn by known weights: two features, whose weights are w + v t.
    fn drawn(count: usize, weights: [f64; 4]) -> ConditionalLogit {
        let mut choices = ConditionalLogit::new(2, 2);
        let numbers = numbers(count * 10);
        for own in numbers.chunks(10) {
            let t = 2.0 * own[0] - 1.0;
            let rows: Vec<f32> = own[1..9].iter().map(|x| *x as f32).collect();
            let weight = |feature: usize| weights[2 * feature] + weights[2 * feature + 1] * t;
            let powers = rows
                .chunks(2)
                .map(|row| (f64::from(row[0]) * weight(0) + f64::from(row[1]) * weight(1)).exp());
            let powers: Vec<f64> = powers.collect();
            let mut left = own[9] * powers.iter().sum::<f64>();
            let chosen = powers.iter().position(|power| {
                left -= power;
                left < 0.0
            });
            assert!(choices.add(&rows, chosen.unwrap_or(3), &[1.0, t]));
        }
        choices
    }

    #[test]
    fn known_weights_are_found_again() {
        let weights = [2.0, 1.0, -3.0, 0.5];
        let fitted = drawn(40_000, weights).fit(&[], OPTIONS, |_, _| true);
        assert!(fitted.is_settled);
        for (found, known) in fitted.weights.iter().zip(weights) {
            assert!((found - known).abs() < 0.15, "{fitted:?}");
        }
    }

    #[test]
    fn threads_change_no_digit_and_a_start_is_gone_on_from() {
        let choices = drawn(500, [1.0, 0.0, -1.0, 0.0]);
        let one = FitOptions {
            threads: 1,
            ..OPTIONS
        };
        let fitted = choices.fit(&[], OPTIONS, |_, _| true);
        assert_eq!(choices.fit(&[], one, |_, _| true), fitted);
        let again = choices.fit(&fitted.weights, OPTIONS, |_, _| true);
        assert!(again.steps <= 3 && (again.log_loss - fitted.log_loss).abs() < 1e-9);
    }

    #[test]
    fn what_does_not_fit_is_not_added() {
        let mut choices = ConditionalLogit::new(2, 1);
        assert!(!choices.add(&[1.0, 2.0, 3.0], 0, &[1.0]));
        assert!(!choices.add(&[1.0, 2.0], 1, &[1.0]));
        assert!(!choices.add(&[1.0, 2.0], 0, &[1.0, 2.0]));
        assert!(!choices.add(&[f32::NAN, 2.0], 0, &[1.0]));
        assert_eq!(choices.count(), 0);
        assert_eq!(
            choices.fit(&[], OPTIONS, |_, _| true).weights[..2],
            [0.0, 0.0]
        );
    }
}

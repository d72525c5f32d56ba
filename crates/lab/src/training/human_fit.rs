//! The human-choice model fitted to a sample of choices.
//!
//! Weights are fitted with ratings made comparable by what is known of the offsets so far;
//! then each pool and time class gets the offset under which its choices are most likely,
//! over the board at long time controls staying where it is; and again. Each step makes all
//! choices together likelier. Only the last round takes all choices: offsets are known well
//! enough from a part. Start with `HumanFit::new`.

use super::choice_sample::{ChoiceSample, SampledChoice};
use plumb_engine::choice::{
    Feature, HumanModel, HumanWeights, MoveFeatures, Pool, RATING_TERMS, Sight, TimeClass,
    rating_terms,
};
use plumb_stats::models::{ConditionalLogit, FitOptions};

/// The comment that begins the table.
pub const HUMAN_HEAD: &str = "\
# How likely a person of some rating picks which move.
#
# A move's share is in proportion to exp(u); u is the sum of its features, each times a
# weight. A weight has three numbers: w0 + w1 t + w2 t², where t is 0 for a rating of 1800
# over the board at long time controls and 1 for 2400. docs/models.md says how it was
# fitted and what it is worth.
";

/// How a fit is done.
#[derive(Clone, Copy, Debug)]
pub struct HumanFitOptions {
    /// Half of this times the sum of squared weights is added to the loss.
    pub ridge: f64,
    /// Rounds of weights and offsets.
    pub rounds: usize,
    /// Threads.
    pub threads: usize,
}

/// How far a fit is.
#[derive(Clone, Copy, Debug)]
pub struct HumanFitProgress {
    /// What is known of the moves.
    pub sight: Sight,
    /// The round, from 1.
    pub round: usize,
    /// Steps of the round.
    pub steps: usize,
    /// The loss so far, in nats a choice.
    pub log_loss: f64,
}

/// Fits the model to a sample.
pub struct HumanFit<'a> {
    sample: &'a ChoiceSample,
    options: HumanFitOptions,
}

/// Offsets are looked for between these, in Elo.
const OFFSETS: (f64, f64) = (-800.0, 800.0);
/// A pool and time class with fewer choices has the offset of its pool.
const OFFSET_GATE: usize = 1_000;
/// Choices to which weights are fitted while offsets are still looked for.
const OFFSET_CHOICES: usize = 25_000;
/// Choices of a pool and time class by which its offset is found, at most.
const OFFSET_SEARCH: usize = 10_000;

impl<'a> HumanFit<'a> {
    /// Of this sample.
    pub fn new(sample: &'a ChoiceSample, options: HumanFitOptions) -> HumanFit<'a> {
        HumanFit { sample, options }
    }

    /// The most likely model; nothing where `go_on` said no. `stamp` is that of the records.
    pub fn fit(
        &self,
        stamp: &str,
        mut go_on: impl FnMut(HumanFitProgress) -> bool,
    ) -> Option<HumanModel> {
        let mut model = HumanModel {
            stamp: stamp.to_owned(),
            weights: [[[0.0; RATING_TERMS]; Feature::ALL.len()]; 2],
            offsets: [[0.0; TimeClass::ALL.len()]; Pool::ALL.len()],
        };
        // The deeper sight tells ratings apart best: offsets come from it.
        for sight in [Sight::Record, Sight::Glance] {
            let rounds = match sight {
                Sight::Record => self.options.rounds,
                Sight::Glance => 1,
            };
            let mut weights = Vec::new();
            for round in 1..=rounds {
                let choices = match round < rounds {
                    true => self.choices(sight, &model, OFFSET_CHOICES),
                    false => self.choices(sight, &model, usize::MAX),
                };
                let mut is_going = true;
                let fitted = choices.fit(&weights, self.fit_options(), |steps, log_loss| {
                    is_going = go_on(HumanFitProgress {
                        sight,
                        round,
                        steps,
                        log_loss,
                    });
                    is_going
                });
                if !is_going {
                    return None;
                }
                weights = fitted.weights;
                model.weights[sight as usize] = of_known(sight, &weights);
                if round < rounds {
                    self.set_offsets(&mut model);
                }
            }
        }
        Some(model)
    }

    fn fit_options(&self) -> FitOptions {
        fit_options(self.options.ridge, self.options.threads)
    }

    /// At most so many choices, spread over all, with the features that a sight knows and
    /// ratings made comparable by the model so far.
    fn choices(&self, sight: Sight, model: &HumanModel, most: usize) -> ConditionalLogit {
        let known: Vec<usize> = known(sight);
        let mut choices = ConditionalLogit::new(known.len(), RATING_TERMS);
        let all = self.sample.choices();
        for choice in all.iter().step_by(all.len().div_ceil(most).max(1)) {
            let rows = self.sample.features(choice).chunks(Feature::ALL.len());
            let rows: Vec<f32> = rows
                .flat_map(|row| known.iter().map(|&index| row[index]))
                .collect();
            let rating = model.comparable(choice.rating, choice.pool, choice.class);
            choices.add(&rows, choice.chosen, &rating_terms(rating));
        }
        choices
    }

    /// Gives each pool and time class the offset under which its choices are likeliest.
    fn set_offsets(&self, model: &mut HumanModel) {
        for &pool in Pool::ALL {
            let of_pool = self.best_offset(model, |other, _| other == pool);
            for &class in TimeClass::ALL {
                let is_anchor = (pool, class) == (Pool::OverTheBoard, TimeClass::Classical);
                let own = self.best_offset(model, |other, speed| (other, speed) == (pool, class));
                let offset = match (is_anchor, own, of_pool) {
                    (true, ..) => 0.0,
                    (_, Some(own), _) => own,
                    (_, None, Some(of_pool)) => of_pool,
                    _ => 0.0,
                };
                model.offsets[pool as usize][class as usize] = offset.round();
            }
        }
    }

    /// The likeliest offset of these choices, found by dividing the interval in the golden
    /// ratio; nothing where there are too few.
    fn best_offset(
        &self,
        model: &HumanModel,
        is_of: impl Fn(Pool, TimeClass) -> bool,
    ) -> Option<f64> {
        let all = self.sample.choices().iter();
        let own: Vec<&SampledChoice> = all
            .filter(|choice| is_of(choice.pool, choice.class))
            .collect();
        if own.len() < OFFSET_GATE {
            return None;
        }
        // Enough for a few Elo, and the same every time.
        let few = own.iter().step_by(own.len().div_ceil(OFFSET_SEARCH));
        let few: Vec<(f64, usize, Vec<MoveFeatures>)> = few
            .map(|choice| (choice.rating, choice.chosen, self.sample.moves(choice)))
            .collect();
        let surprise = |offset: f64| -> f64 {
            let of_one = |(rating, chosen, moves): &(f64, usize, Vec<MoveFeatures>)| {
                let shares = model.shares(moves, Sight::Record, rating + offset);
                -libm::log(shares[*chosen].max(1e-12))
            };
            few.iter().map(of_one).sum()
        };
        Some(lowest(OFFSETS, surprise))
    }
}

/// How weights are fitted to choices.
pub(super) fn fit_options(ridge: f64, threads: usize) -> FitOptions {
    FitOptions {
        ridge,
        most_steps: 1_000,
        // In nats a choice.
        tolerance: 1e-6,
        threads,
    }
}

/// Where a function with one valley is lowest, to 2 (golden-section search, J. Kiefer, 1953).
pub(super) fn lowest(bounds: (f64, f64), mut height: impl FnMut(f64) -> f64) -> f64 {
    let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = bounds;
    let mut inner = [high - ratio * (high - low), low + ratio * (high - low)];
    let mut heights = inner.map(&mut height);
    while high - low > 2.0 {
        if heights[0] < heights[1] {
            high = inner[1];
            inner = [high - ratio * (high - low), inner[0]];
            heights = [height(inner[0]), heights[0]];
        } else {
            low = inner[0];
            inner = [inner[1], low + ratio * (high - low)];
            heights = [heights[1], height(inner[1])];
        }
    }
    (low + high) / 2.0
}

/// The features that a sight knows, by their places.
fn known(sight: Sight) -> Vec<usize> {
    let all = Feature::ALL.iter().enumerate();
    all.filter(|&(_, &feature)| sight.has(feature))
        .map(|(index, _)| index)
        .collect()
}

/// What was fitted, in its places; features that a sight does not know have weight 0.
fn of_known(sight: Sight, fitted: &[f64]) -> HumanWeights {
    let mut weights = [[0.0; RATING_TERMS]; Feature::ALL.len()];
    for (place, row) in known(sight).into_iter().zip(fitted.chunks(RATING_TERMS)) {
        weights[place].copy_from_slice(row);
    }
    weights
}

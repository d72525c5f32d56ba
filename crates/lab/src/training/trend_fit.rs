//! The trend model fitted to labelled levels vectors, and Burnham's machines beside it.

use super::support_vectors::{LabelledVectors, voted};
use super::trend_sample::{TrendPart, TrendSample};
use crate::classifiers::Kernel;
use plumb_coach::analysis::{
    CurveFeature, CurveFeatures, LEVEL_BOUND_CP, TREND_LEVELS, Trend, TrendModel, curve_features,
    mirrored,
};
use plumb_stats::models::{ConditionalLogit, FitOptions};
use plumb_support::random::Random;

/// The comment that begins the table.
pub const TREND_HEAD: &str = "\
# Which trend people see in a plot of a move's levels.
#
# The probability of each trend is in proportion to exp(u): for ascending u is the sum of the
# curve's features, each times its weight; for descending the same of its mirror image; for
# any other 0. Heights are shares of the plot's. docs/models.md says how it was fitted and
# how often it is right.
";

/// Folds of a cross-validation.
const FOLDS: usize = 5;

/// Ridges that are tried: half of one times the sum of squared weights is added to the loss.
pub const RIDGES: [f64; 5] = [1e-3, 1e-4, 1e-5, 1e-6, 1e-7];

/// What misclassified vectors cost, as Burnham tried it.
const COSTS: [f64; 4] = [0.5, 1.0, 2.0, 5.0];

/// Vectors of his data by trend, in the order of [`Trend::ALL`].
const BURNHAM_VECTORS: [usize; Trend::ALL.len()] = [97, 112, 122];

/// How many vectors were classified correctly, and of how many.
pub type Right = (u64, u64);

/// A machine of a grid: what it is, and how many vectors it tells right in the folds that it was
/// not fitted to.
#[derive(Clone, Debug, PartialEq)]
pub struct GridRow {
    /// The kernel, in words.
    pub kernel: String,
    /// What misclassified vectors cost.
    pub cost: f64,
    /// How many it tells right.
    pub right: Right,
    machine: Kernel,
}

/// His machines on as many vectors as he had.
#[derive(Clone, Debug, PartialEq)]
pub struct Baseline {
    /// All that were tried, in order.
    pub grid: Vec<GridRow>,
    /// The best of them; of equals the first.
    pub best: GridRow,
    /// How many of the held-out quarter of the vectors the best machine gets right.
    pub kept_back: Right,
    /// How many validation vectors it gets right when fitted again to all training vectors.
    pub validation: Right,
}

/// How often a model says what people saw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrendFigures {
    /// By what was seen and what was said, each in the order of [`Trend::ALL`].
    pub confusion: [[u64; Trend::ALL.len()]; Trend::ALL.len()],
    /// The mean of -ln(probability of what was seen), in nats.
    pub log_loss: f64,
}

impl TrendFigures {
    /// Of these vectors, beside what `model` says.
    pub fn of(sample: &TrendSample, part: TrendPart, model: &TrendModel) -> TrendFigures {
        let mut figures = TrendFigures::default();
        for (levels, label) in labelled(sample, part) {
            figures.confusion[label as usize][model.trend(levels) as usize] += 1;
            let probability = model.probabilities(levels)[label as usize];
            figures.log_loss -= libm::log(probability.max(1e-12));
        }
        figures.log_loss /= figures.right().1.max(1) as f64;
        figures
    }

    /// How many are told right, and of how many.
    pub fn right(&self) -> Right {
        let diagonal = (0..Trend::ALL.len()).map(|place| self.confusion[place][place]);
        (diagonal.sum(), self.confusion.iter().flatten().sum())
    }
}

/// What the rules of labelling say where heights are computed and not seen.
pub fn rule_of_thirds(levels: &[i32; TREND_LEVELS]) -> Trend {
    let features = curve_features(levels);
    let of = |feature: CurveFeature| features[feature as usize];
    let third = 1.0 / 3.0;
    match of(CurveFeature::Rise).abs() >= third && of(CurveFeature::Excursion) <= third {
        false => Trend::Other,
        true if of(CurveFeature::Rise) > 0.0 => Trend::Ascending,
        true => Trend::Descending,
    }
}

/// How many vectors of a part that rule tells right.
pub fn rule_right(sample: &TrendSample, part: TrendPart) -> Right {
    let right = labelled(sample, part).map(|(levels, label)| rule_of_thirds(levels) == label);
    count(right)
}

/// Cohen's kappa of two passes of labelling, and on how many vectors both agree.
pub fn agreement(sample: &TrendSample) -> (f64, Right) {
    let vectors = sample.vectors.iter();
    let pairs: Vec<(Trend, Trend)> = vectors
        .filter_map(|vector| vector.first.zip(vector.second))
        .collect();
    let all = pairs.len() as f64;
    let chance: f64 = Trend::ALL
        .iter()
        .map(|&trend| {
            let first = pairs.iter().filter(|pair| pair.0 == trend).count() as f64;
            let second = pairs.iter().filter(|pair| pair.1 == trend).count() as f64;
            first * second / (all * all)
        })
        .sum();
    let right = count(pairs.iter().map(|(first, second)| first == second));
    let share = right.0 as f64 / all;
    ((share - chance) / (1.0 - chance), right)
}

fn count(right: impl Iterator<Item = bool>) -> Right {
    right.fold((0, 0), |(right, all), is| (right + u64::from(is), all + 1))
}

fn labelled(
    sample: &TrendSample,
    part: TrendPart,
) -> impl Iterator<Item = (&[i32; TREND_LEVELS], Trend)> {
    let vectors = sample.vectors.iter();
    let vectors = vectors.filter(move |vector| vector.part == part);
    vectors.filter_map(|vector| Some((&vector.levels, vector.label?)))
}

/// The labelled vectors of a part, as `vector` makes them of levels.
fn vectors_of(
    sample: &TrendSample,
    part: TrendPart,
    vector: impl Fn(&[i32; TREND_LEVELS]) -> Vec<f64>,
) -> LabelledVectors {
    let pairs = labelled(sample, part).map(|(levels, label)| (vector(levels), label));
    let (vectors, labels) = pairs.unzip();
    LabelledVectors { vectors, labels }
}

/// Levels as they are, in pawns, which are at most 10.
fn in_pawns(levels: &[i32; TREND_LEVELS]) -> Vec<f64> {
    let bounded = levels.map(|level| level.clamp(-LEVEL_BOUND_CP, LEVEL_BOUND_CP));
    bounded.iter().map(|&cp| f64::from(cp) / 100.0).collect()
}

/// Burnham's experiment with our vectors: as many of each trend as he had are drawn, three
/// quarters of them fitted to. `go_on` is told which machine is tried, and ends everything
/// with false.
pub fn burnham_baseline(
    sample: &TrendSample,
    seed: u64,
    mut go_on: impl FnMut(&str) -> bool,
) -> Result<Option<Baseline>, String> {
    let all = vectors_of(sample, TrendPart::Training, in_pawns);
    let order = Random::stream(seed, 1).order(all.labels.len());
    let mut wanted = BURNHAM_VECTORS;
    let drawn: Vec<usize> = order
        .into_iter()
        .filter(|&at| {
            let left = &mut wanted[all.labels[at] as usize];
            let is_wanted = *left > 0;
            *left = left.saturating_sub(1);
            is_wanted
        })
        .collect();
    if wanted.iter().any(|&left| left > 0) {
        return Err(format!(
            "too few labelled vectors of training: expected {BURNHAM_VECTORS:?} of {}",
            Trend::names()
        ));
    }
    let drawn = LabelledVectors {
        vectors: drawn.iter().map(|&at| all.vectors[at].clone()).collect(),
        labels: drawn.iter().map(|&at| all.labels[at]).collect(),
    };
    let kept_from = drawn.labels.len() * 3 / 4;
    let fitted = drawn.filtered(|at| at < kept_from);
    let kept_back = drawn.filtered(|at| at >= kept_from);
    let (dimension, variance) = (TREND_LEVELS as f64, fitted.variance());
    let scale = 1.0 / (dimension * variance);
    let mut kernels = vec![("linear".to_owned(), Kernel::Linear)];
    for degree in 2..=4 {
        let name = format!("polynomial of degree {degree}");
        let gamma = scale;
        kernels.push((name, Kernel::Polynomial { degree, gamma }));
    }
    for (name, gamma) in [("1/n", 1.0 / dimension), ("1/(nσ²)", scale)] {
        kernels.push((format!("RBF, γ {name}"), Kernel::Radial { gamma }));
    }
    let mut grid: Vec<GridRow> = Vec::new();
    for (kernel, machine) in kernels {
        for cost in COSTS {
            if !go_on(&format!("{kernel}, C {cost}")) {
                return Ok(None);
            }
            let mut right = (0, 0);
            for fold in 0..FOLDS {
                let rest = fitted.filtered(|at| at % FOLDS != fold);
                let kept = fitted.filtered(|at| at % FOLDS == fold);
                let of_fold = right_of(&rest, &kept, machine, cost)?;
                right = (right.0 + of_fold.0, right.1 + of_fold.1);
            }
            grid.push(GridRow {
                kernel: kernel.clone(),
                cost,
                right,
                machine,
            });
        }
    }
    // Of equals the first: the simpler.
    let mut rows = grid.iter();
    let Some(mut best) = rows.next() else {
        return Ok(None);
    };
    for row in rows {
        if row.right.0 > best.right.0 {
            best = row;
        }
    }
    let best = best.clone();
    let validation = vectors_of(sample, TrendPart::Validation, in_pawns);
    Ok(Some(Baseline {
        kept_back: right_of(&fitted, &kept_back, best.machine, best.cost)?,
        validation: right_of(&all, &validation, best.machine, best.cost)?,
        grid,
        best,
    }))
}

fn right_of(
    fitted: &LabelledVectors,
    tested: &LabelledVectors,
    kernel: Kernel,
    cost: f64,
) -> Result<Right, String> {
    let said = voted(fitted, &tested.vectors, kernel, cost)?;
    let pairs = said.iter().zip(&tested.labels);
    Ok(count(pairs.map(|(said, label)| said == label)))
}

/// The trend model of the training vectors; `settings` are those of the searches behind the
/// levels. Beside it how many vectors models tell right in the folds that they were not
/// fitted to.
pub fn fit_trends(sample: &TrendSample, ridge: f64, settings: &str) -> (TrendModel, Right) {
    let vectors: Vec<(&[i32; TREND_LEVELS], Trend)> =
        labelled(sample, TrendPart::Training).collect();
    let fitted = |is_fitted: &dyn Fn(usize) -> bool| {
        let width = CurveFeature::ALL.len();
        let mut choices = ConditionalLogit::new(width, 1);
        for (_, (levels, label)) in vectors.iter().enumerate().filter(|(at, _)| is_fitted(*at)) {
            let features = curve_features(levels);
            let nothing = CurveFeatures::default();
            let rows = [features, mirrored(&features), nothing].concat();
            let rows: Vec<f32> = rows.iter().map(|&x| x as f32).collect();
            choices.add(&rows, *label as usize, &[1.0]);
        }
        let options = FitOptions {
            ridge,
            most_steps: 10_000,
            // In nats a vector.
            tolerance: 1e-9,
            threads: 1,
        };
        let fitted = choices.fit(&[], options, |_, _| true);
        let mut weights = CurveFeatures::default();
        weights.copy_from_slice(&fitted.weights);
        // What is measured is what the table says.
        let model = TrendModel {
            settings: settings.to_owned(),
            weights,
        };
        model.rounded()
    };
    let mut right = (0, 0);
    for fold in 0..FOLDS {
        let model = fitted(&|at| at % FOLDS != fold);
        let kept = vectors.iter().skip(fold).step_by(FOLDS);
        let of_fold = count(kept.map(|(levels, label)| model.trend(levels) == *label));
        right = (right.0 + of_fold.0, right.1 + of_fold.1);
    }
    (fitted(&|_| true), right)
}

#[cfg(test)]
#[path = "trend_fit_tests.rs"]
mod tests;

//! Which of two classes a vector is in: several machines to be compared, each with a
//! probability.
//!
//! The machines are smartcore's where they are not a logit. Some say only how far to one side
//! a vector lies; a logistic function of that, fitted to examples that the machine did not see,
//! makes a probability of it (J. Platt, Probabilistic outputs for support vector machines,
//! 1999). Start with `Classifier::probabilities`.

use smartcore::algorithm::neighbour::KNNAlgorithmName;
use smartcore::ensemble::random_forest_regressor::{
    RandomForestRegressor, RandomForestRegressorParameters,
};
use smartcore::linalg::basic::matrix::DenseMatrix;
use smartcore::naive_bayes::gaussian::{GaussianNB, GaussianNBParameters};
use smartcore::neighbors::knn_regressor::{KNNRegressor, KNNRegressorParameters};
use smartcore::xgboost::{XGRegressor, XGRegressorParameters};

use super::support_vectors::{Kernel, decisions};
use plumb_stats::models::{ConditionalLogit, FitOptions, minimum};

/// Machines whose time grows with the square of the examples are fitted to so many at most (the
/// library's naive Bayes is one of them).
const FEW: usize = 2_000;
/// The link is fitted to scores that other parts of the examples gave; so many parts.
const FOLDS: usize = 4;
/// Scores beyond this count as this for the link: naive Bayes takes correlated features for
/// independent ones, and is sure of everything.
const SCORE_LIMIT: f64 = 30.0;
/// The least variance of a feature, where it is divided by.
const LEAST_VARIANCE: f64 = 1e-9;

/// How boosting is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Boosting {
    /// Trees.
    pub trees: usize,
    /// The depth of each, at most.
    pub depth: u16,
    /// How much of each tree's correction is taken, 0 to 1.
    pub rate: f64,
    /// Examples in a leaf, at least.
    pub least_examples: usize,
    /// What a split has to win.
    pub gamma: f64,
    /// Ridge of the leaves' values.
    pub lambda: f64,
}

/// A machine that tells two classes apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Classifier {
    /// Gradient boosting of regression trees.
    Boosting(Boosting),
    /// The mean of regression trees over examples and features drawn by lot.
    Forest,
    /// A logit with one weight a feature.
    Logit,
    /// Each feature normal by itself in each class, after 2,000 examples.
    NaiveBayes,
    /// The classes of the 25 nearest of 2,000 examples.
    Neighbours,
    /// A support vector machine with a radial kernel, fitted to 2,000 examples.
    SupportVectors,
}

impl Classifier {
    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Classifier::Boosting(_) => "boosting",
            Classifier::Forest => "random forest",
            Classifier::Logit => "logistic regression",
            Classifier::NaiveBayes => "naive Bayes",
            Classifier::Neighbours => "nearest neighbours",
            Classifier::SupportVectors => "support vectors",
        }
    }
}

/// Vectors, each in one class or the other, and in groups that belong together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Examples {
    /// The vectors, all of the same length.
    pub vectors: Vec<Vec<f64>>,
    /// Which are in the class that probabilities are of.
    pub is_in_class: Vec<bool>,
    /// What each belongs to: a group is in one fold.
    pub groups: Vec<usize>,
}

impl Examples {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.vectors.len()
    }

    /// Those of which `keep`, told their places, says yes.
    pub fn filtered(&self, keep: impl Fn(usize) -> bool) -> Examples {
        let places: Vec<usize> = (0..self.count()).filter(|&place| keep(place)).collect();
        Examples {
            vectors: places.iter().map(|&at| self.vectors[at].clone()).collect(),
            is_in_class: places.iter().map(|&at| self.is_in_class[at]).collect(),
            groups: places.iter().map(|&at| self.groups[at]).collect(),
        }
    }

    /// The same with other columns.
    pub fn with_columns(&self, columns: &[usize]) -> Examples {
        let row = |vector: &Vec<f64>| columns.iter().map(|&column| vector[column]).collect();
        Examples {
            vectors: self.vectors.iter().map(row).collect(),
            ..self.clone()
        }
    }

    /// `FEW` of them, evenly over their order.
    fn few(&self) -> Examples {
        let step = self.count().div_ceil(FEW).max(1);
        self.filtered(|place| place % step == 0)
    }
}

impl Classifier {
    /// The probability of each of `tested`, 0 to 1, to be in the class, after `examples`. An
    /// error is the library's.
    pub fn probabilities(
        self,
        examples: &Examples,
        tested: &[Vec<f64>],
    ) -> Result<Vec<f64>, String> {
        let mut unseen = vec![0.0; examples.count()];
        for fold in 0..FOLDS {
            let is_kept_back = |place: usize| examples.groups[place] % FOLDS == fold;
            let kept_back = examples.filtered(is_kept_back);
            let rest = examples.filtered(|place| !is_kept_back(place));
            let mut scores = self.scores(&rest, &kept_back.vectors)?.into_iter();
            for (place, score) in unseen.iter_mut().enumerate() {
                if is_kept_back(place) {
                    *score = scores.next().unwrap_or_default();
                }
            }
        }
        let link = Link::of(&unseen, &examples.is_in_class);
        let scores = self.scores(examples, tested)?;
        Ok(scores.into_iter().map(|score| link.at(score)).collect())
    }

    /// How far each of `tested` lies towards the class, on the machine's own scale.
    fn scores(self, examples: &Examples, tested: &[Vec<f64>]) -> Result<Vec<f64>, String> {
        if tested.is_empty() {
            return Ok(Vec::new());
        }
        let scale = Scale::of(&examples.vectors);
        let scaled = |rows: &[Vec<f64>]| rows.iter().map(|row| scale.apply(row)).collect();
        match self {
            Classifier::Boosting(options) => boosting(options, examples, tested),
            Classifier::Forest => forest(examples, tested),
            Classifier::Logit => {
                let vectors: Vec<Vec<f64>> = scaled(&examples.vectors);
                Ok(logit(&vectors, &examples.is_in_class, &scaled(tested)))
            }
            Classifier::NaiveBayes => naive_bayes(&examples.few(), tested),
            Classifier::Neighbours => {
                let few = examples.few();
                neighbours(&scaled(&few.vectors), &few.is_in_class, &scaled(tested))
            }
            Classifier::SupportVectors => {
                let few = examples.few();
                let vectors: Vec<Vec<f64>> = scaled(&few.vectors);
                let width = vectors.first().map_or(1, Vec::len).max(1);
                let kernel = Kernel::Radial {
                    gamma: 1.0 / width as f64,
                };
                decisions(&vectors, &few.is_in_class, &scaled(tested), kernel, 0.5)
            }
        }
    }
}

/// A logistic function of a score.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Link {
    slope: f64,
    shift: f64,
}

impl Link {
    /// The likeliest, with Platt's targets, which are not quite 0 and 1.
    fn of(scores: &[f64], is_in_class: &[bool]) -> Link {
        let count = |class: bool| is_in_class.iter().filter(|&&is| is == class).count() as f64;
        let targets = [1.0 / (count(false) + 2.0), 1.0 - 1.0 / (count(true) + 2.0)];
        let all = scores.len().max(1) as f64;
        let held = |score: f64| score.clamp(-SCORE_LIMIT, SCORE_LIMIT);
        // On the scale of the scores.
        let squares = scores.iter().map(|&score| held(score).powi(2));
        let unit = (squares.sum::<f64>() / all).sqrt().max(1e-9);
        let loss = |point: &[f64], gradient: &mut [f64]| {
            let link = Link {
                slope: point[0] / unit,
                shift: point[1],
            };
            gradient.fill(0.0);
            let mut sum = 0.0;
            for (&score, &is) in scores.iter().zip(is_in_class) {
                let (target, p) = (targets[usize::from(is)], link.at(score));
                let bounded = p.clamp(1e-15, 1.0 - 1e-15);
                sum -= target * libm::log(bounded) + (1.0 - target) * libm::log1p(-bounded);
                gradient[0] += (p - target) * held(score) / unit / all;
                gradient[1] += (p - target) / all;
            }
            sum / all
        };
        let found = minimum(vec![1.0, 0.0], 1e-10, 500, loss, |_, _| true);
        Link {
            slope: found.point[0] / unit,
            shift: found.point[1],
        }
    }

    fn at(self, score: f64) -> f64 {
        let bounded = score.clamp(-SCORE_LIMIT, SCORE_LIMIT);
        1.0 / (1.0 + libm::exp(-(self.slope * bounded + self.shift)))
    }
}

/// Mean and deviation of each feature.
struct Scale(Vec<(f64, f64)>);

impl Scale {
    fn of(rows: &[Vec<f64>]) -> Scale {
        let width = rows.first().map_or(0, Vec::len);
        let count = rows.len().max(1) as f64;
        let of_column = |column: usize| {
            let values = || rows.iter().map(|row| row[column]);
            let mean = values().sum::<f64>() / count;
            let variance = values().map(|x| (x - mean).powi(2)).sum::<f64>() / count;
            (mean, variance.max(LEAST_VARIANCE).sqrt())
        };
        Scale((0..width).map(of_column).collect())
    }

    fn apply(&self, row: &[f64]) -> Vec<f64> {
        let columns = row.iter().zip(&self.0);
        columns
            .map(|(x, (mean, spread))| (x - mean) / spread)
            .collect()
    }
}

fn matrix(rows: &[Vec<f64>]) -> Result<DenseMatrix<f64>, String> {
    DenseMatrix::from_2d_vec(&rows.to_vec()).map_err(|error| error.to_string())
}

/// 1 in the class, 0 outside.
fn numbers(is_in_class: &[bool]) -> Vec<f64> {
    let number = |&is: &bool| f64::from(u8::from(is));
    is_in_class.iter().map(number).collect()
}

fn boosting(
    options: Boosting,
    examples: &Examples,
    tested: &[Vec<f64>],
) -> Result<Vec<f64>, String> {
    let parameters = XGRegressorParameters::default()
        .with_n_estimators(options.trees)
        .with_max_depth(options.depth)
        .with_learning_rate(options.rate)
        .with_min_child_weight(options.least_examples)
        .with_gamma(options.gamma)
        .with_lambda(options.lambda);
    let (x, y) = (matrix(&examples.vectors)?, numbers(&examples.is_in_class));
    let trees = XGRegressor::fit(&x, &y, parameters).map_err(|error| error.to_string())?;
    trees
        .predict(&matrix(tested)?)
        .map_err(|error| error.to_string())
}

fn forest(examples: &Examples, tested: &[Vec<f64>]) -> Result<Vec<f64>, String> {
    let width = examples.vectors.first().map_or(1, Vec::len);
    let parameters = RandomForestRegressorParameters::default()
        .with_n_trees(60)
        .with_max_depth(12)
        .with_min_samples_leaf(10)
        .with_m((width as f64).sqrt().ceil() as usize)
        .with_seed(1);
    let (x, y) = (matrix(&examples.vectors)?, numbers(&examples.is_in_class));
    let trees =
        RandomForestRegressor::fit(&x, &y, parameters).map_err(|error| error.to_string())?;
    trees
        .predict(&matrix(tested)?)
        .map_err(|error| error.to_string())
}

fn logit(vectors: &[Vec<f64>], is_in_class: &[bool], tested: &[Vec<f64>]) -> Vec<f64> {
    let width = vectors.first().map_or(0, Vec::len) + 1;
    let row = |vector: &Vec<f64>| {
        let features = vector.iter().map(|&x| x as f32);
        features.chain(std::iter::once(1.0)).collect::<Vec<f32>>()
    };
    let mut choices = ConditionalLogit::new(width, 1);
    for (vector, &is) in vectors.iter().zip(is_in_class) {
        // Being outside has a utility of 0, being in it the weighted sum.
        let rows = [vec![0.0; width], row(vector)].concat();
        choices.add(&rows, usize::from(is), &[1.0]);
    }
    let options = FitOptions {
        ridge: 1e-4,
        most_steps: 500,
        tolerance: 1e-9,
        threads: 2,
    };
    let weights = choices.fit(&[], options, |_, _| true).weights;
    let score = |vector: &Vec<f64>| {
        let pairs = row(vector).into_iter().zip(&weights);
        pairs.map(|(x, weight)| f64::from(x) * weight).sum()
    };
    tested.iter().map(score).collect()
}

fn naive_bayes(examples: &Examples, tested: &[Vec<f64>]) -> Result<Vec<f64>, String> {
    let x = matrix(&examples.vectors)?;
    let y: Vec<u32> = (examples.is_in_class.iter().map(|&is| u32::from(is))).collect();
    let parameters = GaussianNBParameters::default();
    let fitted = GaussianNB::fit(&x, &y, parameters).map_err(|error| error.to_string())?;
    let (means, variances, priors) = (fitted.theta(), fitted.var(), fitted.class_priors());
    if priors.len() < 2 {
        return Err("one class alone".to_owned());
    }
    // The library says the class only.
    let log_density = |class: usize, vector: &[f64]| -> f64 {
        let columns = vector
            .iter()
            .zip(means[class].iter().zip(&variances[class]));
        let of_column = |(x, (mean, variance)): (&f64, (&f64, &f64))| {
            let variance = variance.max(LEAST_VARIANCE);
            -0.5 * (libm::log(variance) + (x - mean).powi(2) / variance)
        };
        libm::log(priors[class]) + columns.map(of_column).sum::<f64>()
    };
    let score = |vector: &Vec<f64>| log_density(1, vector) - log_density(0, vector);
    Ok(tested.iter().map(score).collect())
}

fn neighbours(
    vectors: &[Vec<f64>],
    is_in_class: &[bool],
    tested: &[Vec<f64>],
) -> Result<Vec<f64>, String> {
    let parameters = KNNRegressorParameters::default()
        .with_k(25.min(vectors.len().max(1)))
        .with_algorithm(KNNAlgorithmName::LinearSearch);
    let fitted = KNNRegressor::fit(&matrix(vectors)?, &numbers(is_in_class), parameters)
        .map_err(|error| error.to_string())?;
    fitted
        .predict(&matrix(tested)?)
        .map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_support::random::Random;

    const ALL: [Classifier; 6] = [
        Classifier::Boosting(Boosting {
            trees: 20,
            depth: 3,
            rate: 0.3,
            least_examples: 5,
            gamma: 0.0,
            lambda: 1.0,
        }),
        Classifier::Forest,
        Classifier::Logit,
        Classifier::NaiveBayes,
        Classifier::Neighbours,
        Classifier::SupportVectors,
    ];

    /// Two clouds, `apart` from each other along one of three axes.
    fn clouds(count: usize, apart: f64, seed: u64) -> Examples {
        let mut random = Random::seeded(seed);
        let mut examples = Examples::default();
        for place in 0..count {
            let is = random.happens(0.5);
            let shift = if is { apart } else { 0.0 };
            examples.vectors.push(vec![
                random.normal(),
                5.0 + shift + random.normal(),
                40.0 * random.normal(),
            ]);
            examples.is_in_class.push(is);
            examples.groups.push(place / 3);
        }
        examples
    }

    /// The share that is told rightly, and the mean probability less the share of the class.
    fn told(machine: Classifier, training: &Examples, tested: &Examples) -> (f64, f64) {
        let said = machine.probabilities(training, &tested.vectors).unwrap();
        let count = tested.count() as f64;
        let right = said.iter().zip(&tested.is_in_class);
        let right = right.filter(|&(&p, &is)| (p > 0.5) == is).count() as f64 / count;
        let class = tested.is_in_class.iter().filter(|&&is| is).count() as f64 / count;
        (right, said.iter().sum::<f64>() / count - class)
    }

    #[test]
    fn every_machine_tells_what_lies_apart_and_how_sure_that_is() {
        let (training, tested) = (clouds(240, 2.0, 1), clouds(400, 2.0, 2));
        for machine in ALL {
            let (right, excess) = told(machine, &training, &tested);
            // By the best border 84 % are right.
            assert!(right > 0.77, "{}: {right}", machine.name());
            assert!(excess.abs() < 0.06, "{}: {excess}", machine.name());
        }
    }

    #[test]
    fn what_lies_together_is_told_by_nothing() {
        let (training, tested) = (clouds(240, 0.0, 3), clouds(400, 0.0, 4));
        for machine in ALL {
            let (right, _) = told(machine, &training, &tested);
            assert!((right - 0.5).abs() < 0.09, "{}: {right}", machine.name());
        }
    }

    #[test]
    fn the_link_does_not_depend_on_the_scale_of_scores() {
        let mut random = Random::seeded(9);
        let scores: Vec<f64> = (0..500).map(|_| random.normal()).collect();
        let is_in_class: Vec<bool> = scores
            .iter()
            .map(|score| random.happens(1.0 / (1.0 + libm::exp(-score))))
            .collect();
        let link = Link::of(&scores, &is_in_class);
        assert!(
            (link.slope - 1.0).abs() < 0.3 && link.shift.abs() < 0.3,
            "{link:?}"
        );
        let small: Vec<f64> = scores.iter().map(|score| 1e-4 * score).collect();
        let other = Link::of(&small, &is_in_class);
        for score in [-1.0, 0.0, 2.0] {
            let difference = link.at(score) - other.at(1e-4 * score);
            assert!(difference.abs() < 1e-3, "{score}: {other:?}");
        }
        // Some are sure beyond measure, and wrong.
        let mut wild = scores.clone();
        wild[..5].fill(1e6);
        let mut is_wrong = is_in_class.clone();
        is_wrong[..5].fill(false);
        assert!(Link::of(&wild, &is_wrong).slope >= 0.0);
    }

    #[test]
    fn one_class_alone_is_an_error_or_says_so() {
        let all = clouds(60, 1.0, 5);
        let one = all.filtered(|place| all.is_in_class[place]);
        assert!(
            Classifier::NaiveBayes
                .probabilities(&one, &all.vectors)
                .is_err()
        );
        let said = Classifier::Logit.probabilities(&one, &all.vectors).unwrap();
        assert!(said.iter().all(|&p| p > 0.8));
    }
}

//! What a sample says: the null's losses, the p-value, and whether the chains agree.

use serde::Serialize;

use super::draw::{Chain, Draw};
use super::method::{Method, SamplingPlan};
use super::sampling::Sample;
use plumb_stats::statistics::{
    NoRhat, bulk_ess, exact_cells, medoid_cells, pace_delta, pace_floor, plain_ess, randomised_p,
    rank_p, rank_rhat, split_rhat,
};
use plumb_support::random::Random;

/// How many lines are medoids.
const MEDOIDS: usize = 20;
/// How often draws are dealt to chains at random for the floor of δ.
const DEALS: u32 = 200;
/// The number of the stream that ties are broken with.
const TIE_STREAM: u64 = u64::MAX;

/// A number, or why there is none.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// The number.
    pub value: Option<f64>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Figure {
    fn of(result: Result<f64, NoRhat>) -> Figure {
        match result {
            Ok(value) if value.is_finite() => Figure {
                value: Some(value),
                reason: None,
            },
            Ok(_) => Figure {
                value: None,
                reason: Some("it is not a finite number".to_owned()),
            },
            Err(error) => Figure {
                value: None,
                reason: Some(error.to_string()),
            },
        }
    }
}

/// How likely a line of the target loses as little as the observed one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PValue {
    /// (1 + how many lose as little or less) / (1 + how many there are).
    pub value: f64,
    /// The p-value is valid as it is; otherwise it is an estimate.
    pub is_exact: bool,
    /// The standard error of an estimate; none where it is exact or cannot be told.
    pub standard_error: Option<f64>,
    /// With ties broken at random (seeded): even on 0..1 under the target.
    pub randomised: f64,
    /// Lines that lose less than the observed one.
    pub below: usize,
    /// Lines that lose as much.
    pub equal: usize,
}

/// PACE's distance of chains from their pool, beside what the same draws give when they are
/// dealt to chains at random.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PaceFigures {
    /// δ.
    pub delta: f64,
    /// √δ.
    pub sqrt_delta: f64,
    /// The mean of δ over random deals.
    pub floor_mean: f64,
    /// Its 95th percentile.
    pub floor_95: f64,
}

/// One chain.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChainFigures {
    /// Its number, from 1.
    pub chain: usize,
    /// Lines that counted.
    pub draws: usize,
    /// The part of tries that brought a new line, 0 to 1.
    pub acceptance_rate: f64,
    /// Different lines among its draws.
    pub unique_states: usize,
    /// The mean loss, in centipawns.
    pub null_mean_cpl: Option<f64>,
    /// Its standard deviation (n − 1).
    pub null_std_cpl: Option<f64>,
    /// The p-value of this chain alone.
    pub p_value: f64,
}

/// The figures of a whole sample of lines, over all its chains.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SampleFigures {
    /// Lines.
    pub draws: usize,
    /// Lines begun, or steps made, for them.
    pub tries: u64,
    /// Different lines.
    pub unique_states: usize,
    /// The mean loss, in centipawns.
    pub null_mean_cpl: Option<f64>,
    /// The median.
    pub null_median_cpl: Option<f64>,
    /// The standard deviation (n − 1).
    pub null_std_cpl: Option<f64>,
    /// The p-value of the observed line among all draws.
    pub p: PValue,
    /// Split R-hat of the loss.
    pub split_rhat_total_cpl: Figure,
    /// Split R-hat of ln π.
    pub split_rhat_log_pi: Figure,
    /// The same of the loss's ranks (Vehtari et al. 2021).
    pub rank_rhat_total_cpl: Figure,
    /// The bulk effective sample size of the loss.
    pub bulk_ess_total_cpl: Figure,
    /// PACE with every line a cell.
    pub pace_exact: PaceFigures,
    /// PACE with the most frequent lines as medoids.
    pub pace_medoid: PaceFigures,
    /// Each chain.
    pub chain_summary: Vec<ChainFigures>,
}

impl SampleFigures {
    /// Of a sample, beside an observed line with this loss. Nothing where nothing was drawn.
    pub fn of(sample: &Sample, plan: &SamplingPlan, observed_cpl: u32) -> Option<SampleFigures> {
        let cpls: Vec<u32> = sample.draws().map(|draw| draw.cpl).collect();
        if cpls.is_empty() {
            return None;
        }
        // Chains of one length: those that were stopped set it.
        let shortest = sample.chains.iter().map(|chain| chain.draws.len()).min();
        let shortest = shortest.unwrap_or(0);
        let of_draws = |value: &dyn Fn(&Draw) -> f64| -> Vec<Vec<f64>> {
            let chain = |chain: &Chain| chain.draws[..shortest].iter().map(value).collect();
            sample.chains.iter().map(chain).collect()
        };
        let loss = of_draws(&|draw| f64::from(draw.cpl));
        let ln_pi = of_draws(&|draw| plan.target.ln_density(draw.ln_policy, draw.cpl));
        let at_most = of_draws(&|draw| f64::from(u8::from(draw.cpl <= observed_cpl)));
        let lines: Vec<Vec<Vec<u16>>> = sample
            .chains
            .iter()
            .map(|chain| {
                chain
                    .draws
                    .iter()
                    .map(|draw| draw.choices.clone())
                    .collect()
            })
            .collect();
        let exact = exact_cells(&lines);
        let pace = |cells: &[Vec<u32>]| {
            let delta = pace_delta(cells);
            let floor = pace_floor(cells, DEALS, plan.seed);
            PaceFigures {
                delta,
                sqrt_delta: delta.sqrt(),
                floor_mean: floor.mean,
                floor_95: floor.high,
            }
        };
        let moments = Moments::of(&cpls);
        Some(SampleFigures {
            draws: cpls.len(),
            tries: sample.chains.iter().map(|chain| chain.tries).sum(),
            unique_states: unique(exact.iter().flatten()),
            null_mean_cpl: moments.mean,
            null_median_cpl: median(&cpls),
            null_std_cpl: moments.deviation,
            p: p_value(&cpls, observed_cpl, plan, &at_most),
            split_rhat_total_cpl: Figure::of(split_rhat(&loss)),
            split_rhat_log_pi: Figure::of(split_rhat(&ln_pi)),
            rank_rhat_total_cpl: Figure::of(rank_rhat(&loss)),
            bulk_ess_total_cpl: Figure::of(bulk_ess(&loss)),
            pace_exact: pace(&exact),
            pace_medoid: pace(&medoid_cells(&lines, MEDOIDS)),
            chain_summary: sample
                .chains
                .iter()
                .zip(&exact)
                .enumerate()
                .map(|(number, (chain, cells))| chain_figures(number, chain, cells, observed_cpl))
                .collect(),
        })
    }
}

fn p_value(cpls: &[u32], observed_cpl: u32, plan: &SamplingPlan, at_most: &[Vec<f64>]) -> PValue {
    let below = cpls.iter().filter(|&&cpl| cpl < observed_cpl).count();
    let equal = cpls.iter().filter(|&&cpl| cpl == observed_cpl).count();
    let value = rank_p(below + equal, cpls.len());
    let is_exact = plan.method.is_exact();
    let standard_error = match plan.method {
        Method::Independent | Method::BesagClifford(_) => None,
        Method::Chains(_) => {
            let ess = plain_ess(at_most).ok().filter(|ess| *ess > 0.0);
            ess.map(|ess| (value * (1.0 - value) / ess).sqrt())
        }
        // Particles of a run share ancestors; runs share nothing.
        Method::Smc(_) => error_between_runs(at_most),
    };
    let v = Random::stream(plan.seed, TIE_STREAM).unit();
    PValue {
        value,
        is_exact,
        standard_error,
        randomised: randomised_p(below, equal, cpls.len(), v),
        below,
        equal,
    }
}

/// The standard error of the mean over runs of the part of draws.
fn error_between_runs(at_most: &[Vec<f64>]) -> Option<f64> {
    let part = |run: &Vec<f64>| run.iter().sum::<f64>() / run.len().max(1) as f64;
    let parts: Vec<f64> = at_most.iter().map(part).collect();
    let count = parts.len() as f64;
    let mean = parts.iter().sum::<f64>() / count;
    let squares: f64 = parts.iter().map(|part| (part - mean).powi(2)).sum();
    (parts.len() > 1).then(|| (squares / (count - 1.0) / count).sqrt())
}

fn chain_figures(number: usize, chain: &Chain, cells: &[u32], observed_cpl: u32) -> ChainFigures {
    let cpls: Vec<u32> = chain.draws.iter().map(|draw| draw.cpl).collect();
    let at_most = cpls.iter().filter(|&&cpl| cpl <= observed_cpl).count();
    let moments = Moments::of(&cpls);
    ChainFigures {
        chain: number + 1,
        draws: cpls.len(),
        acceptance_rate: chain.acceptance_rate(),
        unique_states: unique(cells.iter()),
        null_mean_cpl: moments.mean,
        null_std_cpl: moments.deviation,
        p_value: rank_p(at_most, cpls.len()),
    }
}

fn unique<'a>(cells: impl Iterator<Item = &'a u32>) -> usize {
    let mut cells: Vec<u32> = cells.copied().collect();
    cells.sort_unstable();
    cells.dedup();
    cells.len()
}

struct Moments {
    mean: Option<f64>,
    deviation: Option<f64>,
}

impl Moments {
    fn of(cpls: &[u32]) -> Moments {
        let count = cpls.len() as f64;
        let mean = cpls.iter().map(|&cpl| f64::from(cpl)).sum::<f64>() / count;
        let squares = cpls.iter().map(|&cpl| (f64::from(cpl) - mean).powi(2));
        Moments {
            mean: (!cpls.is_empty()).then_some(mean),
            deviation: (cpls.len() > 1).then(|| (squares.sum::<f64>() / (count - 1.0)).sqrt()),
        }
    }
}

fn median(cpls: &[u32]) -> Option<f64> {
    let mut sorted = cpls.to_vec();
    sorted.sort_unstable();
    let high = *sorted.get(sorted.len() / 2)?;
    let low = sorted[(sorted.len() - 1) / 2];
    Some(0.5 * (f64::from(low) + f64::from(high)))
}

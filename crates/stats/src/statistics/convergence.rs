//! Whether chains of a Markov chain sampler agree, and how many independent draws theirs are
//! worth. Start with `split_rhat`, and `bulk_ess` of `effective_size`.
//!
//! R-hat compares the spread between chains with the spread within them: 1 where all tell the
//! same, more where they do not (A. Gelman and D. B. Rubin, 1992; on halves of chains: Gelman
//! et al., "Bayesian Data Analysis", 2013). The figures by rank are those of A. Vehtari,
//! A. Gelman, D. Simpson, B. Carpenter and P.-C. Bürkner, "Rank-normalization, folding, and
//! localization: An improved R-hat for assessing convergence of MCMC", 2021.

use super::normal::normal_quantile;

/// Fewer draws a chain than these cannot be cut into halves that vary.
const LEAST_DRAWS: usize = 4;

/// Why chains have no such figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum NoRhat {
    #[error("no chains: expected at least one")]
    NoChains,
    #[error("a chain of {draws} draws: expected at least {LEAST_DRAWS}")]
    TooFewDraws { draws: usize },
    #[error("chains of {first} and {other} draws: expected equal lengths")]
    UnequalLengths { first: usize, other: usize },
    #[error("a draw is not a finite number")]
    NotFinite,
    #[error("the draws do not vary within any half of a chain")]
    NoVariation,
}

/// R-hat of the halves of these chains: √(((n − 1)/n · W + V)/W), where n is the number of
/// draws in a half, W the mean of the halves' variances and V the variance of their means.
/// The middle draw of an odd number is left out.
pub fn split_rhat(chains: &[Vec<f64>]) -> Result<f64, NoRhat> {
    rhat(&halves(chains)?)
}

/// The greater of two split R-hats: of the draws' normal scores, and of the normal scores of
/// their distances from the median, which tells chains apart that differ in spread alone.
pub fn rank_rhat(chains: &[Vec<f64>]) -> Result<f64, NoRhat> {
    let halves = halves(chains)?;
    let bulk = rhat(&normal_scores(&halves))?;
    let middle = median(&halves);
    let distances: Vec<Vec<f64>> = halves
        .iter()
        .map(|half| half.iter().map(|draw| (draw - middle).abs()).collect())
        .collect();
    // As with 0 and 1, equally often: all are as far from the median, and that is agreement.
    let mut all = distances.iter().flatten();
    let first = all.next();
    if all.all(|distance| Some(distance) == first) {
        return Ok(bulk);
    }
    Ok(bulk.max(rhat(&normal_scores(&distances))?))
}

/// Both halves of every chain, all of the same length.
pub(super) fn halves(chains: &[Vec<f64>]) -> Result<Vec<Vec<f64>>, NoRhat> {
    let first = chains.first().ok_or(NoRhat::NoChains)?.len();
    for chain in chains {
        let other = chain.len();
        if other != first {
            return Err(NoRhat::UnequalLengths { first, other });
        }
    }
    if first < LEAST_DRAWS {
        return Err(NoRhat::TooFewDraws { draws: first });
    }
    if !chains.iter().flatten().all(|draw| draw.is_finite()) {
        return Err(NoRhat::NotFinite);
    }
    let half = first / 2;
    let cut = |chain: &Vec<f64>| [chain[..half].to_vec(), chain[first - half..].to_vec()];
    Ok(chains.iter().flat_map(cut).collect())
}

/// R-hat of sequences as they are, two or more of equal length.
fn rhat(sequences: &[Vec<f64>]) -> Result<f64, NoRhat> {
    let draws = sequences.first().map_or(0, Vec::len) as f64;
    let Spread { within, between } = spread(sequences)?;
    Ok((((draws - 1.0) / draws * within + between) / within).sqrt())
}

/// How sequences vary.
pub(super) struct Spread {
    /// The mean of their variances, above 0.
    pub(super) within: f64,
    /// The variance of their means.
    pub(super) between: f64,
}

/// How these two or more sequences of equal length vary.
pub(super) fn spread(sequences: &[Vec<f64>]) -> Result<Spread, NoRhat> {
    let variances: Vec<f64> = sequences.iter().map(|draws| variance(draws)).collect();
    let means: Vec<f64> = sequences.iter().map(|draws| mean(draws)).collect();
    let (within, between) = (mean(&variances), variance(&means));
    if !within.is_finite() || !between.is_finite() {
        return Err(NoRhat::NotFinite);
    }
    match within > 0.0 {
        true => Ok(Spread { within, between }),
        false => Err(NoRhat::NoVariation),
    }
}

/// The mean, exact where all are the same: a stuck chain must not seem to vary by rounding.
pub(super) fn mean(numbers: &[f64]) -> f64 {
    let origin = numbers.first().copied().unwrap_or_default();
    let beyond: f64 = numbers.iter().map(|number| number - origin).sum();
    origin + beyond / numbers.len().max(1) as f64
}

/// The variance, by n − 1.
fn variance(numbers: &[f64]) -> f64 {
    let mean = mean(numbers);
    let squares: f64 = numbers.iter().map(|n| (n - mean) * (n - mean)).sum();
    squares / (numbers.len() as f64 - 1.0)
}

/// The middle of all draws, or the mean of the two in the middle.
fn median(sequences: &[Vec<f64>]) -> f64 {
    let mut sorted: Vec<f64> = sequences.iter().flatten().copied().collect();
    sorted.sort_unstable_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        count if count % 2 == 1 => sorted[count / 2],
        count => 0.5 * (sorted[count / 2 - 1] + sorted[count / 2]),
    }
}

/// Each draw's rank among all, equal ones sharing theirs, as a standard normal number: the
/// quantile at (rank − 3/8)/(count + 1/4) (G. Blom, 1958).
pub(super) fn normal_scores(sequences: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let mut places: Vec<(f64, usize, usize)> = Vec::new();
    for (row, sequence) in sequences.iter().enumerate() {
        // No negative zero, which would have a rank of its own.
        places.extend((0..sequence.len()).map(|column| (sequence[column] + 0.0, row, column)));
    }
    places.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let count = places.len() as f64;
    let mut scores = sequences.to_vec();
    let mut below = 0;
    for equal in places.chunk_by(|a, b| a.0 == b.0) {
        let rank = below as f64 + 0.5 * (equal.len() as f64 + 1.0);
        let score = normal_quantile((rank - 0.375) / (count + 0.25));
        for &(_, row, column) in equal {
            scores[row][column] = score;
        }
        below += equal.len();
    }
    scores
}

#[cfg(test)]
#[path = "convergence_tests.rs"]
mod tests;

//! How many independent draws the draws of a sampler are worth.
//!
//! The draws divided by their autocorrelation time, which is estimated from all chains
//! together (A. Vehtari et al., 2021, as named in `convergence`) and summed for as long as
//! C. J. Geyer ("Practical Markov Chain Monte Carlo", 1992) finds it above its noise. Details,
//! the cap among them, are those of the library ArviZ.

use super::convergence::{NoRhat, halves, mean, normal_scores, spread};

/// How many independent draws would place the bulk of the distribution as well: of the draws'
/// ranks, so that a few far ones do not decide.
pub fn bulk_ess(chains: &[Vec<f64>]) -> Result<f64, NoRhat> {
    effective_size(&normal_scores(&halves(chains)?))
}

/// How many independent draws would give the mean of these values as well; of 0 and 1, how
/// often something happens.
pub fn plain_ess(chains: &[Vec<f64>]) -> Result<f64, NoRhat> {
    effective_size(&halves(chains)?)
}

/// The effective number of draws of halves of chains. None where no half varies: ArviZ counts
/// every draw of such chains, but a chain that is stuck looks the same.
fn effective_size(halves: &[Vec<f64>]) -> Result<f64, NoRhat> {
    let spread = spread(halves)?;
    let draws = halves.first().map_or(0, Vec::len);
    let total = (halves.len() * draws) as f64;
    let centred: Vec<Vec<f64>> = halves.iter().map(|half| centred(half)).collect();
    let in_all = (draws as f64 - 1.0) / draws as f64 * spread.within + spread.between;
    let correlation = |lag: usize| {
        let covariances: f64 = centred.iter().map(|half| covariance(half, lag)).sum();
        1.0 - (spread.within - covariances / centred.len() as f64) / in_all
    };
    // Draws that repel each other can be worth more than as many independent ones; so much
    // more is believed.
    let least_time = 1.0 / libm::log10(total);
    Ok(total / autocorrelation_time(correlation, draws).max(least_time))
}

/// 1 + 2 Σ of the correlations at all lags, summed in pairs of an even lag and the next: while
/// these are positive, and no pair counted with more than the one before it.
fn autocorrelation_time(correlation: impl Fn(usize) -> f64, draws: usize) -> f64 {
    let mut pairs = Vec::new();
    let mut even = 1.0;
    let mut pair = even + correlation(1);
    let mut lag = 2;
    // The last two lags, each the mean of few products, are left out.
    while lag + 2 < draws && pair > 0.0 {
        pairs.push(pair);
        even = correlation(lag);
        pair = even + correlation(lag + 1);
        lag += 2;
    }
    let mut sum = 0.0;
    let mut least = f64::INFINITY;
    for pair in pairs {
        least = least.min(pair);
        sum += least;
    }
    // The pair that ends the sum gives its even lag alone, and only once.
    let last = match even > 0.0 || pair >= 0.0 {
        true => even,
        false => 0.0,
    };
    2.0 * sum - 1.0 + last
}

fn centred(draws: &[f64]) -> Vec<f64> {
    let mean = mean(draws);
    draws.iter().map(|draw| draw - mean).collect()
}

/// The covariance of centred draws with those `lag` later, by n.
fn covariance(centred: &[f64], lag: usize) -> f64 {
    let later = centred.iter().skip(lag);
    let products: f64 = centred.iter().zip(later).map(|(a, b)| a * b).sum();
    products / centred.len() as f64
}

#[cfg(test)]
#[path = "effective_size_tests.rs"]
mod tests;

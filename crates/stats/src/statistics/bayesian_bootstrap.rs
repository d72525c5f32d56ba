//! The Bayesian bootstrap (D. B. Rubin, 1981): units are drawn again by giving each an
//! exponential weight, in a thousand replicates.
//!
//! A unit's weights come from its number and a fixed seed: the same in all places where it
//! comes up, and the same every time.

use plumb_support::random::Random;

/// How often units are drawn again.
pub const REPLICATES: usize = 1_000;
/// With another seed intervals differ by what chance does to the drawing.
const SEED: u64 = 0x706c_756d_6220_3035;

/// The weights of a unit in all replicates: exponential, with a mean of 1.
pub fn bootstrap_weights(unit: u64) -> Vec<f32> {
    let mut random = Random::seeded(SEED ^ unit.wrapping_mul(0xd134_2543_de82_ef95));
    // Never 0, whose logarithm is infinite.
    let mut share = || ((random.bits() >> 40) as f32 + 0.5) / (1_u32 << 24) as f32;
    (0..REPLICATES).map(|_| -libm::logf(share())).collect()
}

/// Adds a unit's number to the sums of all replicates, with its weights there.
pub fn add_weighted(sums: &mut [f32], weights: &[f32], number: f32) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += weight * number;
    }
}

/// Takes sums away from the sums that they are part of.
pub fn subtract(sums: &mut [f32], part: &[f32]) {
    for (sum, less) in sums.iter_mut().zip(part) {
        *sum -= less;
    }
}

/// Ratios of sums in every replicate; those that are no numbers are left out.
pub fn ratios(sums: &[f32], over: impl Fn(usize) -> f32) -> Vec<f64> {
    let ratio = |(at, &sum): (usize, &f32)| f64::from(sum) / f64::from(over(at));
    let ratios = sums.iter().enumerate().map(ratio);
    ratios.filter(|ratio| ratio.is_finite()).collect()
}

/// The ends of the middle 95 % of these values, by nearest rank; nothing of so few that
/// the ends would be single ones.
pub fn middle_95(mut values: Vec<f64>) -> Option<[f64; 2]> {
    if values.len() < 100 {
        return None;
    }
    let last = values.len() - 1;
    let low = last * 25 / 1_000;
    let high = last - low;
    let (_, low, _) = values.select_nth_unstable_by(low, f64::total_cmp);
    let low = *low;
    let (_, high, _) = values.select_nth_unstable_by(high, f64::total_cmp);
    Some([low, *high])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_those_of_the_unit_alone_and_one_on_the_whole() {
        assert_eq!(bootstrap_weights(7), bootstrap_weights(7));
        assert_ne!(bootstrap_weights(7), bootstrap_weights(8));
        let all: Vec<f32> = (0..50).flat_map(bootstrap_weights).collect();
        let mean = all.iter().sum::<f32>() / all.len() as f32;
        let above = all.iter().filter(|&&weight| weight > 1.0).count() as f32;
        assert!((mean - 1.0).abs() < 0.02, "{mean}");
        // e^-1 of an exponential distribution lies above its mean.
        assert!((above / all.len() as f32 - 0.3679).abs() < 0.01, "{above}");
        assert!(all.iter().all(|weight| weight.is_finite() && *weight > 0.0));
    }

    #[test]
    fn sums_grow_by_weight_and_lose_their_parts() {
        let mut sums = vec![1.0, 2.0];
        add_weighted(&mut sums, &[0.5, 2.0], 3.0);
        assert_eq!(sums, [2.5, 8.0]);
        assert_eq!(ratios(&sums, |at| [0.0, 4.0][at]), [2.0]);
        subtract(&mut sums, &[0.5, 8.0]);
        assert_eq!(sums, [2.0, 0.0]);
    }

    #[test]
    fn the_middle_is_by_nearest_rank() {
        let values: Vec<f64> = (0..1_000).rev().map(f64::from).collect();
        assert_eq!(middle_95(values), Some([24.0, 975.0]));
        assert_eq!(middle_95(vec![1.0; 99]), None);
    }
}

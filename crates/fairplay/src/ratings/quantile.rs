//! Quantiles and ranks.
//!
//! A quantile is interpolated linearly between the two values beside the place
//! q (n − 1), counted from 0: definition 7 of Hyndman and Fan ("Sample quantiles in
//! statistical packages", 1996), which numpy calls `linear` and uses by default.

/// The quantile of sorted values; none without values.
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    interpolated(last as u64, share, |place| sorted[place as usize])
}

/// The quantile of whole numbers, given how often each occurs: `counts[i]` is of the value i.
pub fn quantile_of_counts(counts: &[u64], share: f64) -> Option<f64> {
    let last = counts.iter().sum::<u64>().checked_sub(1)?;
    interpolated(last, share, |place| {
        let mut below = 0;
        let value = counts.iter().position(|count| {
            below += count;
            below > place
        });
        value.unwrap_or(0) as f64
    })
}

fn interpolated(last: u64, share: f64, value: impl Fn(u64) -> f64) -> Option<f64> {
    let place = share * last as f64;
    let below = (place as u64).min(last);
    let (low, high) = (value(below), value((below + 1).min(last)));
    Some(low + (high - low) * (place - below as f64))
}

/// The rank of each value from 1, the least first; equal ones share the mean of their ranks.
pub fn average_ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&one, &other| values[one].total_cmp(&values[other]));
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0;
    while first < order.len() {
        let value = values[order[first]];
        let equal = order[first..].iter().take_while(|&&at| values[at] == value);
        // A value that is no number is equal to nothing.
        let end = first + equal.count().max(1);
        for &at in &order[first..end] {
            ranks[at] = (first + 1 + end) as f64 / 2.0;
        }
        first = end;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expected: `numpy.quantile(values, q)` of numpy 2.
    #[test]
    fn quantiles_are_those_of_numpy() {
        let values = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0];
        for (share, expected) in [
            (0.0, 1.0),
            (0.25, 2.5),
            (0.5, 6.0),
            (0.99, 31.2),
            (1.0, 32.0),
        ] {
            let found = quantile(&values, share).unwrap();
            assert!((found - expected).abs() < 1e-12, "{share}: {found}");
        }
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[7.0], 0.99), Some(7.0));
        // numpy.quantile([1, 1, 1, 2, 4, 4], 0.9) and 0.5.
        let counts = [0, 3, 1, 0, 2];
        assert_eq!(quantile_of_counts(&counts, 0.9), Some(4.0));
        assert_eq!(quantile_of_counts(&counts, 0.5), Some(1.5));
        assert_eq!(quantile_of_counts(&[0, 0], 0.5), None);
    }

    /// Expected: `scipy.stats.rankdata(values)`.
    #[test]
    fn equal_values_share_their_ranks() {
        let ranks = average_ranks(&[3.0, 1.0, 3.0, 2.0, 3.0, 0.5]);
        assert_eq!(ranks, [5.0, 2.0, 5.0, 3.0, 5.0, 1.0]);
        assert!(average_ranks(&[]).is_empty());
    }
}

//! The binomial distribution: what a count says of a chance.

/// Halvings of an interval of chances: more than a double tells apart.
const HALVINGS: usize = 60;

/// The exact 95 % interval of a chance after so many successes of `trials` (C. J. Clopper and
/// E. S. Pearson, 1934): neither end would give as many, or as few, more often than once in
/// forty. From 0 to 1 where nothing was tried.
pub fn clopper_pearson(successes: u64, trials: u64) -> [f64; 2] {
    if trials == 0 {
        return [0.0, 1.0];
    }
    let successes = successes.min(trials);
    let low = match successes {
        0 => 0.0,
        _ => bisect(|chance| 1.0 - cumulative(successes - 1, trials, chance) > 0.025),
    };
    let high = match successes == trials {
        true => 1.0,
        false => bisect(|chance| cumulative(successes, trials, chance) < 0.025),
    };
    [low, high]
}

/// The least chance of which `is_above` says yes, where it says so of all greater ones.
fn bisect(is_above: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        match is_above(middle) {
            true => high = middle,
            false => low = middle,
        }
    }
    0.5 * (low + high)
}

/// How likely at most so many of `trials` succeed.
fn cumulative(most: u64, trials: u64, chance: f64) -> f64 {
    let [log_yes, log_no] = [libm::log(chance), libm::log1p(-chance)];
    let log_factorial = |count: u64| libm::lgamma(count as f64 + 1.0);
    let term = |count: u64| {
        let rest = trials - count;
        let ways = log_factorial(trials) - log_factorial(count) - log_factorial(rest);
        libm::exp(ways + count as f64 * log_yes + rest as f64 * log_no)
    };
    (0..=most).map(term).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_tables() {
        // 1 - 0.025^(1/n) where nothing succeeded.
        let [low, high] = clopper_pearson(0, 164);
        assert_eq!(low, 0.0);
        assert!((high - (1.0 - libm::pow(0.025, 1.0 / 164.0))).abs() < 1e-9);
        // 8 of 20: 0.1912 to 0.6395 in any table.
        let [low, high] = clopper_pearson(8, 20);
        assert!(
            (low - 0.191_19).abs() < 1e-4 && (high - 0.639_46).abs() < 1e-4,
            "{low} {high}"
        );
        let [low, high] = clopper_pearson(20, 20);
        assert_eq!(high, 1.0);
        assert!((low - libm::pow(0.025, 1.0 / 20.0)).abs() < 1e-9);
        assert_eq!(clopper_pearson(0, 0), [0.0, 1.0]);
    }

    #[test]
    fn successes_and_failures_mirror_each_other() {
        for (successes, trials) in [(3, 50), (25, 50), (1, 1_000)] {
            let [low, high] = clopper_pearson(successes, trials);
            let [other_low, other_high] = clopper_pearson(trials - successes, trials);
            assert!((low - (1.0 - other_high)).abs() < 1e-9);
            assert!((high - (1.0 - other_low)).abs() < 1e-9);
        }
    }
}

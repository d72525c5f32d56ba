//! What chances prove: p-values from counts of samples, and several p-values as one.

use super::chi_squared::chi_squared_tail;

/// The p-value of an observation beside so many `samples`, `at_most` of which are no greater:
/// (1 + `at_most`)/(1 + `samples`). The observation counts as one of its own samples, so it is
/// never 0, and a p ≤ a has at most the chance a where all are exchangeable.
pub fn rank_p(at_most: usize, samples: usize) -> f64 {
    (1.0 + at_most.min(samples) as f64) / (1.0 + samples as f64)
}

/// The same with ties broken by chance: (`below` + `v` (1 + `equal`))/(`samples` + 1), where
/// `below` samples are less and `equal` ones the same, and `v` is uniform from 0 to 1. Then p is
/// uniform too where all are exchangeable.
pub fn randomised_p(below: usize, equal: usize, samples: usize, v: f64) -> f64 {
    let p = (below as f64 + v * (1.0 + equal as f64)) / (samples as f64 + 1.0);
    p.clamp(0.0, 1.0)
}

/// The p-value of several independent ones together: that of −2 Σ ln p as a chi-squared number
/// of twice as many degrees (R. A. Fisher, 1925). 1 where there is none, 0 where one is 0.
pub fn fisher(ps: &[f64]) -> f64 {
    let sum: f64 = ps.iter().map(|&p| libm::log(p.clamp(0.0, 1.0))).sum();
    let degrees = u32::try_from(2 * ps.len()).unwrap_or(u32::MAX);
    chi_squared_tail(-2.0 * sum, degrees)
}

/// The p-value of the least of so many independent ones: 1 − (1 − p)^`count` (Z. Šidák, 1967).
/// One of none is taken as one of one.
pub fn sidak(least: f64, count: u64) -> f64 {
    let log_none = count.max(1) as f64 * libm::log1p(-least.clamp(0.0, 1.0));
    -libm::expm1(log_none)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_support::random::Random;

    #[test]
    fn an_observation_is_one_of_its_own_samples() {
        assert_eq!(rank_p(0, 0), 1.0);
        assert_eq!(rank_p(0, 999), 1e-3);
        assert_eq!(rank_p(999, 999), 1.0);
        assert_eq!(rank_p(4, 9), 0.5);
        assert_eq!(randomised_p(4, 0, 9, 0.5), 0.45);
        assert_eq!(randomised_p(0, 9, 9, 0.25), 0.25);
        assert_eq!(randomised_p(3, 2, 9, 0.0), 0.3);
        assert_eq!(randomised_p(3, 2, 9, 1.0), rank_p(5, 9));
    }

    #[test]
    fn of_exchangeable_numbers_with_ties_one_is_conservative_and_the_other_uniform() {
        let mut random = Random::seeded(11);
        let (mut ranks, mut randomised) = (0, 0);
        for _ in 0..20_000 {
            let draws: Vec<usize> = (0..20).map(|_| random.below(3)).collect();
            let below = draws[1..].iter().filter(|&&draw| draw < draws[0]).count();
            let equal = draws[1..].iter().filter(|&&draw| draw == draws[0]).count();
            ranks += usize::from(rank_p(below + equal, 19) <= 0.3);
            randomised += usize::from(randomised_p(below, equal, 19, random.unit()) <= 0.3);
        }
        // A third of them is 0, and all of these have the p of the greatest of their ties.
        assert!(ranks < 5_000, "{ranks}");
        // Within four standard errors of 6,000.
        assert!((5_740..6_260).contains(&randomised), "{randomised}");
    }

    #[test]
    fn several_as_one() {
        // scipy.stats.combine_pvalues of SciPy 1.17.1.
        let table = [
            (vec![0.03], 0.03),
            (vec![0.01, 0.2, 0.7], 0.040_827_028_835_279_48),
            (vec![0.5; 40], 0.983_432_633_512_253_5),
        ];
        for (ps, p) in table {
            let ours = fisher(&ps);
            assert!((ours / p - 1.0).abs() < 1e-13, "{ours} {p}");
        }
        assert_eq!(fisher(&[]), 1.0);
        assert_eq!(fisher(&[1.0, 1.0]), 1.0);
        assert_eq!(fisher(&[0.0, 0.9]), 0.0);
        // Two give p q (1 − ln p q).
        let tiny = fisher(&[1e-100, 1e-150]);
        let exact = 1e-250 * (1.0 + 250.0 * std::f64::consts::LN_10);
        assert!((tiny / exact - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_least_of_many() {
        for (least, count, p) in [
            (0.3, 1, 0.3),
            (0.01, 20, 0.182_093_062_402_769_12),
            (1e-18, 1_000, 1e-15),
            (1e-12, 1_000_000_000_000_000, 1.0),
            (0.0, u64::MAX, 0.0),
            (1.0, 5, 1.0),
            (0.2, 0, 0.2),
        ] {
            let ours = sidak(least, count);
            assert!((ours - p).abs() <= 1e-14 * p, "{least} {count}: {ours}");
        }
    }
}

//! PACE: how far the chains of a sampler are from having visited the same cells as often (D. N.
//! VanDerwerken and S. C. Schmidler, "Monitoring Joint Convergence of MCMC Samplers", 2017).
//!
//! Cells are any numbers: `medoid` makes them from lines of moves. A difference says little
//! without its floor, what draws that no chain parted would show: where draws hardly repeat,
//! that is nearly as much.

use plumb_support::random::Random;

/// The mean over chains of ½ Σ |a cell's share of the chain's draws − its share of all draws|:
/// 0 where all chains visited the same cells as often, 3/4 where four share none. Chains
/// without draws do not count; 0 where there is no other.
pub fn pace_delta(chains: &[Vec<u32>]) -> f64 {
    Draws::of(chains).delta()
}

/// What chance alone makes of `pace_delta`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaceFloor {
    /// Its mean over the deals.
    pub mean: f64,
    /// Its 95th percentile: the least that at least 95 % of the deals do not pass.
    pub high: f64,
}

/// `pace_delta` of the same draws dealt at random, so many times, to chains of the same lengths.
/// Both figures are 0 without deals.
pub fn pace_floor(chains: &[Vec<u32>], deals: u32, seed: u64) -> PaceFloor {
    let mut draws = Draws::of(chains);
    let mut random = Random::seeded(seed);
    let mut deltas: Vec<f64> = (0..deals)
        .map(|_| {
            draws.shuffle(&mut random);
            draws.delta()
        })
        .collect();
    deltas.sort_unstable_by(f64::total_cmp);
    let within = (deltas.len() * 95).div_ceil(100);
    PaceFloor {
        mean: deltas.iter().sum::<f64>() / deltas.len().max(1) as f64,
        high: deltas.get(within.saturating_sub(1)).copied().unwrap_or(0.0),
    }
}

/// The draws of all chains.
struct Draws {
    /// Every draw's cell, chain by chain; cells are numbered from 0 without gaps.
    pool: Vec<usize>,
    /// How many draws of the pool are in each cell.
    totals: Vec<u64>,
    /// How many draws each chain has, at least one.
    lengths: Vec<usize>,
}

impl Draws {
    fn of(chains: &[Vec<u32>]) -> Draws {
        let mut cells: Vec<u32> = chains.iter().flatten().copied().collect();
        cells.sort_unstable();
        cells.dedup();
        let mut totals = vec![0; cells.len()];
        let pool = chains
            .iter()
            .flatten()
            .map(|&cell| {
                let number = cells.partition_point(|&other| other < cell);
                totals[number] += 1;
                number
            })
            .collect();
        let lengths = chains.iter().map(Vec::len).filter(|&n| n > 0).collect();
        Draws {
            pool,
            totals,
            lengths,
        }
    }

    /// Puts the draws into a random order (R. A. Fisher and F. Yates, 1938).
    fn shuffle(&mut self, random: &mut Random) {
        for last in (1..self.pool.len()).rev() {
            self.pool.swap(last, random.below(last + 1));
        }
    }

    /// The difference of the chains if the first one has the first draws, and so on.
    fn delta(&self) -> f64 {
        let all = self.pool.len() as u64;
        let mut counts = vec![0; self.totals.len()];
        let mut rest = self.pool.as_slice();
        let mut sum = 0.0;
        for &length in &self.lengths {
            let (chain, others) = rest.split_at(length);
            rest = others;
            counts.fill(0);
            for &cell in chain {
                counts[cell] += 1;
            }
            // In whole numbers, so that equal shares differ by nothing.
            let apart: u64 = counts
                .iter()
                .zip(&self.totals)
                .map(|(&count, &total)| u64::abs_diff(count * all, total * length as u64))
                .sum();
            sum += apart as f64 / (2 * length as u64 * all) as f64;
        }
        sum / self.lengths.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_that_share_nothing_and_chains_that_share_all() {
        let apart: Vec<Vec<u32>> = (0..4).map(|chain| vec![7 * chain; 150]).collect();
        assert_eq!(pace_delta(&apart), 0.75);
        let exact: Vec<Vec<u32>> = (0..4).map(|c| (150 * c..150 * c + 150).collect()).collect();
        assert_eq!(pace_delta(&exact), 0.75);
        let same = vec![vec![3, 1, 4, 1, 5, 9, 2]; 3];
        assert_eq!(pace_delta(&same), 0.0);
        assert_eq!(pace_delta(&[]), 0.0);
        assert_eq!(pace_delta(&[vec![], vec![1, 2]]), 0.0);
    }

    #[test]
    fn a_small_one_by_hand() {
        // Pool: cell 5 has 4/6, cell 8 has 1/6, cell 9 has 1/6. First chain: 2/4, 1/4, 1/4, so
        // half of 1/6 + 1/12 + 1/12, 1/6. Second: 1, 0, 0, so half of 1/3 + 1/6 + 1/6, 1/3.
        let chains = [vec![5, 8, 5, 9], vec![5, 5]];
        assert!((pace_delta(&chains) - 0.25).abs() < 1e-15);
    }

    #[test]
    fn the_floor_of_perfect_sampling() {
        // A share of 1/20 in 150 of 600 draws deviates from the pool's by
        // √(1/20 · 19/20 · 3/4 / 150) = 0.0154, on average by 0.0123; ten times that is 0.123.
        let mut random = Random::seeded(5);
        let mut chain = || -> Vec<u32> { (0..150).map(|_| random.below(20) as u32).collect() };
        let chains = [chain(), chain(), chain(), chain()];
        let floor = pace_floor(&chains, 200, 1);
        assert!((floor.mean - 0.123).abs() < 0.005, "{floor:?}");
        assert!(floor.high > floor.mean && floor.high < 0.16, "{floor:?}");
        assert!(pace_delta(&chains) <= floor.high);
        // What parts chains shows above it.
        let mut parted = chains.clone();
        parted[0][..60].fill(0);
        assert!(pace_delta(&parted) > pace_floor(&parted, 200, 1).high);
        assert_eq!(floor, pace_floor(&chains, 200, 1));
        assert_ne!(floor, pace_floor(&chains, 200, 2));
    }

    #[test]
    fn the_floor_of_draws_that_never_repeat_is_as_high_as_can_be() {
        let chains: Vec<Vec<u32>> = (0..4).map(|c| (150 * c..150 * c + 150).collect()).collect();
        let floor = pace_floor(&chains, 200, 1);
        assert_eq!((floor.mean, floor.high), (0.75, 0.75));
        let none = PaceFloor {
            mean: 0.0,
            high: 0.0,
        };
        assert_eq!(pace_floor(&chains, 0, 1), none);
        assert_eq!(pace_floor(&[], 200, 1), none);
    }

    #[test]
    fn the_percentile_is_the_one_that_95_of_100_deals_do_not_pass() {
        let chains = [vec![0, 0, 1, 2, 2, 2, 3], vec![0, 1, 1, 2, 4]];
        let mut random = Random::seeded(9);
        let mut draws = Draws::of(&chains);
        let floor = pace_floor(&chains, 100, 9);
        let deltas: Vec<f64> = (0..100)
            .map(|_| {
                draws.shuffle(&mut random);
                draws.delta()
            })
            .collect();
        assert!(deltas.iter().filter(|&&delta| delta <= floor.high).count() >= 95);
        assert!(deltas.iter().filter(|&&delta| delta < floor.high).count() < 95);
        assert!((deltas.iter().sum::<f64>() / 100.0 - floor.mean).abs() < 1e-12);
    }
}

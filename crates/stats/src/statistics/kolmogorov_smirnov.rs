//! Whether numbers are uniform: the test of Kolmogorov and Smirnov.

use super::chi_squared::stirling_rest;
use std::f64::consts::PI;

/// Up to so many numbers the p-value of a usual distance is exact; of more, it would take long.
const EXACT_COUNT: usize = 4_000;

/// From this squared distance times the count on, exceeding it on both sides at once has a
/// chance of e⁻¹⁷.
const ONE_SIDED: f64 = 2.2;

/// The greatest distance D between the distribution of these numbers and the uniform one from 0
/// to 1, and how likely as many uniform numbers have one as great: 0 and 1 where there is none.
///
/// The chance is exact, to a part in 100,000, for up to 4,000 numbers; for more it is within
/// 0.000,01. Both are NaN where one of the numbers is.
pub fn kolmogorov_smirnov(ps: &[f64]) -> (f64, f64) {
    if ps.iter().any(|p| p.is_nan()) {
        return (f64::NAN, f64::NAN);
    }
    let mut sorted = ps.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let count = sorted.len() as f64;
    let mut distance: f64 = 0.0;
    for (index, p) in sorted.iter().enumerate() {
        let below = p - index as f64 / count;
        let above = (index as f64 + 1.0) / count - p;
        distance = distance.max(below).max(above);
    }
    (distance, chance(distance, sorted.len()))
}

/// How likely D of so many uniform numbers is at least this.
fn chance(distance: f64, count: usize) -> f64 {
    let n = count as f64;
    if count == 0 || distance * n <= 0.5 {
        return 1.0;
    }
    if distance >= 1.0 {
        return 0.0;
    }
    let chance = if n * distance * distance >= ONE_SIDED || distance >= 0.5 {
        2.0 * one_sided(distance, count)
    } else if count <= EXACT_COUNT {
        1.0 - chance_below(distance, count)
    } else {
        limit(distance, n)
    };
    chance.clamp(0.0, 1.0)
}

/// How likely the numbers' distribution is above the uniform one by this somewhere (Z. W.
/// Birnbaum and F. H. Tingey, 1951): d Σ C(n, j) (d + j/n)ʲ⁻¹ (1 − d − j/n)ⁿ⁻ʲ over
/// j ≤ n (1 − d).
fn one_sided(distance: f64, count: usize) -> f64 {
    let n = count as f64;
    let log_factorial = |j: f64| libm::lgamma(j + 1.0);
    let all = log_factorial(n);
    let term = |j: usize| {
        let (j, left) = (j as f64, 1.0 - distance - j as f64 / n);
        if left <= 0.0 {
            return 0.0;
        }
        let ways = all - log_factorial(j) - log_factorial(n - j);
        let ups = (j - 1.0) * libm::log(distance + j / n);
        libm::exp(ways + ups + (n - j) * libm::log(left))
    };
    distance * (0..count).map(term).sum::<f64>()
}

/// How likely D is below this, exactly (G. Marsaglia, W. W. Tsang and J. Wang, "Evaluating
/// Kolmogorov's Distribution", 2003): n!/nⁿ times the middle element of the n-th power of a
/// matrix, which is found by applying it n times to a vector.
fn chance_below(distance: f64, count: usize) -> f64 {
    let n = count as f64;
    let middle = (n * distance).floor() as usize;
    let gap = middle as f64 + 1.0 - n * distance;
    let matrix = Matrix::new(2 * middle + 1, gap);
    let mut vector = vec![0.0; matrix.size];
    vector[middle] = 1.0;
    for _ in 0..count {
        // About as much as each time lets the vector grow.
        vector = matrix.times(&vector, libm::exp(-1.0));
    }
    // eⁿ n!/nⁿ, by Stirling's formula.
    vector[middle] * (2.0 * PI * n).sqrt() * libm::exp(stirling_rest(n))
}

/// The matrix of Marsaglia, Tsang and Wang: 1/(i − j + 1)! on and below the diagonal and just
/// above it, less what leaves the band in the first column and the last row.
struct Matrix {
    size: usize,
    /// 1/0!, 1/1!, 1/2!, ...
    inverse_factorials: Vec<f64>,
    /// The first column, which is the last row read backwards.
    first_column: Vec<f64>,
}

impl Matrix {
    fn new(size: usize, gap: f64) -> Matrix {
        let mut inverse_factorials = vec![1.0; size + 1];
        for number in 1..=size {
            inverse_factorials[number] = inverse_factorials[number - 1] / number as f64;
        }
        let power = |base: f64, row: usize| libm::pow(base, row as f64 + 1.0);
        let mut first_column: Vec<f64> = (0..size)
            .map(|row| (1.0 - power(gap, row)) * inverse_factorials[row + 1])
            .collect();
        let both = power((2.0 * gap - 1.0).max(0.0), size - 1) - power(gap, size - 1);
        first_column[size - 1] += both * inverse_factorials[size];
        Matrix {
            size,
            inverse_factorials,
            first_column,
        }
    }

    /// The matrix times a vector times a number.
    fn times(&self, vector: &[f64], scale: f64) -> Vec<f64> {
        let last = self.size - 1;
        let row = |row: usize| {
            let mut sum = self.first_column[row] * vector[0];
            if row == last {
                let rest = vector.iter().rev().take(last);
                let pairs = self.first_column.iter().zip(rest);
                return scale * (sum + pairs.map(|(a, b)| a * b).sum::<f64>());
            }
            for column in 1..=row + 1 {
                sum += self.inverse_factorials[row + 1 - column] * vector[column];
            }
            scale * sum
        };
        (0..self.size).map(row).collect()
    }
}

/// The same for many numbers, from the limit law of A. Kolmogorov (1933), corrected for the
/// count (J. Vrbik, "Small-Sample Corrections to Kolmogorov-Smirnov Test Statistic", 2018).
fn limit(distance: f64, n: f64) -> f64 {
    let root = n.sqrt();
    let x = distance * root;
    let x = x + 1.0 / (6.0 * root) + (x - 1.0) / (4.0 * n);
    if x > 1.0 {
        let term = |k: f64| libm::exp(-2.0 * k * k * x * x);
        return 2.0 * (term(1.0) - term(2.0) + term(3.0) - term(4.0));
    }
    // The same function as a sum that is short for small x.
    let term = |k: f64| libm::exp(-(k * PI / x) * (k * PI / x) / 8.0);
    1.0 - (2.0 * PI).sqrt() / x * (term(1.0) + term(3.0) + term(5.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_by_hand() {
        // scipy.stats.kstest(ps, "uniform") of SciPy 1.17.1.
        let (distance, p) = kolmogorov_smirnov(&[0.9, 0.1, 0.35, 0.2]);
        assert!((distance - 0.4).abs() < 1e-15);
        assert!((p - 0.4374).abs() < 1e-12, "{p}");
        let (distance, p) = kolmogorov_smirnov(&[0.7]);
        assert_eq!(distance, 0.7);
        assert!((p - 0.6).abs() < 1e-15);
        assert_eq!(kolmogorov_smirnov(&[]), (0.0, 1.0));
        assert_eq!(kolmogorov_smirnov(&[0.0; 3]), (1.0, 0.0));
        assert!(kolmogorov_smirnov(&[0.5, f64::NAN]).1.is_nan());
    }

    #[test]
    fn chances_are_those_of_scipy() {
        // scipy.stats.kstwo.sf of SciPy 1.17.1, or its _ksstats._kolmogn_DMTW where that is
        // exact and kstwo is not: of 500 to 10,000 numbers with n D² below 2.2.
        let table = [
            (0.3, 1, 1.0),
            (0.8, 1, 0.4),
            (0.26, 2, 0.999_2),
            (0.6, 2, 0.32),
            (0.3, 5, 0.664),
            (0.274, 10, 0.371_520_384_543_495_7),
            (0.7, 10, 1.954_480_000_000_003_4e-5),
            (0.05, 50, 0.999_023_809_846_188_3),
            (0.11, 50, 0.543_900_796_590_730_1),
            (0.2, 50, 0.031_438_777_769_532_41),
            (0.04, 500, 0.390_251_016_326_408_95),
            (0.07, 500, 0.014_168_320_200_190_71),
            (0.012, 1_000, 0.998_446_466_862_009_7),
            (0.026_6, 3_000, 0.028_147_256_552_775_956),
            (0.011, 4_000, 0.714_037_752_733_092_7),
            (0.02, 4_000, 0.080_430_728_304_143_04),
            (0.023_5, 4_000, 0.023_734_665_921_009_646),
            (0.016_3, 10_000, 0.009_738_034_669_724_812),
            (0.04, 10_000, 2.439_962_474_952_505e-14),
        ];
        for (distance, count, p) in table {
            let ours = chance(distance, count);
            assert!(
                (ours / p - 1.0).abs() < 1e-9,
                "{distance} {count}: {ours} {p}"
            );
        }
        let of_many = [
            (0.02, 5_000, 0.036_139_413_493_064_32),
            (0.005, 10_000, 0.962_877_802_052_539_3),
            (0.008_6, 10_000, 0.447_777_539_356_154_3),
            (0.013, 10_000, 0.067_501_188_405_024_88),
            (0.002, 300_000, 0.181_059_355_739_783_93),
        ];
        for (distance, count, p) in of_many {
            let ours = chance(distance, count);
            assert!((ours - p).abs() < 3e-6, "{distance} {count}: {ours} {p}");
        }
    }

    #[test]
    fn the_ways_to_a_chance_join() {
        for count in [20, 300, EXACT_COUNT] {
            let distance = (ONE_SIDED / count as f64).sqrt();
            let (far, near) = (
                2.0 * one_sided(distance, count),
                1.0 - chance_below(distance, count),
            );
            assert!((far / near - 1.0).abs() < 1e-5, "{count}: {far} {near}");
        }
        let n = EXACT_COUNT as f64;
        for x in [0.5, 0.8, 0.999_999, 1.000_001, 1.2, 1.4] {
            let distance = x / n.sqrt();
            let (many, exact) = (
                limit(distance, n),
                1.0 - chance_below(distance, EXACT_COUNT),
            );
            assert!((many - exact).abs() < 6e-6, "{x}: {many} {exact}");
        }
    }
}

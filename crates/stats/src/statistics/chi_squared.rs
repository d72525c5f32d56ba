//! The chi-squared distribution.

use std::f64::consts::PI;

/// A term of a sum that is less than this of it ends the sum.
const NEGLIGIBLE: f64 = 1e-17;

/// How likely a chi-squared number with so many degrees of freedom is at least `x`.
///
/// With y = x/2 and a = degrees/2 it is a sum of e⁻ʸ yʲ/Γ(j + 1) over j = a − 1, a − 2, ...
/// down to 0, or to ½ and then erfc √y for an odd number; one less the same sum over j = a,
/// a + 1, ... without end (M. Abramowitz and I. Stegun, "Handbook of Mathematical Functions",
/// 26.4). Either way the terms that matter come first: the sum is taken on the far side of the
/// mean.
pub fn chi_squared_tail(x: f64, degrees: u32) -> f64 {
    if x.is_nan() || x <= 0.0 {
        return if x.is_nan() { x } else { 1.0 };
    }
    if degrees == 0 || x == f64::INFINITY {
        return 0.0;
    }
    let (y, half) = (0.5 * x, 0.5 * f64::from(degrees));
    match y < half {
        true => 1.0 - sum_up(y, half),
        false => sum_down(y, half - 1.0),
    }
}

/// Σ e⁻ʸ yʲ/Γ(j + 1) over j = first, first + 1, ..., where y is below `first`.
fn sum_up(y: f64, first: f64) -> f64 {
    let (mut j, mut term) = (first, term(y, first));
    let mut sum = 0.0;
    while term > NEGLIGIBLE * sum {
        sum += term;
        j += 1.0;
        term *= y / j;
    }
    sum
}

/// The same over j = first, first − 1, ... down to 0 or ½, and erfc √y for a half; where y is
/// above `first`.
fn sum_down(y: f64, first: f64) -> f64 {
    let mut sum = match first.fract() == 0.0 {
        true => 0.0,
        false => libm::erfc(y.sqrt()),
    };
    let (mut j, mut term) = (first, term(y, first));
    while j >= 0.0 && term > NEGLIGIBLE * sum {
        sum += term;
        term *= j / y;
        j -= 1.0;
    }
    sum.min(1.0)
}

/// e⁻ʸ yʲ/Γ(j + 1).
fn term(y: f64, j: f64) -> f64 {
    if j <= 0.0 {
        // Of one or two degrees: the sum starts at j = -½, and is empty, or at 0.
        return if j < 0.0 { 0.0 } else { libm::exp(-y) };
    }
    // Stirling's formula with the logarithms joined: apart, they are thousands that cancel.
    let log = j * libm::log1p((y - j) / j) - (y - j) - stirling_rest(j);
    libm::exp(log) / (2.0 * PI * j).sqrt()
}

/// ln Γ(j + 1) − (j + ½) ln j + j − ½ ln 2π, for j from ½.
pub(super) fn stirling_rest(j: f64) -> f64 {
    if j < 30.0 {
        return libm::lgamma(j + 1.0) - (j + 0.5) * libm::log(j) + j - 0.5 * libm::log(2.0 * PI);
    }
    let square = j * j;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1_260.0 - 1.0 / 1_680.0 / square) / square) / square) / j
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_of_any_number_of_degrees() {
        // Regularised incomplete gamma functions by mpmath 1.3.0 with 40 digits;
        // scipy.stats.chi2.sf of SciPy 1.17.1 has the same to twelve digits.
        let table = [
            (1.5, 1, 0.220_671_361_919_846_8),
            (80.0, 1, 3.744_097_384_202_899e-19),
            (1e-4, 1, 0.992_021_287_370_736_8),
            (0.3, 2, 0.860_707_976_425_057_8),
            (1e-8, 2, 0.999_999_995),
            (1.0, 3, 0.801_251_956_901_200_8),
            (7.815, 3, 0.049_993_902_974_883_89),
            (30.0, 4, 4.894_437_128_029_212_6e-6),
            (3.0, 7, 0.885_002_231_643_150_6),
            (18.307, 10, 0.050_000_589_091_398_12),
            (200.0, 21, 3.623_055_633_322_588e-31),
            (59.0, 60, 0.512_288_853_581_830_6),
            (61.0, 60, 0.439_748_392_224_784_1),
            (900.0, 1_000, 0.989_282_761_908_710_2),
            (1_000.0, 1_000, 0.494_052_853_829_239_64),
            (1_001.0, 1_001, 0.494_055_825_239_392_7),
            (1_200.0, 1_000, 1.225_594_233_062_290_5e-5),
            (4_999.5, 5_000, 0.499_335_115_231_947_4),
            (5_200.0, 5_000, 0.023_818_998_020_740_653),
            (8_000.0, 5_000, 9.577_208_344_608_671e-144),
            (100_000.0, 99_999, 0.498_513_229_093_739_35),
        ];
        for (x, degrees, tail) in table {
            let ours = chi_squared_tail(x, degrees);
            assert!(
                (ours / tail - 1.0).abs() < 1e-13,
                "{x} {degrees}: {ours} {tail}"
            );
        }
    }

    #[test]
    fn ends_of_the_range() {
        for degrees in [0, 1, 2, 7, u32::MAX] {
            assert_eq!(chi_squared_tail(0.0, degrees), 1.0);
            assert_eq!(chi_squared_tail(-1.0, degrees), 1.0);
            assert_eq!(chi_squared_tail(f64::INFINITY, degrees), 0.0);
            assert!(chi_squared_tail(f64::NAN, degrees).is_nan());
        }
        assert_eq!(chi_squared_tail(1.0, 0), 0.0);
        assert_eq!(chi_squared_tail(1e6, 4), 0.0);
        assert_eq!(chi_squared_tail(1e-300, 4), 1.0);
        let middle = chi_squared_tail(f64::from(u32::MAX), u32::MAX);
        assert!((middle - 0.5).abs() < 1e-5, "{middle}");
    }
}

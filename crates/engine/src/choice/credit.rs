//! How much each move was worth choosing: Regan's scaled differences and
//! partial credits.
//!
//! K. W. Regan and G. McC. Haworth, Intrinsic Chess Ratings, AAAI 2011. A model
//! player sees the value z of each move, in pawns, but feels a difference less
//! the more one side is ahead: d = ∫ dz / (1 + |z|) from the move's value to
//! the best. The chance to choose move i is then p_i = p_0^exp((d_i / s)^c),
//! where p_0 makes them sum to one. Values are from the mover's side. Logarithms
//! and powers come from `libm`, the same on every machine. Start with
//! `partial_credit`.

/// Beyond 20 pawns nothing is won or lost any more, in centipawns.
const VALUE_LIMIT_CP: i32 = 2_000;

/// Regan's scaled difference of a move's value from the best, both in
/// centipawns from the mover's side, mates as levels (±(10000 - n)): without a
/// unit, 0 for the best, negative where the value is the better one.
///
/// Values are held within ±20 pawns, so that every mate is worth the same as
/// any hopeless advantage: the model is about choices that mattered, and an
/// engine's scale means little so far out.
pub fn scaled_difference(best_cp: i32, value_cp: i32) -> f64 {
    integral(best_cp) - integral(value_cp)
}

/// ∫ dz / (1 + |z|) from 0 to this value.
fn integral(value_cp: i32) -> f64 {
    let value_cp = value_cp.clamp(-VALUE_LIMIT_CP, VALUE_LIMIT_CP);
    let size = libm::log1p(f64::from(value_cp.abs()) / 100.0);
    if value_cp < 0 { -size } else { size }
}

/// Each move's share of one point: the chances with which a player of this
/// `sensitivity` (s) and `consistency` (c), both above zero, would choose among
/// moves with these scaled differences, in the same order as they are given.
///
/// They sum to one; equal differences have equal shares, and a greater
/// difference has no greater share. What is not above zero counts as zero, what
/// is no number as infinitely bad.
pub fn partial_credit(scaled: &[f64], sensitivity: f64, consistency: f64) -> Vec<f64> {
    let exponents: Vec<f64> = scaled
        .iter()
        .map(|&difference| exponent(difference, sensitivity, consistency))
        .collect();
    let smallest = exponents.iter().copied().fold(f64::INFINITY, f64::min);
    // Counted from the smallest exponent the shares are the same, and no power
    // is less than 1.
    let powers: Vec<f64> = exponents
        .iter()
        .map(|&exponent| {
            if exponent == smallest {
                1.0
            } else {
                libm::exp(exponent - smallest)
            }
        })
        .collect();
    let rate = solve(&powers);
    powers.iter().map(|&power| share(rate, power)).collect()
}

/// (d / s)^c, at least 0.
fn exponent(difference: f64, sensitivity: f64, consistency: f64) -> f64 {
    if difference <= 0.0 {
        return 0.0;
    }
    let exponent = libm::pow(difference / sensitivity, consistency);
    if exponent.is_nan() {
        f64::INFINITY
    } else {
        exponent
    }
}

/// p_0^power, where `rate` is -ln p_0.
fn share(rate: f64, power: f64) -> f64 {
    // Zero times infinity would be no number: an infinite power has no share.
    if power.is_finite() {
        libm::exp(-rate * power)
    } else {
        0.0
    }
}

/// The rate at which the shares of these powers, none below 1 and at least one
/// equal to it, sum to one.
///
/// The sum falls as the rate grows, from their number at 0 to at most 1 at the
/// logarithm of their number. Positive floating-point numbers are in the order
/// of their bits, so halving the range of bits finds the nearest number in 63
/// steps, however small it is.
fn solve(powers: &[f64]) -> f64 {
    let sum = |rate: f64| powers.iter().map(|&power| share(rate, power)).sum::<f64>();
    let (mut low, mut high) = (0, libm::log(powers.len().max(1) as f64).to_bits());
    while low < high {
        let middle = low + (high - low) / 2;
        if sum(f64::from_bits(middle)) > 1.0 {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    f64::from_bits(high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const S: f64 = 0.078;
    const C: f64 = 0.502;

    #[test]
    fn differences_are_the_closed_integral() {
        let ln = libm::log;
        for (best, value, expected) in [
            (100, 100, 0.0),
            (100, 0, ln(2.0)),
            (0, -100, ln(2.0)),
            (100, -100, 2.0 * ln(2.0)),
            (300, 100, ln(2.0)),
            (-100, -300, ln(2.0)),
            (0, 50, -ln(1.5)),
            // Mate in three, and no hope at all.
            (9_997, 2_000, 0.0),
            (9_997, -9_999, 2.0 * ln(21.0)),
            (i32::MAX, i32::MIN, 2.0 * ln(21.0)),
        ] {
            let found = scaled_difference(best, value);
            assert!((found - expected).abs() < 1e-14, "{best} {value} {found}");
        }
    }

    #[test]
    fn differences_are_what_a_sum_of_slices_gives() {
        let (best, value) = (250, -130);
        let slices = 100_000;
        let width = f64::from(best - value) / 100.0 / f64::from(slices);
        let sum: f64 = (0..slices)
            .map(|slice| f64::from(value) / 100.0 + (f64::from(slice) + 0.5) * width)
            .map(|z| width / (1.0 + z.abs()))
            .sum();
        assert!((scaled_difference(best, value) - sum).abs() < 1e-8);
    }

    #[test]
    fn known_equations_are_solved() {
        // Powers 1 and 2: p + p² = 1, the golden ratio.
        let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
        let credit = partial_credit(&[0.0, libm::log(2.0)], 1.0, 1.0);
        assert!((credit[0] - golden).abs() < 1e-15);
        assert!((credit[1] - golden * golden).abs() < 1e-15);
        // Three equal moves and one that is as bad as can be.
        let credit = partial_credit(&[0.0, 0.0, 1e300, 0.0], S, C);
        assert_eq!(credit[2], 0.0);
        assert!((credit[0] - 1.0 / 3.0).abs() < 1e-15);
        // By SciPy's brentq, version 1.17.1.
        let expected = [
            0.6778721436068058,
            0.2990921665770218,
            0.023035018130592454,
            6.716855798407783e-7,
        ];
        let credit = partial_credit(&[0.0, 0.1, 0.4, 1.0], S, C);
        for (found, expected) in credit.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-14, "{found} for {expected}");
        }
        assert_eq!(partial_credit(&[0.0], S, C), [1.0]);
        assert_eq!(partial_credit(&[], S, C), [0.0; 0]);
    }

    /// What is left when there is no best move, or numbers that mean nothing.
    #[test]
    fn odd_input_still_shares_one_point() {
        assert_eq!(partial_credit(&[f64::NAN, 0.0], S, C), [0.0, 1.0]);
        assert_eq!(partial_credit(&[-3.0, 1.0], S, C).len(), 2);
        for odd in [
            partial_credit(&[f64::INFINITY; 4], S, C),
            partial_credit(&[1.0, 1.0, 1.0, 1.0], S, C),
            partial_credit(&[0.0, 1.0, 2.0, 3.0], 0.0, C),
            partial_credit(&[0.0, 1.0, 2.0, 3.0], -1.0, C),
            partial_credit(&[0.0, 1.0, 2.0, 3.0], f64::NAN, f64::NAN),
        ] {
            let sum: f64 = odd.iter().sum();
            assert!((sum - 1.0).abs() < 1e-12, "{odd:?}");
        }
    }

    #[test]
    fn a_better_player_gives_the_best_move_more() {
        let scaled = [0.0, 0.1, 0.4, 1.0];
        let weak = partial_credit(&scaled, 0.2, 0.4);
        let strong = partial_credit(&scaled, S, C);
        assert!(strong[0] > weak[0] && strong[3] < weak[3]);
    }

    fn differences() -> impl Strategy<Value = Vec<f64>> {
        let one = prop_oneof![Just(0.0), 0.0..0.1, 0.0..6.1, 0.0..1e6, Just(f64::MAX)];
        prop::collection::vec(one, 1..=256).prop_map(|mut all| {
            all[0] = 0.0;
            all
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn credits_share_one_point_in_order(
            scaled in differences(), s in 0.01..1.0, c in 0.1..2.0,
        ) {
            let credit = partial_credit(&scaled, s, c);
            prop_assert!((credit.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let mut order: Vec<usize> = (0..scaled.len()).collect();
            order.sort_by(|&a, &b| scaled[a].total_cmp(&scaled[b]));
            for pair in order.windows(2) {
                let (nearer, farther) = (credit[pair[0]], credit[pair[1]]);
                prop_assert!((0.0..=1.0).contains(&farther));
                prop_assert!(farther <= nearer);
                if scaled[pair[0]] == scaled[pair[1]] {
                    prop_assert_eq!(nearer, farther);
                }
            }
        }
    }
}

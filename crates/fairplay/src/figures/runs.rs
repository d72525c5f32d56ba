//! Runs of first choices within one game.
//!
//! Start with `Runs::of`.

use serde::Serialize;

use super::sums::Sums;

/// Runs of first choices, within one game; moves that are left out neither break
/// nor lengthen them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Runs {
    /// The longest, in moves.
    pub longest: usize,
    /// The chance, 0 to 1, that at least one of these games has a run as long, if every
    /// counted move is a first choice as often as all of them were, one independent of
    /// the other; none where there was no first choice.
    pub chance: Option<f64>,
}

impl Runs {
    /// Of all games added up.
    pub(super) fn of(sums: &Sums) -> Runs {
        let longest = sums.runs.greatest().unwrap_or_default();
        let matched: u64 = sums.runs.0.iter().map(|(&run, &n)| run as u64 * n).sum();
        let rate = matched as f64 / sums.counted().max(1) as f64;
        let chance = (longest > 0).then(|| {
            let lengths = sums.lengths.0.iter();
            let logs = lengths.map(|(&moves, &games)| {
                games as f64 * libm::log1p(-run_chance(moves, longest, rate))
            });
            let none: f64 = logs.sum();
            -libm::expm1(none)
        });
        Runs { longest, chance }
    }
}

/// The chance that so many independent moves, each a first choice at this rate, have a
/// run of `run` first choices or more.
///
/// With none(n) the chance that n moves have no such run: none(n) = none(n − 1) −
/// (1 − rate) · rate^run · none(n − run − 1), for the first run ends at move n exactly if the last
/// `run` moves are first choices, the one before them is not, and the moves before that one have
/// no such run.
fn run_chance(moves: usize, run: usize, rate: f64) -> f64 {
    if run == 0 {
        return 1.0;
    }
    if moves < run {
        return 0.0;
    }
    let whole = libm::pow(rate, run as f64);
    // Of n moves, the chance that no such run is among them.
    let mut none = vec![1.0; moves + 1];
    none[run] = 1.0 - whole;
    for n in run + 1..=moves {
        none[n] = none[n - 1] - (1.0 - rate) * whole * none[n - run - 1];
    }
    (1.0 - none[moves]).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{FIVE, cp_record, judged};

    #[test]
    fn the_chance_is_that_of_all_sequences() {
        for (moves, run) in [(1, 1), (5, 2), (8, 3), (10, 10), (9, 1), (4, 5)] {
            let rate: f64 = 0.3;
            let mut expected = 0.0;
            for bits in 0..1_u32 << moves {
                let (mut longest, mut now) = (0, 0);
                for at in 0..moves {
                    now = if bits >> at & 1 == 1 { now + 1 } else { 0 };
                    longest = longest.max(now);
                }
                let hits = bits.count_ones() as i32;
                let chance = rate.powi(hits) * (1.0 - rate).powi(moves as i32 - hits);
                expected += if longest >= run { chance } else { 0.0 };
            }
            let found = run_chance(moves, run, rate);
            assert!(
                (found - expected).abs() < 1e-12,
                "{moves} {run}: {found} {expected}"
            );
        }
        assert_eq!(run_chance(9, 4, 1.0), 1.0);
        assert_eq!(run_chance(9, 4, 0.0), 0.0);
    }

    #[test]
    fn runs_end_with_the_game() {
        let side = |first: usize, worse: usize| {
            let first = std::iter::repeat_n(cp_record("e2e4", "e2e4", &FIVE), first);
            let worse = std::iter::repeat_n(cp_record("c2c4", "e2e4", &FIVE), worse);
            let moves: Vec<_> = worse.chain(first).map(|record| judged(&record)).collect();
            Sums::of_side(&moves)
        };
        // Five at the end of one game and five at the start of the next are no ten.
        let mut sums = side(5, 5);
        sums.merge(&side(5, 0));
        let runs = Runs::of(&sums);
        assert_eq!(runs.longest, 5);
        // Ten of fifteen: 1 - (1 - P(10 moves)) (1 - P(5 moves)).
        let rate = 10.0 / 15.0;
        let (ten, five) = (run_chance(10, 5, rate), run_chance(5, 5, rate));
        let expected = 1.0 - (1.0 - ten) * (1.0 - five);
        assert!((runs.chance.unwrap() - expected).abs() < 1e-12);
        // As long as they come: certain only if every move is one.
        assert_eq!(Runs::of(&side(9, 0)).chance, Some(1.0));
        assert_eq!(Runs::of(&side(0, 9)).chance, None);
        // What one game adds can be taken away again.
        assert_eq!(Runs::of(&sums.without(&side(5, 0))), Runs::of(&side(5, 5)));
    }
}

//! Intervals of s and c over whole games.
//!
//! Fitting a thousand times would take too long; what a game's choices move the fit by,
//! to the first order, is added up with the weights of the games instead. Start with
//! `over_games`.

use plumb_engine::choice::{Estimate, Skill};
use plumb_stats::statistics::{REPLICATES, bootstrap_weights, middle_95};

/// The skill with intervals over these games, each with its number and how far its
/// choices move ln s and ln c; never narrower than of independent choices, which stay
/// where there is one game.
pub fn over_games(skill: &Skill, games: &[(u64, [f64; 2])]) -> Skill {
    if games.len() < 2 {
        return *skill;
    }
    let influences: Vec<[f64; 2]> = games.iter().map(|&(_, influence)| influence).collect();
    let mut shifts = vec![[0.0; 2]; REPLICATES];
    let mut weight_sums = vec![0.0; REPLICATES];
    for (game, influence) in games {
        for (at, weight) in bootstrap_weights(*game).into_iter().enumerate() {
            let weight = f64::from(weight);
            weight_sums[at] += weight;
            for axis in [0, 1] {
                shifts[at][axis] += weight * influence[axis];
            }
        }
    }
    // The curvature has the weights, too.
    for (shift, weights) in shifts.iter_mut().zip(&weight_sums) {
        let mean = weights / games.len() as f64;
        *shift = shift.map(|one| one / mean);
    }
    let mut found = skill.with_errors_over(&influences);
    let widen = |own: Estimate, estimate: &mut Estimate, axis: usize| {
        let ends = middle_95(shifts.iter().map(|shift| shift[axis]).collect());
        (estimate.low, estimate.high) = (own.low, own.high);
        if let Some([low, high]) = ends {
            estimate.low = own.low.min(own.value * libm::exp(low));
            estimate.high = own.high.max(own.value * libm::exp(high));
        }
    };
    widen(skill.sensitivity, &mut found.sensitivity, 0);
    widen(skill.consistency, &mut found.consistency, 1);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_engine::choice::{MoveChoice, partial_credit};

    /// Games of twenty choices each by players of these s.
    fn games(sensitivities: &[f64]) -> Vec<Vec<MoveChoice>> {
        let choice = |n: usize, s: f64| {
            let step = [0.02, 0.1, 0.3, 0.7][n % 4];
            let differences = [0.0, step, 1.7 * step, 3.0 * step];
            // Numbers spread evenly between 0 and 1 take the place of chance.
            let mut left = (n as f64 * 0.618_033_988_749_895).fract();
            let shares = partial_credit(&differences, s, 0.5);
            let played = shares.iter().position(|share| {
                left -= share;
                left < 0.0
            });
            MoveChoice::new(&differences, 4, Some(played.unwrap_or(3))).unwrap()
        };
        let of = |(at, &s): (usize, &f64)| (20 * at..20 * at + 20).map(|n| choice(n, s)).collect();
        sensitivities.iter().enumerate().map(of).collect()
    }

    #[test]
    fn uneven_games_widen_the_interval_and_even_ones_do_not_narrow_it() {
        let found = |sensitivities: &[f64]| {
            let games = games(sensitivities);
            let skill = Skill::fit(games.iter().flatten()).unwrap();
            let influences: Vec<_> = (1..)
                .zip(games.iter().map(|g| skill.influence(g)))
                .collect();
            (skill, over_games(&skill, &influences))
        };
        let (moves, over) = found(&[0.1; 20]);
        // Alike to a third of a width or so: chance is not spread any more evenly.
        let width = |one: &Skill| libm::log(one.sensitivity.high / one.sensitivity.low);
        assert!(over.sensitivity.low <= moves.sensitivity.low);
        assert!(
            width(&over) < 1.3 * width(&moves),
            "{} {}",
            width(&over),
            width(&moves)
        );
        let (moves, over) = found(&[0.03, 0.5].repeat(10));
        assert!(
            width(&over) > 1.3 * width(&moves),
            "{} {}",
            width(&over),
            width(&moves)
        );
        assert_eq!(over_games(&moves, &[(1, [0.0; 2])]), moves);
    }
}

//! How many independent figures the three of evidence are worth, by drawing whole games again.
//!
//! Matches, engine likeness and deep losses are of the same choices, so somebody who has one of
//! them by chance often has another. The rarest of three independent figures is as rare as one in
//! so many three times as often as each alone; of three that go together less often. Whole games of
//! honest people keep together what goes together (the idea of P. H. Westfall and S. S. Young,
//! Resampling-Based Multiple Testing, 1993). Start with `JointChance::of`.

use super::honest_sample::HonestSample;
use super::scatter_fit::side_sums;
use plumb_fairplay::{ChoiceFigures, ChoiceModels, ChoiceSums, EVIDENCE_GATE};
use plumb_support::random::Random;

/// So often a player is drawn, and his games.
const DRAWS: usize = 40_000;
/// Players are drawn again so often for intervals.
const REPLICATES: usize = 200;

/// How often any of the three figures is as rare as one in so many, over how often one is.
#[derive(Clone, Debug, PartialEq)]
pub struct JointChance {
    /// How rare each figure is alone, as a chance from 0 to 1.
    pub chance: f64,
    /// How many independent figures the three are worth: 1 to 3.
    pub figures: f64,
    /// The ends of its 95 % interval, players drawn again.
    pub interval: [f64; 2],
}

impl JointChance {
    /// At these chances, by the players with enough choices for evidence, all of whose deep
    /// losses are known: a player by lot and as many of his games as he has, each of them by lot.
    /// Nothing without such players.
    pub fn of(
        sample: &HonestSample,
        models: &ChoiceModels,
        chances: &[f64],
        seed: u64,
    ) -> Vec<JointChance> {
        let games: Vec<Vec<ChoiceSums>> = (sample.players.values())
            .map(|sides| sides.iter().map(|side| side_sums(side, models)).collect())
            .filter(|games: &Vec<ChoiceSums>| scores(games.iter()).is_some())
            .collect();
        if games.is_empty() {
            return Vec::new();
        }
        let mut random = Random::seeded(seed);
        let mut draws = Vec::with_capacity(DRAWS);
        while draws.len() < DRAWS {
            let player = random.below(games.len());
            let own = &games[player];
            let drawn: Vec<usize> = own.iter().map(|_| random.below(own.len())).collect();
            // Fewer choices than evidence needs, or nothing but first choices: drawn once more.
            if let Some(scores) = scores(drawn.iter().map(|&game| &own[game])) {
                draws.push((player, scores));
            }
        }
        joint_chances(&draws, games.len(), chances, &mut random)
    }
}

/// z-scores of matches, engine likeness and deep losses; nothing of too few choices for evidence,
/// or where some deep losses are not known.
fn scores<'a>(games: impl Iterator<Item = &'a ChoiceSums>) -> Option<[f64; 3]> {
    let mut sums = ChoiceSums::default();
    games.for_each(|own| sums.merge(own));
    let figures = ChoiceFigures::of(&sums, EVIDENCE_GATE);
    Some([
        figures.z?.z.value,
        figures.engine_like?.z.value,
        figures.deep_loss?.z.value,
    ])
}

/// The same of draws, each of a player by his number.
fn joint_chances(
    draws: &[(usize, [f64; 3])],
    players: usize,
    chances: &[f64],
    random: &mut Random,
) -> Vec<JointChance> {
    let mut orders: [Vec<usize>; 3] = std::array::from_fn(|_| (0..draws.len()).collect());
    for (figure, order) in orders.iter_mut().enumerate() {
        order.sort_by(|&a, &b| draws[b].1[figure].total_cmp(&draws[a].1[figure]));
    }
    // How often any figure is among the rarest, each draw counted as often as its player.
    let figures = |weights: &[f64], chance: f64| -> f64 {
        let all: f64 = draws.iter().map(|&(player, _)| weights[player]).sum();
        let mut is_rare = vec![false; draws.len()];
        for order in &orders {
            let mut left = chance * all;
            for &place in order {
                left -= weights[draws[place].0];
                if left < 0.0 {
                    break;
                }
                is_rare[place] = true;
            }
        }
        let rare = draws.iter().zip(&is_rare).filter(|(_, is_rare)| **is_rare);
        let rare: f64 = rare.map(|((player, _), _)| weights[*player]).sum();
        rare / (chance * all)
    };
    let again: Vec<Vec<f64>> = (0..REPLICATES)
        .map(|_| {
            let mut weights = vec![0.0; players];
            for _ in 0..players {
                weights[random.below(players)] += 1.0;
            }
            weights
        })
        .collect();
    let once = vec![1.0; players];
    let of_chance = |&chance: &f64| {
        let mut found: Vec<f64> = again.iter().map(|own| figures(own, chance)).collect();
        found.sort_by(f64::total_cmp);
        let last = found.len() - 1;
        JointChance {
            chance,
            figures: figures(&once, chance),
            interval: [found[last / 40], found[last - last / 40]],
        }
    };
    chances.iter().map(of_chance).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three figures that are one are worth one, independent ones nearly three.
    #[test]
    fn figures_that_go_together_count_once() {
        let mut random = Random::seeded(5);
        let mut figures = |is_one: bool| {
            let draws: Vec<(usize, [f64; 3])> = (0..20_000)
                .map(|draw| {
                    let first = random.normal();
                    let other = [random.normal(), random.normal()];
                    let scores = match is_one {
                        true => [first; 3],
                        false => [first, other[0], other[1]],
                    };
                    (draw % 500, scores)
                })
                .collect();
            joint_chances(&draws, 500, &[0.05, 0.01], &mut random)
        };
        let one = figures(true);
        for found in &one {
            assert!((found.figures - 1.0).abs() < 0.01, "{found:?}");
        }
        for (found, chance) in figures(false).iter().zip([0.05, 0.01]) {
            let expected = (1.0 - (1.0_f64 - chance).powi(3)) / chance;
            assert!((found.figures - expected).abs() < 0.08, "{found:?}");
            let [low, high] = found.interval;
            assert!(low < expected && expected < high + 0.05, "{found:?}");
        }
    }
}

//! How well figures tell assisted players from the same players as they were.

use super::assisted_player::AssistedPlayer;
use plumb_fairplay::SCREENING;
use plumb_support::random::Random;

/// Players are drawn again so often for an interval.
const REPLICATES: usize = 1_000;

/// An area under the ROC curve with its 95 % interval over players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// The chance that an assisted player has more of the figure than an honest one; halves
    /// for ties.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// An arm beside the same players without assistance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArmFigures {
    /// Players.
    pub players: usize,
    /// The mean share of moves that the assistant made, 0 to 1.
    pub assisted: f64,
    /// What a move loses by the list on average, in centipawns.
    pub average_loss_cp: f64,
    /// What a move loses by a deep look on average, scaled, 0 to 1; none where nobody looked.
    pub deep_loss: Option<f64>,
    /// Area by the share of matches.
    pub by_matches: Area,
    /// By how little was lost by the list, on average.
    pub by_average_loss: Area,
    /// By the share of engine-like moves.
    pub by_engine_like: Area,
    /// By the z-score of matches.
    pub by_match_z: Area,
    /// By the z-score of log ratios.
    pub by_ratio_z: Area,
    /// By how far the intrinsic rating is above the rating.
    pub by_rating_z: Area,
    /// By how little was lost by deep looks, on average; nothing where somebody's moves were not
    /// all looked at so.
    pub by_deep_loss: Option<Area>,
    /// By the z-score of deep losses; nothing there, too.
    pub by_loss_z: Option<Area>,
    /// By the chance that an honest player has as much by the z-scores together.
    pub by_chance: Area,
    /// The share of assisted players, 0 to 1, who reach the threshold of screening.
    pub screening_share: f64,
}

impl ArmFigures {
    /// Of the players of an arm and the same players without assistance; nothing without
    /// players.
    pub fn of(
        assisted: &[AssistedPlayer],
        honest: &[AssistedPlayer],
        seed: u64,
    ) -> Option<ArmFigures> {
        if assisted.is_empty() || assisted.len() != honest.len() {
            return None;
        }
        let count = assisted.len() as f64;
        let mean = |of: fn(&AssistedPlayer) -> f64| assisted.iter().map(of).sum::<f64>() / count;
        let by = |of: fn(&AssistedPlayer) -> f64| {
            let values = |players: &[AssistedPlayer]| players.iter().map(of).collect::<Vec<f64>>();
            area(&values(assisted), &values(honest), seed)
        };
        let deep_losses: Vec<f64> = assisted.iter().filter_map(|one| one.deep_loss).collect();
        let deep_loss_sum: f64 = deep_losses.iter().sum();
        let is_known =
            |players: &[AssistedPlayer]| players.iter().all(|one| one.deep_loss.is_some());
        let are_known = is_known(assisted) && is_known(honest);
        let screening_share = assisted.iter().filter(|one| one.chance <= SCREENING);
        Some(ArmFigures {
            players: assisted.len(),
            assisted: mean(|one| one.assisted),
            average_loss_cp: mean(|one| one.average_loss_cp),
            deep_loss: (!deep_losses.is_empty()).then(|| deep_loss_sum / deep_losses.len() as f64),
            by_matches: by(|one| one.matches),
            by_average_loss: by(|one| -one.average_loss_cp),
            by_engine_like: by(|one| one.engine_like),
            by_match_z: by(|one| one.match_z),
            by_ratio_z: by(|one| one.ratio_z),
            by_rating_z: by(|one| one.rating_z),
            by_deep_loss: are_known.then(|| by(|one| -one.deep_loss.unwrap_or_default())),
            by_loss_z: are_known.then(|| by(|one| one.loss_z)),
            by_chance: by(|one| -one.chance),
            screening_share: screening_share.count() as f64 / count,
        })
    }
}

/// The area, each player standing on both sides; players are drawn again with both.
fn area(assisted: &[f64], honest: &[f64], seed: u64) -> Area {
    let of = |places: &[usize]| -> f64 {
        let mut sorted: Vec<f64> = places.iter().map(|&place| honest[place]).collect();
        sorted.sort_by(f64::total_cmp);
        let wins = places.iter().map(|&place| {
            let below = sorted.partition_point(|&other| other < assisted[place]);
            let up_to = sorted.partition_point(|&other| other <= assisted[place]);
            (below + up_to) as f64 / 2.0
        });
        wins.sum::<f64>() / (places.len() * places.len()) as f64
    };
    let all: Vec<usize> = (0..assisted.len()).collect();
    let mut random = Random::seeded(seed);
    let mut draws: Vec<f64> = (0..REPLICATES)
        .map(|_| {
            let drawn: Vec<usize> = all.iter().map(|_| random.below(all.len())).collect();
            of(&drawn)
        })
        .collect();
    draws.sort_by(f64::total_cmp);
    let value = of(&all);
    Area {
        value,
        low: draws[REPLICATES / 40].min(value),
        high: draws[REPLICATES - 1 - REPLICATES / 40].max(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_by_hand() {
        let none = area(&[1.0, 2.0, 3.0], &[1.0, 2.0, 3.0], 1);
        assert_eq!(none.value, 0.5);
        let all = area(&[4.0, 5.0, 6.0], &[1.0, 2.0, 3.0], 1);
        assert_eq!((all.value, all.low, all.high), (1.0, 1.0, 1.0));
        // 2 beats 1, ties with 2, loses to 3; 3.5 beats all; 0 beats none.
        let some = area(&[2.0, 3.5, 0.0], &[1.0, 2.0, 3.0], 1);
        assert!((some.value - 4.5 / 9.0).abs() < 1e-12);
        assert!(some.low < some.value && some.value < some.high);
    }
}

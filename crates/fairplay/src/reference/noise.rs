//! How often a move looks better than the engine's own choice where it cannot be:
//! in games of the engine against itself with fewer nodes.
//!
//! Counted among moves that were not first choices, for only these can be better.
//! Start with `Noise::at_least`.

use serde::{Deserialize, Serialize};

use crate::figures::{GAIN_STEPS_CP, GainShare, GameReport, Share};

/// A move is marked as better than the first choice only from this gain on, in
/// centipawns.
pub const REMARKABLE_CP: i32 = 50;
/// Of moves that cannot be better, at most one in so many gains what is marked.
const NOISE_RARITY: u64 = 100;

/// Gains of moves that cannot be better than the first choice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Noise {
    /// Counted moves that were not first choices.
    pub of: u64,
    /// Of those, what moves that looked better gained, in centipawns.
    pub gains: Vec<i32>,
    /// The smaller gain of both passes, where the second one saw a gain too.
    pub agreed: Vec<i32>,
}

/// What reports say of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NoiseNote {
    /// How many of its moves looked better by how much.
    pub gains: Vec<GainShare>,
    /// From this gain on, seen by both passes, a move is marked as better than the
    /// first choice, in centipawns.
    pub remarkable_cp: i32,
}

impl Noise {
    /// Adds a game of the engine against itself: by the main pass and by the second.
    pub fn add(&mut self, main: &GameReport, second: &GameReport) {
        for (mv, again) in main.moves.iter().zip(&second.moves) {
            let Some(facts) = mv.verdict.counted().filter(|facts| !facts.is_first_choice) else {
                continue;
            };
            self.of += 1;
            let Some(gain) = facts.gain_cp() else {
                continue;
            };
            self.gains.push(gain);
            let other = again
                .verdict
                .facts
                .as_ref()
                .and_then(|facts| facts.gain_cp());
            self.agreed.extend(other.map(|other| other.min(gain)));
        }
    }

    /// How many of the moves gained at least so much, in centipawns.
    pub fn at_least(&self, cp: i32) -> Option<Share> {
        let count = self.gains.iter().filter(|&&gain| gain >= cp).count();
        Share::of(count as u64, self.of)
    }

    /// The least gain, in centipawns, that at most one in a hundred of these moves has
    /// by both passes, and never less than [`REMARKABLE_CP`].
    pub fn remarkable_cp(&self) -> i32 {
        let mut agreed = self.agreed.clone();
        agreed.sort_unstable_by(|a, b| b.cmp(a));
        let allowed = usize::try_from(self.of / NOISE_RARITY).unwrap_or(usize::MAX);
        let beyond = agreed
            .get(allowed)
            .map_or(0, |&gain| gain.saturating_add(1));
        beyond.max(REMARKABLE_CP)
    }

    /// What reports say of it; nothing where there were no moves.
    pub fn note(&self) -> Option<NoiseNote> {
        let share = |at_least_cp: i32| {
            self.at_least(at_least_cp)
                .map(|share| GainShare { at_least_cp, share })
        };
        Some(NoiseNote {
            gains: GAIN_STEPS_CP
                .into_iter()
                .map(share)
                .collect::<Option<_>>()?,
            remarkable_cp: self.remarkable_cp(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_in_a_hundred_reaches_is_noise() {
        let noise = |of, agreed: &[i32]| Noise {
            of,
            gains: vec![10, 20, 60],
            agreed: agreed.to_vec(),
        };
        // Two of 200 may reach it, the third may not.
        assert_eq!(noise(200, &[90, 70, 80, 10]).remarkable_cp(), 71);
        assert_eq!(noise(200, &[90, 70]).remarkable_cp(), REMARKABLE_CP);
        assert_eq!(noise(99, &[90, 70]).remarkable_cp(), 91);
        assert_eq!(noise(99, &[30]).remarkable_cp(), REMARKABLE_CP);
        assert_eq!(noise(200, &[]).at_least(20), Share::of(2, 200));
        let note = noise(200, &[]).note().unwrap();
        assert_eq!(note.gains[0].at_least_cp, 10);
        assert_eq!(note.gains[0].share.count, 3);
        assert!(Noise::default().note().is_none());
    }
}

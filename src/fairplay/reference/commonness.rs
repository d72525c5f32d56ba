//! How common a player's figures are among those of honest players.

use std::collections::BTreeMap;

use serde::Serialize;

use super::reference::Reference;
use crate::fairplay::figures::{Agreement, Share, Sums};

/// A reference sample has at least this part of the moves it stands for.
const LEAST_PART: u64 = 2;
/// So many samples are needed to say how common something is.
pub const SAMPLES_GATE: usize = 100;
/// Of fewer games with as many counted moves as a game's figures need nothing is
/// said of a player: one game names nobody.
pub const COMMON_GAMES: u64 = 3;

/// How common figures like a player's are among reference players.
///
/// Samples are games of one reference player put together, in their order, until
/// they have about as many counted moves as the player looked at, and never more:
/// fewer moves spread wider, so that chance is rather over- than underestimated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Commonness {
    /// A sample has at most so many counted moves, and at least half of them.
    pub sample_moves: u64,
    /// Samples with as many first choices (MM) as he, or more.
    pub first_choice: Share,
    /// Samples with a CV as high or higher.
    pub equal: Share,
    /// Samples with an AE as low or lower.
    pub average_error: Share,
    /// Samples with an ACPL as low or lower.
    pub capped_loss: Share,
    /// How many players were looked at.
    pub looked_at: u64,
    /// At most how many of them are expected to show by chance, in any of the four,
    /// what is the rarest here: four times the upper end of its interval, and the
    /// players looked at.
    pub expected_by_chance: f64,
}

impl Commonness {
    /// How common figures of `sums` are in `reference`; nothing of fewer than [`COMMON_GAMES`]
    /// games or moves than `gate`, or without enough samples.
    pub fn of(sums: &Sums, gate: u64, looked_at: u64, reference: &Reference) -> Option<Commonness> {
        let mine = sums.agreement();
        if sums.games_with_enough() < COMMON_GAMES || mine.moves < gate {
            return None;
        }
        let players = reference.by_player();
        let mut most = mine.moves;
        let samples = loop {
            let samples = samples(&players, most);
            if samples.len() >= SAMPLES_GATE {
                break samples;
            }
            most = most * 9 / 10;
            if most < gate {
                return None;
            }
        };
        let share = |is_as_far: &dyn Fn(&Agreement) -> bool| {
            let count = samples.iter().filter(|sample| is_as_far(sample)).count();
            Share::of(count as u64, samples.len() as u64)
        };
        // Shares and means of different numbers of moves, compared without rounding.
        let above = |theirs: u64, their_moves: u64, own: u64| {
            u128::from(theirs) * u128::from(mine.moves) >= u128::from(own) * u128::from(their_moves)
        };
        let below = |theirs: u64, their_moves: u64, own: u64| {
            u128::from(theirs) * u128::from(mine.moves) <= u128::from(own) * u128::from(their_moves)
        };
        let first_choice = share(&|s| above(s.first_choice, s.moves, mine.first_choice))?;
        let equal = share(&|s| above(s.equal, s.moves, mine.equal))?;
        let average_error = share(&|s| below(s.loss_cp, s.moves, mine.loss_cp))?;
        let capped_loss = share(&|s| below(s.capped_loss_cp, s.moves, mine.capped_loss_cp))?;
        let rarest = [first_choice, equal, average_error, capped_loss]
            .iter()
            .map(|share| share.high)
            .fold(1.0, f64::min);
        // As many as there are figures to be rare in: who shows any one of them as
        // rare is counted, and they cannot be more than this.
        let by_any = (4.0 * rarest).min(1.0);
        Some(Commonness {
            sample_moves: most,
            first_choice,
            equal,
            average_error,
            capped_loss,
            looked_at,
            expected_by_chance: by_any * looked_at as f64,
        })
    }
}

/// Games of one player put together in their order, as long as they have at most
/// so many moves.
fn samples(players: &BTreeMap<u64, Vec<Agreement>>, most: u64) -> Vec<Agreement> {
    let mut samples = Vec::new();
    for games in players.values() {
        let mut sum = Agreement::default();
        for game in games {
            if sum.moves + game.moves > most {
                samples.push(std::mem::take(&mut sum));
            }
            if game.moves <= most {
                sum.merge(game);
            }
        }
        samples.push(sum);
    }
    samples.retain(|sample| sample.moves * LEAST_PART >= most);
    samples
}

#[cfg(test)]
#[path = "commonness_tests.rs"]
mod tests;

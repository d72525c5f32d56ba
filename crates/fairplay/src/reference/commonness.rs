//! How rare a player's figures are among average players from before 1990.
//!
//! That is what it says and no more: a strong honest player is rare there, and so is
//! one whose games follow preparation that no book was given for. Start with
//! `Commonness::of`.

use serde::Serialize;

use super::reference::Reference;
use crate::figures::{Agreement, Share, Sums};

/// A reference sample must have at least the number of moves it is compared with divided by this:
/// half of them.
const LEAST_PART: u64 = 2;
/// So many samples, each of another player, are needed to say how common something is.
pub const SAMPLES_GATE: usize = 100;
/// Of fewer games with as many counted moves as a game's figures need nothing is
/// said of a player: one game names nobody.
pub const COMMON_GAMES: u64 = 3;

/// How common figures like a player's are among reference players.
///
/// A sample is one reference player: his games put together, in their order, until
/// they have about as many counted moves as the player looked at, and never more: fewer
/// moves spread wider, so that rareness is rather under- than overestimated. Every
/// player is one sample, so that samples are independent of each other, as the intervals
/// take them to be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Commonness {
    /// A sample has at most so many counted moves, and at least half of them.
    pub sample_moves: u64,
    /// Reference players with as many first choices (MM) as he, or more.
    pub first_choice: Share,
    /// Reference players with a CV as high or higher.
    pub equal: Share,
    /// Reference players with an AE as low or lower.
    pub average_error: Share,
    /// Reference players with an ACPL as low or lower.
    pub capped_loss: Share,
    /// How many players were compared with the reference: those of the report with
    /// enough games and moves, and all who were looked at elsewhere.
    pub compared: u64,
    /// If all of them were average players from before 1990, at most so many would
    /// be expected to show, in any of the four figures, what is the rarest here: four
    /// times the upper end of its interval, and the players compared.
    pub expected_if_average: f64,
}

impl Commonness {
    /// Whether a player has enough games, and moves, at least `gate`, to be compared.
    pub fn is_due(sums: &Sums, gate: u64) -> bool {
        sums.games_with_enough() >= COMMON_GAMES && sums.agreement().moves >= gate
    }

    /// How common figures of `sums` are in `reference`; nothing of fewer than [`COMMON_GAMES`]
    /// games or moves than `gate`, or without enough samples.
    pub fn of(sums: &Sums, gate: u64, compared: u64, reference: &Reference) -> Option<Commonness> {
        if !Commonness::is_due(sums, gate) {
            return None;
        }
        let mine = sums.agreement();
        let players = reference.by_player();
        let mut most = mine.moves;
        let samples = loop {
            let samples: Vec<Agreement> = players
                .values()
                .filter_map(|games| sample(games, most))
                .collect();
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
            u128::from(theirs) * u128::from(mine.certain())
                <= u128::from(own) * u128::from(their_moves)
        };
        let first_choice = share(&|s| above(s.first_choice, s.moves, mine.first_choice))?;
        let equal = share(&|s| above(s.equal, s.moves, mine.equal))?;
        let average_error = share(&|s| below(s.loss_cp, s.certain(), mine.loss_cp))?;
        let capped_loss = share(&|s| below(s.capped_loss_cp, s.certain(), mine.capped_loss_cp))?;
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
            compared,
            expected_if_average: by_any * compared as f64,
        })
    }
}

/// The first games of a player put together, as long as they have at most so many moves;
/// nothing of fewer than half of them.
fn sample(games: &[Agreement], most: u64) -> Option<Agreement> {
    let mut sum = Agreement::default();
    for game in games {
        // A game too long for what is left gives way to the next ones.
        if sum.moves + game.moves <= most {
            sum.merge(game);
        }
    }
    (sum.moves > 0 && sum.moves * LEAST_PART >= most).then_some(sum)
}

#[cfg(test)]
#[path = "commonness_tests.rs"]
mod tests;

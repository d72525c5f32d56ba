//! A player less his opponents in the same games.
//!
//! What a game does to both, its opening, its length, its sharpness, drops out: each
//! game is drawn again with both sides together. Start with `Differences::of`.

use serde::Serialize;

use super::figures::Figures;
use super::game_numbers::{MoveList, column};
use super::moments::{Mean, Share};
use super::replicates::Replicates;
use super::tally::TallyNumber;
use crate::facts::Denominator;
use plumb_stats::statistics::middle_95;

/// A figure of a player less that of his opponents.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The player's less his opponents'.
    pub value: f64,
    /// The lower end of the interval over games, which are drawn with both sides
    /// together; never narrower than if all moves were independent.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Figures of a player less those of his opponents in the same games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Differences {
    /// Games with counted moves: those of the player, or of his opponents where these are more.
    pub games: u64,
    /// MM, as shares.
    pub first_choice: Option<Difference>,
    /// CV, as shares.
    pub equal: Option<Difference>,
    /// AE, in centipawns.
    pub average_error_cp: Option<Difference>,
    /// ACPL, in centipawns.
    pub capped_loss_cp: Option<Difference>,
    /// Accuracy, in points of 100.
    pub accuracy: Option<Difference>,
    /// Partial credit, as shares.
    pub partial_credit: Option<Difference>,
}

/// A figure with its interval over moves; none where nothing was seen of how it spreads.
type Known = (f64, Option<[f64; 2]>);

fn share(share: &Share) -> Known {
    (share.share, Some([share.low, share.high]))
}

fn mean(mean: &Mean) -> Known {
    let ends = mean.low.zip(mean.high).map(|(low, high)| [low, high]);
    (mean.mean, ends)
}

/// The interval of a difference of independent figures, from those of both (R. G. Newcombe,
/// 1998).
fn over_moves(own: Known, theirs: Known) -> [f64; 2] {
    let sides = |known: Known| {
        known
            .1
            .map_or([0.0; 2], |[low, high]| [known.0 - low, high - known.0])
    };
    let ([own_down, own_up], [their_down, their_up]) = (sides(own), sides(theirs));
    let value = own.0 - theirs.0;
    [
        value - own_down.hypot(their_up),
        value + own_up.hypot(their_down),
    ]
}

impl Differences {
    /// Of figures whose intervals are still over moves, and of the games of both. Nothing
    /// where either is withheld or where there is one game.
    pub fn of(
        player: (&Figures, &Replicates),
        opponents: (&Figures, &Replicates),
    ) -> Option<Differences> {
        let (own, theirs) = (player.0.counted()?, opponents.0.counted()?);
        let list = MoveList::Divided(Denominator::Counted);
        let moves = column(list, TallyNumber::Moves);
        let difference = |number, own: Known, theirs: Known| {
            let over = match number {
                TallyNumber::Top(_) | TallyNumber::Equal | TallyNumber::Credit => moves,
                _ => column(list, TallyNumber::Certain),
            };
            let of = |all: &Replicates| all.ratios(column(list, number), over);
            let pairs = of(player.1)?.into_iter().zip(of(opponents.1)?);
            let [low, high] = middle_95(pairs.map(|(own, theirs)| own - theirs).collect())?;
            let value = own.0 - theirs.0;
            let [least, most] = over_moves(own, theirs);
            let (low, high) = (low.min(least), high.max(most));
            (low < high).then_some(Difference { value, low, high })
        };
        let games = player.1.games(moves).max(opponents.1.games(moves));
        Some(Differences {
            games: games.into(),
            first_choice: difference(
                TallyNumber::Top(0),
                share(&own.first_choice),
                share(&theirs.first_choice),
            ),
            equal: difference(TallyNumber::Equal, share(&own.equal), share(&theirs.equal)),
            average_error_cp: difference(
                TallyNumber::Loss,
                mean(&own.average_error_cp),
                mean(&theirs.average_error_cp),
            ),
            capped_loss_cp: difference(
                TallyNumber::CappedLoss,
                mean(&own.capped_loss_cp),
                mean(&theirs.capped_loss_cp),
            ),
            accuracy: difference(
                TallyNumber::Accuracy,
                mean(&own.accuracy),
                mean(&theirs.accuracy),
            ),
            partial_credit: difference(
                TallyNumber::Credit,
                mean(&own.partial_credit),
                mean(&theirs.partial_credit),
            ),
        })
    }
}

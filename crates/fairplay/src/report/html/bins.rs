//! How first choices and losses are spread over the moves of a game, by move number.

use serde_json::{Value, json};

use super::estimates;
use crate::facts::SMALL_LOSS_CP;
use crate::figures::{GAME_GATE, GameReport, Share};

/// Move numbers in a bin.
const WIDTH: usize = 5;
/// The last bin takes all later moves.
const BINS: usize = 16;

/// Counted moves of a bin and what is known of them.
#[derive(Clone, Copy, Debug, Default)]
struct Bin {
    counted: u64,
    first: u64,
    loss: u64,
}

/// All bins, of a player or of everybody.
#[derive(Clone, Debug, Default)]
pub(super) struct Bins([Bin; BINS]);

/// The number of a game's first move, and whether Black makes it.
pub(super) fn first_move(report: &GameReport) -> (usize, bool) {
    let mut fields = report
        .start_fen
        .as_deref()
        .unwrap_or_default()
        .split(' ')
        .skip(1);
    let is_black = fields.next() == Some("b");
    let number = fields.nth(3).and_then(|number| number.parse().ok());
    (number.unwrap_or(1), is_black)
}

impl Bins {
    /// Adds the counted moves of a side of a game.
    pub(super) fn add(&mut self, report: &GameReport, side: &str) {
        let (first, is_black) = first_move(report);
        for (index, mv) in report.moves.iter().enumerate() {
            if side != mv.side {
                continue;
            }
            let Some(facts) = mv.verdict.counted() else {
                continue;
            };
            let number = first.saturating_add((index + usize::from(is_black)) / 2);
            let bin = &mut self.0[(number.saturating_sub(1) / WIDTH).min(BINS - 1)];
            bin.counted += 1;
            bin.first += u64::from(facts.is_first_choice);
            bin.loss += u64::from(!facts.is_uncertain && facts.loss_cp > SMALL_LOSS_CP);
        }
    }

    /// From, to (null for the last), counted moves, then the shares of first
    /// choices and losses, withheld below the gate.
    pub(super) fn json(&self) -> Value {
        let bin = |(index, bin): (usize, &Bin)| {
            let shown = |count| {
                let share = Share::of(count, bin.counted);
                let enough = share.filter(|_| bin.counted >= GAME_GATE);
                enough.as_ref().map(estimates::share)
            };
            let to = (index + 1 < BINS).then_some((index + 1) * WIDTH);
            json!([
                index * WIDTH + 1,
                to,
                bin.counted,
                shown(bin.first),
                shown(bin.loss),
            ])
        };
        self.0.iter().enumerate().map(bin).collect()
    }
}

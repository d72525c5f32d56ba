//! How often each weight counts: what a tuner fits weights to.

use super::endgame::{Scale, ScaleReason};
use super::rows::{StageRow, TermRow};
use super::sides::Sides;
use super::stages::{self, Situation};
use super::terms::Term;
use super::trace::{NoTrace, Sink, Sums};
use super::weights::Weights;
use plumb_chess::board::Color;

/// A weight's place among all weights (see `Term::offset`), and how often it
/// counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coefficient {
    /// `Term::offset` plus the slot.
    pub weight: u16,
    /// White's count less Black's; for king danger, the count of one king.
    pub count: i16,
}

/// Everything about a position's evaluation but the weights: the counts of all
/// terms, sparse, and what the stages need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coefficients {
    /// Terms that count in centipawns.
    pub linear: Vec<Coefficient>,
    /// Terms of king danger, for each king.
    pub danger: Sides<Vec<Coefficient>>,
    /// What the stages would leave of an advantage of each side.
    pub scales: Sides<Scale>,
    pub(super) situation: Situation,
}

impl Default for Coefficients {
    fn default() -> Coefficients {
        let full = Scale {
            endgame: 128,
            whole: 128,
            reason: ScaleReason::None,
        };
        Coefficients {
            linear: Vec::new(),
            danger: Sides::default(),
            scales: Sides::from_fn(|_| full),
            situation: Situation {
                phase: 0,
                turn: Color::White,
                halfmove_clock: 0,
            },
        }
    }
}

impl Sink for Coefficients {
    fn term(&mut self, row: TermRow) {
        if row.count == 0 {
            return;
        }
        let weight = (row.term.offset() + row.slot) as u16;
        let count = row.count as i16;
        if row.term.is_danger() {
            self.danger[row.side].push(Coefficient { weight, count });
        } else {
            let count = row.side.fold(count, -count);
            self.linear.push(Coefficient { weight, count });
        }
    }

    fn stage(&mut self, _: StageRow) {}
}

impl Coefficients {
    /// How much of the middlegame is left, in 24ths.
    pub fn phase(&self) -> i32 {
        self.situation.phase
    }

    /// Whose move it is.
    pub fn turn(&self) -> Color {
        self.situation.turn
    }

    /// The score in centipawns that these counts give with these weights, from
    /// the side to move's view: what the evaluator gives for the position.
    pub fn score(&self, weights: &Weights) -> i32 {
        let mut sums = Sums::default();
        let value = |c: &Coefficient| weights.terms[c.weight as usize] * i32::from(c.count);
        for coefficient in &self.linear {
            sums.balance += value(coefficient);
        }
        for side in Color::ALL {
            for coefficient in &self.danger[side] {
                sums.danger[side] += value(coefficient);
            }
        }
        let scale = |strong| self.scales[strong];
        let score = stages::finish(sums, self.situation, scale, weights, &mut NoTrace);
        self.situation.turn.fold(score, -score)
    }

    /// One entry for each weight, in order, and none that cancels out.
    pub(super) fn compact(&mut self) {
        compact(&mut self.linear);
        for side in Color::ALL {
            compact(&mut self.danger[side]);
        }
    }
}

fn compact(list: &mut Vec<Coefficient>) {
    list.sort_by_key(|coefficient| coefficient.weight);
    list.dedup_by(|next, kept| {
        let same = next.weight == kept.weight;
        if same {
            kept.count += next.count;
        }
        same
    });
    list.retain(|coefficient| coefficient.count != 0);
}

/// The term and slot of a weight's place; nothing beyond the last.
pub fn weight_owner(weight: usize) -> Option<(Term, usize)> {
    let fits = |term: &&Term| weight < term.offset() + term.slots().len();
    let term = *Term::ALL.iter().find(fits)?;
    Some((term, weight - term.offset()))
}

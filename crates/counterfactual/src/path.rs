//! The exact test on the board: how good each of the suspect's moves is beside all the moves of
//! its own position.
//!
//! No line is drawn and nothing is assumed about the opponent. At each decision that was really
//! on the board the law of the loss C under the policy is known, as all moves are scored. So
//! u = P(C < c) + V P(C = c), with V even on 0..1, is even on 0..1 under the policy, and those of
//! different decisions are independent; −2 Σ ln u has a chi-squared law with two degrees for each.

use super::tree::{LineTree, TreeError};
use plumb_support::random::Random;

/// One of the suspect's decisions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathDecision {
    /// The ply of the line, from 0.
    pub ply: usize,
    /// What the suspect's move lost, in centipawns.
    pub loss: u32,
    /// The chance, 0 to 1, that a move of the policy in this position loses less.
    pub less: f64,
    /// The chance, 0 to 1, that a move of the policy loses exactly as much.
    pub equal: f64,
    /// The randomised p-value of this decision, above 0 and at most 1: `less` plus a random part
    /// of `equal`. Uniform under the policy; small for moves that are better than most.
    pub u: f64,
}

impl PathDecision {
    /// How likely the policy loses as much or less: what u is at most.
    pub fn at_most(&self) -> f64 {
        (self.less + self.equal).min(1.0)
    }
}

/// The suspect's decisions along the line of these choices, with V drawn from `random`. Where
/// `instead` is given, he is taken to have made its choices in the same positions.
pub fn path_decisions<T: LineTree>(
    tree: &mut T,
    choices: &[u16],
    instead: Option<&[u16]>,
    random: &mut Random,
) -> Result<Vec<PathDecision>, TreeError> {
    let mut state = tree.root();
    let mut decisions = Vec::new();
    for (ply, &choice) in choices.iter().enumerate() {
        if tree.is_suspects(ply) {
            let shares = tree.shares(&state)?;
            let made = instead.map_or(choice, |instead| instead[ply]);
            let loss = tree.loss(&state, made)?;
            let (mut less, mut equal) = (0.0, 0.0);
            for (other, &share) in (0..).zip(shares.iter()) {
                let of_other = tree.loss(&state, other)?;
                if of_other < loss {
                    less += share;
                } else if of_other == loss {
                    equal += share;
                }
            }
            // Never 0, which no logarithm takes.
            let v = 1.0 - random.unit();
            decisions.push(PathDecision {
                ply,
                loss,
                less,
                equal,
                u: (less + v * equal).min(1.0),
            });
        }
        if ply + 1 < choices.len() {
            state = tree.child(&state, choice)?;
        }
    }
    Ok(decisions)
}

//! Independent lines: `iid` from the policy, `reject` from the policy times exp(−β CPL).
//!
//! Both are exact. A dead line is drawn again and counted. `reject` lets each of the suspect's
//! moves survive with the probability exp(−β CPL(m)) and begins anew otherwise, so that a whole
//! line survives with exp(−β CPL).

use super::draw::Draw;
use super::line::Line;
use super::tree::{LineTree, TreeError};
use plumb_support::random::Random;

/// The most lines that may be begun for a sample of independent lines, and so for one line of it:
/// beyond that it is given up.
pub const MOST_STARTS: u64 = 1_000_000;

/// An independent line and how many lines were begun for it.
pub fn independent_draw<T: LineTree>(
    tree: &mut T,
    beta: f64,
    random: &mut Random,
) -> Result<(Draw, u64), TreeError> {
    if beta == 0.0 {
        let (mut line, starts) = Line::draw_alive(tree, random)?;
        return Ok((Draw::of(tree, &mut line)?, starts));
    }
    for starts in 1..=MOST_STARTS {
        if let Some(mut line) = surviving_line(tree, beta, random)? {
            return Ok((Draw::of(tree, &mut line)?, starts));
        }
    }
    Err(TreeError::GaveUp(MOST_STARTS))
}

/// A line from the policy all of whose suspect's moves survive; nothing if one does not, or it
/// is dead. Moves are drawn and tried one by one, so that a line that fails early costs little.
fn surviving_line<T: LineTree>(
    tree: &mut T,
    beta: f64,
    random: &mut Random,
) -> Result<Option<Line>, TreeError> {
    let mut state = tree.root();
    let mut choices = Vec::with_capacity(tree.plies());
    while choices.len() < tree.plies() {
        if tree.is_over(&state) {
            return Ok(None);
        }
        let shares = tree.shares(&state)?;
        let Some(choice) = super::line::drawn(&shares, None, random) else {
            return Ok(None);
        };
        if tree.is_suspects(choices.len()) {
            let loss = tree.loss(&state, choice)?;
            if !random.happens(libm::exp(-beta * f64::from(loss))) {
                return Ok(None);
            }
        }
        choices.push(choice);
        if choices.len() < tree.plies() {
            state = tree.child(&state, choice)?;
        }
    }
    Line::of_choices(tree, &choices)
}

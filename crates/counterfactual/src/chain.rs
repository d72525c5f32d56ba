//! Markov chains over lines.

use std::sync::atomic::{AtomicBool, Ordering};

use super::draw::{Chain, Draw};
use super::kernel::Kernel;
use super::line::Line;
use super::target::Target;
use super::tree::{LineTree, TreeError};
use plumb_support::random::Random;

/// How a chain runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainPlan {
    /// The law that it draws from in the end.
    pub target: Target,
    /// How it proposes lines.
    pub kernel: Kernel,
    /// Steps that do not count.
    pub burn_in: u64,
    /// Steps after these; the line after each is a draw.
    pub draws: usize,
}

impl ChainPlan {
    /// Runs a chain from a line of the policy; until it is done, or with what there is when
    /// stopped. `advance` hears of each step.
    pub fn run<T: LineTree>(
        &self,
        tree: &mut T,
        random: &mut Random,
        stop: &AtomicBool,
        advance: &mut dyn FnMut(),
    ) -> Result<Chain, TreeError> {
        let mut chain = Chain::default();
        let mut line = match Line::draw_alive(tree, random) {
            Ok((line, _)) => line,
            Err(TreeError::Stopped) => return Ok(chain),
            Err(error) => return Err(error),
        };
        let steps = self.burn_in + self.draws as u64;
        while chain.tries < steps && !stop.load(Ordering::Relaxed) {
            let is_accepted = match self.kernel.step(tree, self.target, &mut line, random) {
                Ok(is_accepted) => is_accepted,
                Err(TreeError::Stopped) => break,
                Err(error) => return Err(error),
            };
            chain.accepted += u64::from(is_accepted);
            chain.tries += 1;
            if chain.tries > self.burn_in {
                match Draw::of(tree, &mut line) {
                    Ok(draw) => chain.draws.push(draw),
                    Err(TreeError::Stopped) => break,
                    Err(error) => return Err(error),
                }
            }
            advance();
        }
        Ok(chain)
    }

    /// Makes so many steps from a line.
    pub fn steps<T: LineTree>(
        &self,
        tree: &mut T,
        mut line: Line,
        count: u64,
        random: &mut Random,
    ) -> Result<Line, TreeError> {
        for _ in 0..count {
            self.kernel.step(tree, self.target, &mut line, random)?;
        }
        Ok(line)
    }
}

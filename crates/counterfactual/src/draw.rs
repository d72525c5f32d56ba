//! What a sampler gives: lines with what the suspect loses in them.

use super::line::Line;
use super::tree::{LineTree, TreeError};

/// A line that was drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Draw {
    /// Its choices.
    pub choices: Vec<u16>,
    /// The suspect's losses added up, in centipawns.
    pub cpl: u32,
    /// The logarithm of the policy's chance of it.
    pub ln_policy: f64,
}

impl Draw {
    /// Of a line, whose loss is looked up.
    pub fn of<T: LineTree>(tree: &mut T, line: &mut Line) -> Result<Draw, TreeError> {
        Ok(Draw {
            cpl: line.cpl(tree)?,
            choices: line.choices.clone(),
            ln_policy: line.ln_policy(),
        })
    }
}

/// Draws of one chain, or of one of several equal parts of a sample.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chain {
    /// What counts, in order.
    pub draws: Vec<Draw>,
    /// Steps, or lines begun, those before the first draw included.
    pub tries: u64,
    /// How many of them brought a new line.
    pub accepted: u64,
}

impl Chain {
    /// The part of tries that brought a new line, 0 to 1.
    pub fn acceptance_rate(&self) -> f64 {
        self.accepted as f64 / self.tries.max(1) as f64
    }
}

//! The tree of lines that a window could have had, as samplers see it: choices with shares,
//! and what each of the suspect's choices loses.
//!
//! Samplers know nothing of chess: they are proved on small trees that can be counted out, and
//! `PositionTree` is the one that games have. A choice is its index among the legal moves of its
//! position, in the order of the move list.

use std::sync::Arc;

use super::policy::PolicyError;
use plumb_engine::search::OutOfMemory;
use plumb_support::wording::{say, text};

/// Lines of a fixed number of plies from one position.
pub trait LineTree {
    /// A position on the way.
    type State: Clone;

    /// How many plies a line has.
    fn plies(&self) -> usize;

    /// Where lines begin.
    fn root(&self) -> Self::State;

    /// Whether nothing can be played from here: a line that gets here early is dead.
    fn is_over(&self, state: &Self::State) -> bool;

    /// The share, above 0, of each choice; they sum to one. Never asked where it is over.
    fn shares(&mut self, state: &Self::State) -> Result<Arc<[f64]>, TreeError>;

    /// Where a choice leads.
    fn child(&mut self, state: &Self::State, choice: u16) -> Result<Self::State, TreeError>;

    /// Whether the suspect makes the choice at this ply of the line, from 0.
    fn is_suspects(&self, ply: usize) -> bool;

    /// What a choice of the suspect loses, in centipawns.
    fn loss(&mut self, state: &Self::State, choice: u16) -> Result<u32, TreeError>;
}

/// Why lines cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// The policy has no answer.
    #[error(transparent)]
    Policy(PolicyError),
    /// No memory for a table.
    #[error(transparent)]
    NoMemory(#[from] OutOfMemory),
    /// So many lines in a row were dead.
    #[error("{}", say!(tree.dead, count = .0))]
    AllDead(u64),
    /// So many starts brought fewer lines than were asked for.
    #[error("{}", say!(tree.few_lines, starts = .0))]
    GaveUp(u64),
    /// Somebody asked to stop.
    #[error("{}", text!(tree.stopped))]
    Stopped,
}

impl From<PolicyError> for TreeError {
    fn from(error: PolicyError) -> TreeError {
        match error {
            PolicyError::Stopped => TreeError::Stopped,
            error => TreeError::Policy(error),
        }
    }
}

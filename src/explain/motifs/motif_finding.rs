//! A motif that a line has.

use super::motif::Motif;
use crate::board::Square;

/// A motif, and which men make it and are hit by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MotifFinding {
    /// Which motif.
    pub motif: Motif,
    /// Which move of the line makes it, from 0; the hero's are 0, 2, 4 and so on.
    pub index: usize,
    /// Where the man that does it stands after that move.
    pub actor: Square,
    /// What is hit, as it stands after that move, the most valuable first.
    pub targets: Vec<Square>,
    /// The square that the motif works through: a pinned man's shelter, the guard that
    /// is removed, the square that is blocked or cleared.
    pub through: Option<Square>,
}

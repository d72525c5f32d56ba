//! A motif that a line has.

use super::line::landing;
use super::motif::Motif;
use plumb_chess::board::{Move, Position, Square};

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

impl MotifFinding {
    /// Zugzwang after `mv` in the position `before` it, move `index` of the line: what
    /// searches have found, as a finding like the others.
    pub(in crate::explain) fn zugzwang(before: &Position, mv: Move, index: usize) -> MotifFinding {
        MotifFinding {
            motif: Motif::Zugzwang,
            index,
            actor: landing(before, mv),
            targets: vec![before.king(!before.turn())],
            through: None,
        }
    }
}

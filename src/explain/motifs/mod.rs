//! Motifs of a line: which moves make one, with whom, against what.

use crate::board::{Move, Position, Square};

/// A tactical motif.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Motif {
    /// One piece attacks several.
    Fork,
    /// The piece in front goes, and the one behind is taken.
    Skewer,
}

impl Motif {
    /// What players call it.
    pub fn name(self) -> &'static str {
        match self {
            Motif::Fork => "fork",
            Motif::Skewer => "skewer",
        }
    }

    /// Its name in data.
    pub fn key(self) -> &'static str {
        self.name()
    }
}

/// A motif that a move of a line makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MotifFinding {
    /// Which motif.
    pub motif: Motif,
    /// The move that makes it, counted from 0.
    pub index: usize,
    /// Where the piece that does it stands after that move.
    pub actor: Square,
    /// What it is done to.
    pub targets: Vec<Square>,
    /// What it is done through, for motifs on a ray.
    pub through: Option<Square>,
}

/// The motifs of the side to move in `start` along a line, in the order of moves.
pub fn find_motifs(_start: &Position, _line: &[Move]) -> Vec<MotifFinding> {
    Vec::new()
}

/// The same with the opponent's move that led to the line, made in `before`.
pub fn find_motifs_after(_before: &Position, _reply: Move, _line: &[Move]) -> Vec<MotifFinding> {
    Vec::new()
}

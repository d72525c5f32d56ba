//! Why a move is good or bad, in words that are true: motifs of lines.
//!
//! Nothing here searches by itself or prints. Start with `motifs`.

mod motifs;

pub use motifs::{
    Motif, MotifAgreement, MotifCount, MotifFinding, Puzzle, PuzzleError, PuzzleHalf, find_motifs,
    find_motifs_after, read_puzzles,
};

//! Motifs: what makes a line work, found by rules that are written down.
//!
//! A motif is more than a shape on the board: the move makes it, its man cannot simply be
//! taken, and it pays. docs/explain_motifs.md has the rules in words. Start with
//! [`find_motifs()`]; each family of motifs has a file, and all of them look at one `Line`.
//! Zugzwang needs searches: `zugzwang`, beside this folder, finds it.

mod agreement;
mod captures;
mod disagreement;
mod discovery;
mod exchange;
mod find_motifs;
mod fork;
mod intermezzo;
mod line;
mod lines_of_force;
mod lures;
mod mates;
mod motif;
mod motif_finding;
mod overloading;
mod plans;
mod puzzle;
mod rays;
mod special_moves;

pub use agreement::{MotifAgreement, MotifCount};
pub use disagreement::MotifDisagreement;
pub use find_motifs::{find_motifs, find_motifs_after};
pub use motif::Motif;
pub use motif_finding::MotifFinding;
pub use puzzle::{Puzzle, PuzzleError, PuzzleHalf, read_puzzles};

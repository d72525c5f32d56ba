//! A player beside his opponents and everybody else.

use serde::Serialize;

use super::differences::Differences;
use super::figures::Figures;

/// A player beside his opponents and everybody else.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// His own figures.
    pub player: Figures,
    /// Those of his opponents in the same games.
    pub opponents: Figures,
    /// Those of everybody but him, his opponents among them.
    pub field: Figures,
    /// His figures less those of his opponents, paired by game; none where either are
    /// withheld.
    pub less_opponents: Option<Differences>,
}

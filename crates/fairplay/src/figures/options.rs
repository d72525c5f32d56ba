//! How figures are made of sums.

use crate::facts::RuleSet;

/// How many places of the list T1 to T5 look at.
pub const PLACES: usize = 5;

/// How figures are made of sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureOptions {
    /// By which rules moves were left out; decides what is divided by.
    pub rules: RuleSet,
    /// How many lines the multi-line pass had: T beyond them are not known.
    pub lines: usize,
}

impl Default for FigureOptions {
    fn default() -> FigureOptions {
        FigureOptions {
            rules: RuleSet::default(),
            lines: PLACES,
        }
    }
}

//! How hard the best move was to find: numbers first, then a word for them.

use super::alternatives::Alternatives;
use super::course::Course;

/// How hard a position was for its player, as far as a search can tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// The depth from which the search kept to its final choice, in plies.
    pub depth_needed: u32,
    /// How often the choice changed.
    pub swings: usize,
    /// How far the best is ahead of the next, in centipawns; none if nothing
    /// else is legal.
    pub gap_cp: Option<i32>,
    /// For each depth of the multi-line pass, how many moves were plausible.
    pub plausible: Vec<(u32, usize)>,
    /// All that in a word.
    pub grade: Grade,
}

/// A word for a difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Grade {
    /// There is only one legal move.
    Only,
    /// The first few plies show it, and nothing else comes near.
    Obvious,
    /// Some calculation shows it.
    Findable,
    /// It takes a deep search.
    Deep,
}

/// Up to this depth a choice counts as seen at a glance, in plies.
pub const GLANCE_PLIES: u32 = 4;
/// Up to this depth a choice counts as findable, in plies.
pub const FINDABLE_PLIES: u32 = 9;
/// An obvious move is ahead of the next by at least this, in centipawns.
pub const OBVIOUS_GAP_CP: i32 = 50;

impl Difficulty {
    /// From how the single-line search settled and what the multi-line pass found.
    pub(super) fn of(course: &Course, alternatives: &Alternatives) -> Difficulty {
        let gap_cp = alternatives.gap_cp();
        let grade = if alternatives.legal == 1 {
            Grade::Only
        } else if course.settled_depth <= GLANCE_PLIES
            && gap_cp.is_none_or(|gap| gap >= OBVIOUS_GAP_CP)
        {
            Grade::Obvious
        } else if course.settled_depth <= FINDABLE_PLIES {
            Grade::Findable
        } else {
            Grade::Deep
        };
        Difficulty {
            depth_needed: course.settled_depth,
            swings: course.changes.len(),
            gap_cp,
            plausible: alternatives.plausible.clone(),
            grade,
        }
    }
}

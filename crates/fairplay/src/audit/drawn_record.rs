//! What is recorded of a move drawn from a game, and the searches behind it.

use crate::records::Depths;

/// What is recorded of a drawn move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawnRecord {
    /// What there was to choose from, as in the profile `screen`.
    Choice,
    /// The same, and how far the line is forced, as in the profile `screen`.
    ChoiceAndForcedLine,
    /// The evaluation at each level before and after the move, as in the profile `full`.
    Levels,
}

impl DrawnRecord {
    /// How far the searches behind it go.
    pub(super) fn depths(self) -> Depths {
        match self {
            DrawnRecord::Choice => Depths::of_choices(),
            DrawnRecord::ChoiceAndForcedLine => Depths::of_choices_and_forced_lines(),
            DrawnRecord::Levels => Depths::of_levels(),
        }
    }

    /// The name of these searches where a run has a profile.
    pub(super) fn profile(self) -> &'static str {
        match self {
            DrawnRecord::Choice => "choices",
            DrawnRecord::ChoiceAndForcedLine => "choices and forced lines",
            DrawnRecord::Levels => "levels",
        }
    }
}

//! Which ratings a policy goes by.

/// Which ratings a policy goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatingScale {
    /// Over the board at long time controls: those of other pools are made comparable.
    OverTheBoard,
    /// As the game gives them.
    AsGiven,
}

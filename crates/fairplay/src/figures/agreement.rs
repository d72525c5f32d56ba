//! How far a number of moves agree with the engine, as counts and whole sums.

/// Counts of moves that agree with the engine's first choice, and sums of what the moves lost.
/// Whole numbers: they add up to the same bytes in every order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Agreement {
    /// Counted moves.
    pub moves: u64,
    /// First choices.
    pub first_choice: u64,
    /// First choices and moves as good as the best.
    pub equal: u64,
    /// Moves whose loss is uncertain: they are not among the losses.
    pub uncertain: u64,
    /// All losses together, in centipawns.
    pub loss_cp: u64,
    /// The same with evaluations held within ±1000 centipawns.
    pub capped_loss_cp: u64,
}

impl Agreement {
    /// Counted moves whose loss is certain: those that mean losses are of.
    pub fn certain(&self) -> u64 {
        self.moves.saturating_sub(self.uncertain)
    }

    /// Adds other moves.
    pub fn merge(&mut self, other: &Agreement) {
        self.moves += other.moves;
        self.first_choice += other.first_choice;
        self.equal += other.equal;
        self.uncertain += other.uncertain;
        self.loss_cp += other.loss_cp;
        self.capped_loss_cp += other.capped_loss_cp;
    }
}

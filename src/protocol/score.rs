//! A score as a protocol reports it. It is always from the point of view of the
//! side to move in the reported position, and carries no arithmetic.

/// A score in the unit in which it was reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportedScore {
    /// Centipawns; positive is good for the side to move.
    Cp(i32),
    /// Moves (not plies) to mate: positive, the side to move mates; negative, it
    /// is mated; 0, it has been mated already.
    Mate(i32),
}

/// How a reported score relates to the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// The score itself.
    #[default]
    Exact,
    /// The true score is at least this: the search failed high.
    Lower,
    /// The true score is at most this: the search failed low.
    Upper,
}

//! Scores as the search sees them.

use std::ops::{Add, Neg, Sub};

/// The deepest ply a search can reach, root being 0.
pub const MAX_PLY: usize = 240;

/// A score from the point of view of the side to move: centipawns, or a mate
/// counted in plies from the root of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// A score as people and protocols read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreValue {
    /// Centipawns.
    Cp(i32),
    /// Mate in so many moves: the side to move mates when positive, is mated
    /// when negative, and is already mated at zero.
    Mate(i32),
}

const MATE: i32 = 32_000;

/// A won position of endgame tables, in the numbers of centipawns.
const TABLE_WIN: i32 = 30_000;

impl Score {
    /// Neither side is better.
    pub const DRAW: Score = Score(0);
    /// More than any score.
    pub const INFINITE: Score = Score(MATE + 1);
    /// The smallest score that means a forced mate.
    pub const MATE_BOUND: Score = Score(MATE - MAX_PLY as i32);
    /// The smallest score that means a won position of endgame tables, or a mate. No
    /// evaluation comes near it. Twice `MAX_PLY` lies between it and the greatest such score
    /// because an entry of the transposition table may count up to `MAX_PLY` plies from its
    /// node to the won position, and be used at a node up to `MAX_PLY` plies below the root.
    pub const TABLE_BOUND: Score = Score(TABLE_WIN - 2 * MAX_PLY as i32);
    /// The largest score that is not a mate.
    pub const MAX_CP: i32 = MATE - MAX_PLY as i32 - 1;

    /// So many centipawns, kept out of the range of mates.
    #[inline]
    pub const fn cp(centipawns: i32) -> Score {
        let limit = Score::MAX_CP;
        Score(if centipawns > limit {
            limit
        } else if centipawns < -limit {
            -limit
        } else {
            centipawns
        })
    }

    /// The side to move mates `ply` plies from the root.
    #[inline]
    pub const fn mate_in(ply: usize) -> Score {
        Score(MATE - ply as i32)
    }

    /// The side to move is mated `ply` plies from the root.
    #[inline]
    pub const fn mated_in(ply: usize) -> Score {
        Score(ply as i32 - MATE)
    }

    /// The side to move has a position `ply` plies from the root that endgame tables
    /// know as won. Shown as centipawns.
    #[inline]
    pub const fn table_win(ply: usize) -> Score {
        Score(TABLE_WIN - ply as i32)
    }

    /// True for a forced mate or a position that endgame tables know as won, whoever
    /// wins: what margins in centipawns can say nothing about.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.0 >= Score::TABLE_BOUND.0 || self.0 <= -Score::TABLE_BOUND.0
    }

    /// True when the side to move is being mated, or endgame tables know its
    /// position as lost.
    #[inline]
    pub const fn is_lost(self) -> bool {
        self.0 <= -Score::TABLE_BOUND.0
    }

    /// True for a forced mate, given or suffered.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0 >= Score::MATE_BOUND.0 || self.0 <= -Score::MATE_BOUND.0
    }

    /// True when the side to move is being mated.
    #[inline]
    pub const fn is_mated(self) -> bool {
        self.0 <= -Score::MATE_BOUND.0
    }

    /// The bare number, in centipawns unless it is a mate.
    #[inline]
    pub const fn to_int(self) -> i32 {
        self.0
    }

    /// The score with this bare number.
    #[inline]
    pub const fn from_int(value: i32) -> Score {
        Score(value)
    }

    /// For a table whose entries are shared by paths of different lengths:
    /// counts a mate, or the way to a table's win, from the node at `ply` instead
    /// of from the root.
    #[inline]
    pub const fn to_table(self, ply: usize) -> i16 {
        (if self.0 >= Score::TABLE_BOUND.0 {
            self.0 + ply as i32
        } else if self.0 <= -Score::TABLE_BOUND.0 {
            self.0 - ply as i32
        } else {
            self.0
        }) as i16
    }

    /// The reverse of `to_table`.
    #[inline]
    pub const fn from_table(value: i16, ply: usize) -> Score {
        let value = value as i32;
        Score(if value >= Score::TABLE_BOUND.0 {
            value - ply as i32
        } else if value <= -Score::TABLE_BOUND.0 {
            value + ply as i32
        } else {
            value
        })
    }

    /// Centipawns or moves to mate.
    pub const fn value(self) -> ScoreValue {
        if self.0 >= Score::MATE_BOUND.0 {
            ScoreValue::Mate((MATE - self.0 + 1) / 2)
        } else if self.0 <= -Score::MATE_BOUND.0 {
            ScoreValue::Mate(-(MATE + self.0) / 2)
        } else {
            ScoreValue::Cp(self.0)
        }
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    #[inline]
    fn add(self, centipawns: i32) -> Score {
        Score(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    #[inline]
    fn sub(self, centipawns: i32) -> Score {
        Score(self.0 - centipawns)
    }
}

impl Sub for Score {
    type Output = i32;
    #[inline]
    fn sub(self, other: Score) -> i32 {
        self.0 - other.0
    }
}

/// Whether a score is exact or only a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::Display, strum::IntoStaticStr)]
#[repr(u8)]
#[strum(serialize_all = "snake_case")]
pub enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// This is the score.
    #[default]
    Exact = 3,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_moves() {
        assert_eq!(Score::mate_in(1).value(), ScoreValue::Mate(1));
        assert_eq!(Score::mate_in(3).value(), ScoreValue::Mate(2));
        assert_eq!(Score::mated_in(0).value(), ScoreValue::Mate(0));
        assert_eq!(Score::mated_in(2).value(), ScoreValue::Mate(-1));
        assert_eq!(Score::mated_in(4).value(), ScoreValue::Mate(-2));
        assert_eq!(Score::cp(99_999).value(), ScoreValue::Cp(Score::MAX_CP));
    }

    #[test]
    fn a_win_of_tables_is_less_than_a_mate_and_more_than_anything_else() {
        for ply in 0..MAX_PLY {
            let win = Score::table_win(ply);
            assert!(win < Score::MATE_BOUND && win > Score::cp(20_000) + 5_000);
            assert!(win.is_decisive() && !win.is_mate() && !win.is_lost());
            assert!((-win).is_decisive() && !(-win).is_mated() && (-win).is_lost());
            assert_eq!(win.value(), ScoreValue::Cp(30_000 - ply as i32));
            // Found that deep in a search, then met that deep in another.
            for met in [0, ply, MAX_PLY - 1] {
                let again = Score::from_table(win.to_table(ply), met);
                assert_eq!(again, Score::table_win(met));
                assert!(again.is_decisive());
            }
        }
        assert!(!Score::cp(20_000).is_decisive() && !Score::cp(-20_000).is_decisive());
        assert!(Score::mated_in(3).is_lost() && Score::mate_in(3).is_decisive());
    }

    #[test]
    fn table_scores_count_from_the_node() {
        for ply in 0..MAX_PLY {
            for score in [
                Score::cp(-7),
                Score::cp(20_000),
                Score::table_win(ply),
                -Score::table_win(ply),
                Score::mate_in(ply),
                Score::mated_in(ply),
            ] {
                assert_eq!(Score::from_table(score.to_table(ply), ply), score);
            }
        }
        // Mate three plies below a node at ply 10 is the same at ply 4.
        assert_eq!(
            Score::from_table(Score::mate_in(13).to_table(10), 4),
            Score::mate_in(7)
        );
    }
}

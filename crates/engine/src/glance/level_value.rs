//! A score as a plain number of centipawns, mates too.

use crate::search::{Score, ScoreValue};

/// What a mate in no moves would count, in centipawns.
const MATE_LEVEL: i32 = 10_000;

/// A score as a level, in centipawns from the same side: a mate in n moves is
/// 10000 - n, being mated in n moves -(10000 - n), anything else stays as it
/// is. The only place where a mate becomes centipawns.
pub fn level_value(score: Score) -> i32 {
    match score.value() {
        ScoreValue::Cp(cp) => cp,
        ScoreValue::Mate(moves) if moves > 0 => MATE_LEVEL - moves,
        ScoreValue::Mate(moves) => -MATE_LEVEL - moves,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_become_levels() {
        for (score, level) in [
            (Score::cp(-37), -37),
            (Score::mate_in(1), 9_999),
            (Score::mate_in(2), 9_999),
            (Score::mate_in(3), 9_998),
            (Score::mated_in(0), -10_000),
            (Score::mated_in(2), -9_999),
            (Score::mated_in(8), -9_996),
        ] {
            assert_eq!(level_value(score), level);
        }
    }
}

//! A score as records, JSON and reports write it.

use serde::{Deserialize, Serialize};

use plumb_engine::glance::level_value;
use plumb_engine::search::{Score, ScoreValue};

/// A score as it is written everywhere: `{"cp": 31}` or `{"mate": -3}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate: the player mates when positive, is mated when negative.
    Mate(i32),
}

impl From<Score> for Value {
    fn from(score: Score) -> Value {
        score.value().into()
    }
}

impl From<ScoreValue> for Value {
    fn from(value: ScoreValue) -> Value {
        match value {
            ScoreValue::Cp(cp) => Value::Cp(cp),
            ScoreValue::Mate(moves) => Value::Mate(moves),
        }
    }
}

impl Value {
    /// As a score of the search; a mate is as many plies away as its moves say.
    pub fn score(self) -> Score {
        match self {
            Value::Cp(cp) => Score::cp(cp),
            Value::Mate(moves) if moves > 0 => {
                Score::mate_in(2 * moves.unsigned_abs() as usize - 1)
            }
            Value::Mate(moves) => Score::mated_in(2 * moves.unsigned_abs() as usize),
        }
    }

    /// On the scale of levels, in centipawns: a mate in n is ±(10000 − n).
    pub fn level_cp(self) -> i32 {
        level_value(self.score())
    }

    /// Whether it is a mate, given or suffered.
    pub fn is_mate(self) -> bool {
        matches!(self, Value::Mate(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_scores_and_back() {
        for score in [
            Score::cp(-31),
            Score::mate_in(1),
            Score::mate_in(5),
            Score::mated_in(2),
            Score::mated_in(0),
        ] {
            let value = Value::from(score);
            assert_eq!(value.score(), score);
            let text = serde_json::to_string(&value).unwrap();
            assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        }
        assert_eq!(serde_json::to_string(&Value::Cp(5)).unwrap(), "{\"cp\":5}");
        assert_eq!(Value::Mate(-2).level_cp(), -9_998);
    }
}

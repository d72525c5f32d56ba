//! What a search reported of one line at one iteration, as records keep it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::coordinates::coordinates;
use super::value::Value;
use plumb_chess::board::Game;
use plumb_coach::analysis::{Iteration, RankedLine};
use plumb_engine::search::Bound;

/// One line of one report of a search, from the side of the player who made the move.
///
/// In JSON an array: depth, selective depth, move or null, score, and `"lower"` or
/// `"upper"` behind them where the score is only a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineReport {
    /// The iteration, in plies.
    pub depth: u32,
    /// The deepest ply reached while searching the line.
    pub seldepth: usize,
    /// The line's first move; none where an engine showed a score without a move.
    pub mv: Option<String>,
    /// The score.
    pub score: Value,
    /// Exact, or a limit from a window that failed.
    pub bound: Bound,
}

impl LineReport {
    /// Whether the score is no limit from a window that failed.
    pub fn is_exact(&self) -> bool {
        self.bound == Bound::Exact
    }

    /// Of a line of a report in the position on the board of `game`.
    fn of(game: &Game, iteration: &Iteration, line: &RankedLine) -> LineReport {
        LineReport {
            depth: iteration.depth,
            seldepth: line.seldepth,
            mv: line.moves.first().map(|&mv| coordinates(game, mv)),
            score: line.score.into(),
            bound: iteration.bound,
        }
    }

    /// The first line of each report, in order.
    pub(super) fn of_first_lines(game: &Game, iterations: &[Iteration]) -> Vec<LineReport> {
        let first = |iteration: &Iteration| match iteration.lines.first() {
            Some(line) => LineReport {
                seldepth: iteration.seldepth,
                score: iteration.score.into(),
                ..LineReport::of(game, iteration, line)
            },
            None => LineReport {
                depth: iteration.depth,
                seldepth: iteration.seldepth,
                mv: None,
                score: iteration.score.into(),
                bound: iteration.bound,
            },
        };
        iterations.iter().map(first).collect()
    }

    /// Every line of each report that has `count` of them, in order, best first.
    pub(super) fn of_all_lines(
        game: &Game,
        iterations: &[Iteration],
        count: usize,
    ) -> Vec<LineReport> {
        let whole = iterations.iter().filter(|one| one.lines.len() == count);
        let lines = whole.flat_map(|one| one.lines.iter().map(move |line| (one, line)));
        lines
            .map(|(iteration, line)| LineReport::of(game, iteration, line))
            .collect()
    }
}

/// How a bound is written; an exact score has nothing behind it.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum BoundKey {
    Lower,
    Upper,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Row {
    Bounded(u32, usize, Option<String>, Value, BoundKey),
    Exact(u32, usize, Option<String>, Value),
}

impl Serialize for LineReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (depth, seldepth, mv, score) = (self.depth, self.seldepth, self.mv.clone(), self.score);
        let row = match self.bound {
            Bound::Exact => Row::Exact(depth, seldepth, mv, score),
            Bound::Lower => Row::Bounded(depth, seldepth, mv, score, BoundKey::Lower),
            Bound::Upper => Row::Bounded(depth, seldepth, mv, score, BoundKey::Upper),
        };
        row.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for LineReport {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<LineReport, D::Error> {
        let (depth, seldepth, mv, score, bound) = match Row::deserialize(deserializer)? {
            Row::Exact(depth, seldepth, mv, score) => (depth, seldepth, mv, score, Bound::Exact),
            Row::Bounded(depth, seldepth, mv, score, BoundKey::Lower) => {
                (depth, seldepth, mv, score, Bound::Lower)
            }
            Row::Bounded(depth, seldepth, mv, score, BoundKey::Upper) => {
                (depth, seldepth, mv, score, Bound::Upper)
            }
        };
        Ok(LineReport {
            depth,
            seldepth,
            mv,
            score,
            bound,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_in_json_and_back() {
        let exact = LineReport {
            depth: 3,
            seldepth: 5,
            mv: Some("e2e4".to_owned()),
            score: Value::Cp(-31),
            bound: Bound::Exact,
        };
        let limit = LineReport {
            mv: None,
            score: Value::Mate(2),
            bound: Bound::Upper,
            ..exact.clone()
        };
        for (report, text) in [
            (exact, r#"[3,5,"e2e4",{"cp":-31}]"#),
            (limit, r#"[3,5,null,{"mate":2},"upper"]"#),
        ] {
            assert_eq!(serde_json::to_string(&report).unwrap(), text);
            assert_eq!(serde_json::from_str::<LineReport>(text).unwrap(), report);
        }
        assert!(serde_json::from_str::<LineReport>("[3,5]").is_err());
    }
}

//! What is known of one move: facts from an engine, and nothing that depends on
//! what is later made of them.
//!
//! A record is made once, at some expense, and kept; figures and reports are
//! computed from records alone. Scores are from the side of the player who made
//! the move, moves are coordinates as UCI writes them, castling as the king
//! moving onto his own rook.

use serde::{Deserialize, Serialize};

use crate::analysis::level_value;
use crate::board::{Game, Move, Position};
use crate::notation::{CastlingStyle, parse_uci_move, to_san, to_uci_move};
use crate::search::{Score, ScoreValue};

/// A move on the board of `game` as it stands in records.
pub(crate) fn coordinates(game: &Game, mv: Move) -> String {
    to_uci_move(game.position(), mv, CastlingStyle::Chess960)
}

/// A move of a record as people write it, where it can be.
pub(crate) fn san_of(position: Option<&Position>, mv: &str) -> String {
    let found = position.and_then(|position| Some(to_san(position, parse_uci_move(position, mv)?)));
    found.unwrap_or_else(|| mv.to_owned())
}

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

/// A search for one line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// The score of the last exact report.
    pub score: Value,
    /// The iteration that gave it, in plies; 0 where nothing was searched
    /// because the game was over.
    pub depth: u32,
    /// The deepest ply that an exact report reached.
    pub seldepth: usize,
    /// Nodes searched.
    pub nodes: u64,
    /// The levels vector, in centipawns from selective depth 1 on.
    pub levels: Vec<i32>,
    /// How many levels at the end lie deeper than any report.
    pub extrapolated: usize,
    /// The choice at each iteration: the depth from which it held, and the move.
    pub choices: Vec<(u32, String)>,
    /// The line itself.
    pub pv: Vec<String>,
}

impl Line {
    /// The move chosen in the end.
    pub fn choice(&self) -> Option<&str> {
        self.choices.last().map(|(_, mv)| mv.as_str())
    }
}

/// One of the moves of the multi-line pass.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ListedMove {
    /// The move.
    pub mv: String,
    /// Its score at the common depth.
    pub score: Value,
    /// The iteration that gave the score, in plies: less than the common depth
    /// only for a played move outside the list that could not be searched as deep.
    pub depth: u32,
}

/// The mates a player could have forced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mates {
    /// The lines, best first.
    pub lines: Vec<Mate>,
    /// Which risks least.
    pub least: Option<usize>,
    /// Which begins with the played move.
    pub played: Option<usize>,
    /// By how much the played move's risk exceeds the least, where it was both
    /// riskier and faster; 0 otherwise, none if it is not among the lines.
    pub excess: Option<f64>,
}

/// One mating line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mate {
    /// Its first move.
    pub mv: String,
    /// Moves to mate.
    pub moves: u32,
    /// The player's material less the other's at its end, in pawns.
    pub material_pawns: i32,
    /// Its risk; those of all lines add up to 1.
    pub risk: f64,
}

/// Everything an engine found out about one move of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move that was made.
    pub played: String,
    /// How many moves were legal.
    pub legal: usize,
    /// The position before the move, for one line.
    pub before: Line,
    /// The position after it, on its own, for one line; choices and line are the
    /// opponent's, scores still the player's.
    pub after: Line,
    /// The common depth of the multi-line pass, in plies.
    pub depth: u32,
    /// The moves of that pass, best first, the played move always among them.
    pub listed: Vec<ListedMove>,
    /// The played move was not among the lines and had a search of its own, which
    /// may see it ahead of some of them: none of the moves left out had that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub played_apart: bool,
    /// Where the player had a forced mate.
    pub mates: Option<Mates>,
    /// How many plies from here on, both sides counted, had one good choice.
    pub forced_plies: usize,
}

impl MoveRecord {
    /// Best less played where both had a search of their own, in centipawns;
    /// negative when the move turned out better than the first choice.
    pub fn drop_cp(&self) -> i32 {
        self.before.score.level_cp() - self.after.score.level_cp()
    }

    /// The played move in the list.
    pub fn played_listed(&self) -> Option<&ListedMove> {
        self.listed.iter().find(|listed| listed.mv == self.played)
    }

    /// Best less played at the common depth, in centipawns; never negative.
    pub fn loss_cp(&self) -> Option<i32> {
        let best = self.listed.first()?.score.level_cp();
        Some(best - self.played_listed()?.score.level_cp())
    }

    /// The move was the first choice of the single-line search.
    pub fn is_first_choice(&self) -> bool {
        self.before.choice() == Some(self.played.as_str())
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

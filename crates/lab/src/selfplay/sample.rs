//! A labelled position as a line of text: `FEN;result;score;depth;game`.
//!
//! The score is in centipawns from White's side, or `#3` where White mates in
//! three moves and `#-3` where Black does. The result is `1-0`, `0-1`,
//! `1/2-1/2`, or `*` where nobody knows it. Fields at the end may be missing.

use std::fmt;

use plumb_chess::board::{Color, Position};
use plumb_chess::notation::pgn::GameResult;
use plumb_chess::notation::{FenError, FenStyle, parse_fen, to_fen};
use plumb_engine::search::{Score, ScoreValue};

/// A position with what is known about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// How its game ended, if that is known.
    pub result: Option<GameResult>,
    /// Its score from White's side, if it has one.
    pub score: Option<ScoreValue>,
    /// The depth of the search that gave the score, in plies.
    pub depth: Option<u32>,
    /// The game it is from: mostly a number.
    pub game: Option<String>,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum SampleError {
    #[error("FEN: {0}")]
    Fen(FenError),
    #[error("the result is '{}', expected 1-0, 0-1, 1/2-1/2 or *", .0.escape_debug())]
    Result(String),
    #[error(
        "the score is '{}', expected centipawns, or #N for mate in N",
        .0.escape_debug()
    )]
    Score(String),
    #[error("the depth is '{}', expected a number of plies", .0.escape_debug())]
    Depth(String),
    #[error("{0} fields, expected FEN;result;score;depth;game or less")]
    Fields(usize),
}

/// A result as the lines have it; `*` where there is none.
pub fn result_text(result: Option<GameResult>) -> &'static str {
    match result {
        Some(GameResult::WhiteWins) => "1-0",
        Some(GameResult::BlackWins) => "0-1",
        Some(GameResult::Draw) => "1/2-1/2",
        None => "*",
    }
}

fn parse_result(text: &str) -> Option<Option<GameResult>> {
    Some(match text {
        "1-0" | "1.0" | "1" => Some(GameResult::WhiteWins),
        "0-1" | "0.0" | "0" => Some(GameResult::BlackWins),
        "1/2-1/2" | "0.5" => Some(GameResult::Draw),
        "*" | "" => None,
        _ => return None,
    })
}

/// Reads `-35`, `#4` or `#-4`. More centipawns than any score has are wrong.
fn parse_score(text: &str) -> Option<ScoreValue> {
    match text.strip_prefix('#') {
        Some(moves) => moves
            .parse()
            .ok()
            .filter(|moves: &i32| moves.unsigned_abs() <= 10_000)
            .map(ScoreValue::Mate),
        None => text
            .parse()
            .ok()
            .filter(|cp: &i32| cp.abs() <= Score::MAX_CP)
            .map(ScoreValue::Cp),
    }
}

/// A score seen from the other side, or from White's when it was `side`'s.
pub fn from_white(score: ScoreValue, side: Color) -> ScoreValue {
    let sign = side.fold(1, -1);
    match score {
        ScoreValue::Cp(cp) => ScoreValue::Cp(sign * cp),
        ScoreValue::Mate(moves) => ScoreValue::Mate(sign * moves),
    }
}

impl Sample {
    /// Only a position.
    pub fn bare(position: Position) -> Sample {
        Sample {
            position,
            result: None,
            score: None,
            depth: None,
            game: None,
        }
    }

    /// Reads a line.
    pub fn parse(line: &str) -> Result<Sample, SampleError> {
        let fields: Vec<&str> = line.trim().split(';').map(str::trim).collect();
        if fields.len() > 5 {
            return Err(SampleError::Fields(fields.len()));
        }
        let position = parse_fen(fields[0]).map_err(SampleError::Fen)?;
        let mut sample = Sample::bare(position);
        let field = |index: usize| fields.get(index).copied().unwrap_or("");
        sample.result =
            parse_result(field(1)).ok_or_else(|| SampleError::Result(field(1).to_owned()))?;
        let known = |index: usize| Some(field(index)).filter(|text| !text.is_empty());
        if let Some(text) = known(2) {
            let score = parse_score(text).ok_or_else(|| SampleError::Score(text.to_owned()))?;
            sample.score = Some(score);
        }
        if let Some(text) = known(3) {
            let depth = text.parse();
            sample.depth = Some(depth.map_err(|_| SampleError::Depth(text.to_owned()))?);
        }
        sample.game = known(4).map(str::to_owned);
        Ok(sample)
    }

    /// The same position of the same game with the same result, whatever is
    /// known about its score.
    pub fn is_about_the_same(&self, other: &Sample) -> bool {
        self.game == other.game && self.result == other.result && self.position == other.position
    }
}

/// The line, without its end. Missing fields at the end are left out.
impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&to_fen(&self.position, FenStyle::XFen))?;
        let fields = [
            Some(result_text(self.result).to_owned()),
            self.score.map(|score| match score {
                ScoreValue::Cp(cp) => cp.to_string(),
                ScoreValue::Mate(moves) => format!("#{moves}"),
            }),
            self.depth.map(|depth| depth.to_string()),
            self.game.clone(),
        ];
        let last = fields.iter().rposition(Option::is_some).unwrap_or_default();
        for field in &fields[..=last] {
            write!(f, ";{}", field.as_deref().unwrap_or(""))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "k7/8/8/8/8/8/7P/K7 b - - 3 40";

    #[test]
    fn lines_are_read_and_written() {
        for line in [
            format!("{FEN};1-0;-35;9;17"),
            format!("{FEN};*;#-4;9"),
            format!("{FEN};1/2-1/2;;;17"),
            format!("{FEN};0-1;#12"),
        ] {
            assert_eq!(Sample::parse(&line).unwrap().to_string(), line);
        }
        let sample = Sample::parse(&format!(" {FEN} ; 0.5 ; 7 ; \r\n")).unwrap();
        assert_eq!(sample.result, Some(GameResult::Draw));
        assert_eq!(sample.to_string(), format!("{FEN};1/2-1/2;7"));
        assert_eq!(Sample::parse(FEN).unwrap().to_string(), format!("{FEN};*"));
    }

    #[test]
    fn mistakes_are_named() {
        for (line, message) in [
            (
                format!("{FEN};2-0"),
                "the result is '2-0', expected 1-0, 0-1, 1/2-1/2 or *",
            ),
            (
                format!("{FEN};*;+-"),
                "the score is '+-', expected centipawns, or #N for mate in N",
            ),
            (
                format!("{FEN};*;99999"),
                "the score is '99999', expected centipawns, or #N for mate in N",
            ),
            (
                format!("{FEN};*;#2147483648"),
                "the score is '#2147483648', expected centipawns, or #N for mate in N",
            ),
            (
                format!("{FEN};*;1;-1"),
                "the depth is '-1', expected a number of plies",
            ),
            (
                format!("{FEN};*;1;1;1;1"),
                "6 fields, expected FEN;result;score;depth;game or less",
            ),
        ] {
            assert_eq!(Sample::parse(&line).unwrap_err().to_string(), message);
        }
        assert!(
            Sample::parse("8/8")
                .unwrap_err()
                .to_string()
                .starts_with("FEN: ")
        );
    }
}

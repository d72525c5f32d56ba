//! The lines that go to a program and come back from it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::question::{PolicyError, PolicyQuestion};
use plumb_chess::board::{Move, Position};
use plumb_chess::notation::{CastlingStyle, FenStyle, parse_uci_move, to_fen, to_uci_move};
use plumb_support::wording::{excerpt, say, text};

#[derive(Serialize)]
struct Request {
    fen: String,
    start_fen: String,
    moves: Vec<String>,
    elo: f64,
    opponent_elo: f64,
    legal: Vec<String>,
}

/// The line that asks a question, without its end.
pub(super) fn request(question: &PolicyQuestion<'_>) -> Result<String, PolicyError> {
    let game = question.game;
    let style = CastlingStyle::natural(game.start());
    let fen = |position| to_fen(position, FenStyle::XFen);
    let before_moves = (0..game.ply()).zip(game.moves());
    let moves = before_moves.filter_map(|(ply, &mv)| {
        let position = game.position_at(ply)?;
        Some(to_uci_move(position, mv?, style))
    });
    let legal = question.legal.iter();
    let request = Request {
        fen: fen(game.position()),
        start_fen: fen(game.start()),
        moves: moves.collect(),
        elo: question.rating,
        opponent_elo: question.opponent_rating,
        legal: legal
            .map(|&mv| to_uci_move(game.position(), mv, style))
            .collect(),
    };
    serde_json::to_string(&request).map_err(|error| PolicyError::Failed(error.to_string()))
}

#[derive(Deserialize)]
struct Answer {
    moves: Option<Map<String, Value>>,
    error: Option<String>,
}

/// The moves of a program's answer, each with what stands there for a chance.
#[derive(Debug)]
pub(super) struct AnsweredMoves(Map<String, Value>);

/// Reads a program's line; the error is that which the program tells, or that the line follows
/// no protocol.
pub(super) fn read_answer(program: &str, line: &str) -> Result<AnsweredMoves, PolicyError> {
    let read = serde_json::from_str(line).or_else(|error| {
        // Python writes numbers that JSON does not have.
        let quoted = line
            .replace("-Infinity", "\"-infinity\"")
            .replace("Infinity", "\"infinity\"")
            .replace("NaN", "\"NaN\"");
        serde_json::from_str(&quoted).map_err(|_| error)
    });
    let problem = match read {
        Ok(Answer {
            error: Some(error), ..
        }) => {
            let error = excerpt(&error);
            return Err(PolicyError::Failed(format!("{program}: {error}")));
        }
        Ok(Answer {
            moves: Some(moves), ..
        }) => return Ok(AnsweredMoves(moves)),
        Ok(_) => text!(policy.neither).to_owned(),
        Err(error) => error.to_string(),
    };
    Err(PolicyError::Failed(say!(
        policy.no_answer,
        program,
        line = excerpt(line),
        problem
    )))
}

impl AnsweredMoves {
    /// The chances of moves of this position.
    pub(super) fn chances(self, position: &Position) -> Result<Vec<(Move, f64)>, PolicyError> {
        let read = |(text, chance): (String, Value)| {
            let text = excerpt(&text);
            let Some(mv) = parse_uci_move(position, &text) else {
                let fen = to_fen(position, FenStyle::XFen);
                return Err(PolicyError::IllegalMove(text, fen));
            };
            match chance.as_f64() {
                Some(chance) => Ok((mv, chance)),
                None => {
                    let chance = excerpt(&chance.to_string());
                    Err(PolicyError::NotAChance(text, chance))
                }
            }
        };
        self.0.into_iter().map(read).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::board::Game;
    use plumb_chess::notation::parse_fen;

    fn chances(line: &str) -> Result<Vec<(Move, f64)>, PolicyError> {
        read_answer("mock", line)?.chances(&Position::start())
    }

    #[test]
    fn a_request_has_the_game_and_the_legal_moves() {
        let start = parse_fen("4k3/8/8/8/8/8/7p/R3K3 w Q - 3 40").unwrap();
        let mut game = Game::new(start);
        game.play(parse_uci_move(game.position(), "e1c1").unwrap());
        let legal = game.position().legal_moves();
        let question = PolicyQuestion {
            game: &game,
            legal: &legal.iter().copied().collect::<Vec<_>>()[..2],
            rating: 1500.0,
            opponent_rating: 1612.5,
        };
        let [one, two] = [0, 1].map(|i| {
            let style = CastlingStyle::Standard;
            to_uci_move(game.position(), question.legal[i], style)
        });
        assert_eq!(
            request(&question).unwrap(),
            format!(
                "{{\"fen\":\"4k3/8/8/8/8/8/7p/2KR4 b - - 4 40\",\
                 \"start_fen\":\"4k3/8/8/8/8/8/7p/R3K3 w Q - 3 40\",\"moves\":[\"e1c1\"],\
                 \"elo\":1500.0,\"opponent_elo\":1612.5,\"legal\":[\"{one}\",\"{two}\"]}}"
            )
        );
    }

    #[test]
    fn answers_are_read_or_say_what_is_wrong() {
        let answer = chances(r#"{"moves": {"e2e4": 0.5, "d2d4": 1e-3}, "win": 0.5}"#).unwrap();
        assert_eq!(answer.iter().map(|a| a.1).sum::<f64>(), 0.501);
        assert_eq!(chances(r#"{"moves": {}}"#), Ok(Vec::new()));
        for (line, message) in [
            (
                r#"{"error": "no\nweights"}"#,
                "the policy failed: mock: no weights",
            ),
            (
                r#"{"moves": {"e2e5": 1}}"#,
                "the policy named e2e5, which is not legal in \
                 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            ),
            (
                r#"{"moves": {"e2e4": NaN}}"#,
                "the policy gave e2e4 the chance \"NaN\": expected a number from 0 on",
            ),
            (
                r#"{"moves": {"e2e4": -Infinity}}"#,
                "the policy gave e2e4 the chance \"-infinity\": expected a number from 0 on",
            ),
            (
                r#"{"moves": {"e2e4": null}}"#,
                "the policy gave e2e4 the chance null: expected a number from 0 on",
            ),
            (
                "Loading model ...",
                "the policy failed: mock: expected a line of JSON with \"moves\" or \"error\", \
                 found `Loading model ...` (expected value at line 1 column 1)",
            ),
            (
                "{}",
                "the policy failed: mock: expected a line of JSON with \"moves\" or \"error\", \
                 found `{}` (it has neither)",
            ),
        ] {
            assert_eq!(chances(line).unwrap_err().to_string(), message, "{line}");
        }
    }
}

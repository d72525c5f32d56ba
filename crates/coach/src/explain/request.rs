//! What is asked for, in the words of a session, and a move that is read with help for
//! who mistyped it.

use std::fmt;

use super::evidence::{EXPLAIN_NODES, ExplainSettings};
use plumb_chess::board::{Move, PieceKind, Position, Square};
use plumb_chess::notation::{SanError, parse_move, to_san};
use plumb_engine::choice::RATING_BOUNDS;

use super::words::man_key;

/// What follows `explain` in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplainRequest {
    /// The move; none for the best one.
    pub asked: Option<Move>,
    /// How far to search.
    pub settings: ExplainSettings,
    /// The rating whose likeliest move is compared, in Elo.
    pub elo: Option<u16>,
    /// One line of JSON instead of text.
    pub json: bool,
    /// Bars in plain ASCII.
    pub ascii: bool,
}

/// Why a request cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExplainRequestError {
    /// A second move.
    SecondMove(String),
    /// A word whose number is missing or wrong.
    BadNumber {
        /// The word before it.
        word: &'static str,
        /// What stands there; nothing if it is missing.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// The move is wrong.
    Move(MoveError),
}

impl fmt::Display for ExplainRequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExplainRequestError::SecondMove(word) => {
                write!(
                    f,
                    "'{}' is one word too many: expected one move",
                    word.escape_default()
                )
            }
            ExplainRequestError::BadNumber {
                word,
                found,
                expected,
            } if found.is_empty() => write!(f, "nothing stands after {word}: expected {expected}"),
            ExplainRequestError::BadNumber {
                word,
                found,
                expected,
            } => write!(
                f,
                "'{}' stands after {word}: expected {expected}",
                found.escape_default()
            ),
            ExplainRequestError::Move(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ExplainRequestError {}

impl ExplainRequest {
    /// Reads what follows `explain`: a move, `nodes N`, `elo N`, `json`, `ascii`, in any
    /// order.
    pub fn parse(text: &str, position: &Position) -> Result<ExplainRequest, ExplainRequestError> {
        let mut request = ExplainRequest {
            asked: None,
            settings: ExplainSettings::default(),
            elo: None,
            json: false,
            ascii: false,
        };
        let mut move_text = None;
        let mut words = text.split_ascii_whitespace();
        while let Some(word) = words.next() {
            let mut value = || words.next().unwrap_or_default();
            match word {
                "json" => request.json = true,
                "ascii" => request.ascii = true,
                "nodes" => {
                    let expected = format!("a number of nodes, {EXPLAIN_NODES} if nothing is said");
                    request.settings.nodes = number("nodes", value(), 1, u64::MAX / 200, expected)?;
                }
                "elo" => {
                    let (low, high) = RATING_BOUNDS;
                    let expected = format!("a rating from {low} to {high}");
                    let elo = number("elo", value(), low as u64, high as u64, expected)?;
                    request.elo = Some(elo as u16);
                }
                other if move_text.is_none() => move_text = Some(other),
                other => return Err(ExplainRequestError::SecondMove(other.to_owned())),
            }
        }
        request.asked = parse_asked_move(position, move_text).map_err(ExplainRequestError::Move)?;
        Ok(request)
    }
}

fn number(
    word: &'static str,
    found: &str,
    least: u64,
    most: u64,
    expected: String,
) -> Result<u64, ExplainRequestError> {
    let number: Option<u64> = found.parse().ok();
    number
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| ExplainRequestError::BadNumber {
            word,
            found: found.to_owned(),
            expected,
        })
}

/// Why a text is no legal move, and which moves the piece that was meant has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError {
    /// The text, cut short.
    pub text: String,
    /// What is wrong with it.
    pub error: SanError,
    /// The men that were meant: their kind, and their square if it was given.
    pub meant: Option<(PieceKind, Option<Square>)>,
    /// Their legal moves, in SAN.
    pub legal: Vec<String>,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_explained = matches!(self.error, SanError::NotAMove(_));
        if !is_explained {
            write!(f, "'{}': ", self.text.escape_default())?;
        }
        write!(f, "{}", self.error)?;
        let is_ambiguous = matches!(self.error, SanError::Ambiguous(_));
        let Some((kind, square)) = self.meant.filter(|_| !is_ambiguous) else {
            return Ok(());
        };
        let name = man_key(kind);
        match (square, self.legal.as_slice()) {
            (Some(square), []) => write!(f, "; the {name} on {square} has no legal move"),
            (None, []) => write!(f, "; no {name} has a legal move"),
            (Some(square), legal) => {
                write!(
                    f,
                    "; legal for the {name} on {square}: {}",
                    legal.join(", ")
                )
            }
            (None, legal) => write!(f, "; legal {name} moves: {}", legal.join(", ")),
        }
    }
}

impl std::error::Error for MoveError {}

/// The move that is asked about, as coordinates or SAN. None where the game is over: there
/// is no move then, legal or not, and that is the answer.
pub fn parse_asked_move(
    position: &Position,
    text: Option<&str>,
) -> Result<Option<Move>, MoveError> {
    let text = text.filter(|_| !position.has_no_moves());
    text.map(|text| parse_explained_move(position, text))
        .transpose()
}

/// Reads a legal move as coordinates or SAN.
fn parse_explained_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    parse_move(position, text).map_err(|error| {
        let meant = meant(position, text).filter(|_| !matches!(error, SanError::NotAMove(_)));
        let is_meant = |mv: &Move| {
            meant.is_some_and(|(kind, square)| {
                let piece = position.piece_on(mv.from());
                let is_kind = piece.is_some_and(|piece| piece.kind() == kind);
                is_kind && square.is_none_or(|square| square == mv.from())
            })
        };
        let legal = position.legal_moves();
        let legal = legal.iter().filter(|mv| is_meant(mv));
        let mut legal: Vec<String> = legal.map(|&mv| to_san(position, mv)).collect();
        legal.sort();
        MoveError {
            text: text.chars().take(20).collect(),
            error,
            meant,
            legal,
        }
    })
}

/// The men that a text names: by the square that they come from, by a letter, or pawns.
fn meant(position: &Position, text: &str) -> Option<(PieceKind, Option<Square>)> {
    let own = |square: Square| {
        let piece = position.piece_on(square)?;
        (piece.color() == position.turn()).then_some((piece.kind(), Some(square)))
    };
    if let Some(square) = text.get(..2).and_then(Square::parse)
        && text.len() >= 4
    {
        return own(square);
    }
    match text.chars().next()? {
        'O' | 'o' | '0' => Some((PieceKind::King, None)),
        letter if letter.is_ascii_uppercase() => {
            PieceKind::from_char(letter).map(|kind| (kind, None))
        }
        letter if letter.is_ascii_lowercase() => Some((PieceKind::Pawn, None)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        ExplainRequest::parse(text, &Position::start())
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn words_come_in_any_order() {
        let request = ExplainRequest::parse("json Nf3 elo 1600 nodes 5000", &Position::start());
        let request = request.unwrap();
        assert!(request.json && !request.ascii && request.asked.is_some());
        assert_eq!((request.elo, request.settings.nodes), (Some(1_600), 5_000));
    }

    #[test]
    fn what_is_wrong_is_named_with_what_is_right() {
        assert!(error("Nd4").ends_with("legal knight moves: Na3, Nc3, Nf3, Nh3"));
        assert!(error("e2e5").ends_with("legal for the pawn on e2: e3, e4"));
        assert!(error("Qh5").ends_with("no queen has a legal move"));
        assert!(error("O-O").ends_with("no king has a legal move"));
        assert!(error("frog!").contains("is not a move"));
        assert!(error("nodes many").contains("'many' stands after nodes"));
        assert!(error("elo").contains("nothing stands after elo"));
        assert!(error("e4 e5").contains("one word too many"));
    }
}

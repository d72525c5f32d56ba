//! What is asked of an explanation, and a move that is read with help for who mistyped it.

use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;

use super::evidence::ExplainSettings;
use super::words::man_key;
use plumb_chess::board::{Game, Move, PieceKind, Position, Square};
use plumb_chess::notation::pgn::GamePoint;
use plumb_chess::notation::{SanError, parse_move, to_san};
use plumb_protocol::request::{Elo, Nodes, NullMoves, PositionRequest, Request, RequestError};

/// A request for the explanation of a move.
#[derive(Clone, Debug, Default, PartialEq, clap::Args, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplainRequest {
    /// The position.
    // Sessions have it on their board; of the command line's words the last is a move.
    #[arg(skip)]
    #[serde(flatten)]
    pub position: PositionRequest,

    /// The move that was played, as coordinates or SAN.
    #[arg(skip)]
    #[schemars(extend("format" = "chess-move"))]
    pub played: Option<String>,

    /// Nodes of all searches [default: 200000].
    #[arg(long, value_name = "N")]
    pub nodes: Option<Nodes>,

    /// Compare with what people of this rating would play.
    #[arg(long, value_name = "ELO")]
    pub elo: Option<Elo>,
}

impl Request for ExplainRequest {
    const EXCLUSIVE: &'static [&'static [&'static str]] = PositionRequest::EXCLUSIVE;
}

impl ExplainRequest {
    /// The game up to the position, and the move to explain: None for the best one. Without a
    /// FEN and a game, the position is that of `board`.
    pub fn board(&self, board: &Game) -> Result<(Game, Option<Move>), RequestError> {
        let GamePoint { game, next } = self.position.point(board, NullMoves::PassedOver)?;
        let asked = parse_asked_move(game.position(), self.played.as_deref());
        let asked = asked.map_err(|error| RequestError::new("played", error.to_string()))?;
        Ok((game, asked.or(next)))
    }

    /// How far to search.
    pub fn settings(&self) -> ExplainSettings {
        let usual = ExplainSettings::default();
        ExplainSettings {
            nodes: self.nodes.map_or(usual.nodes, Nodes::get),
            ..usual
        }
    }
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
fn parse_asked_move(position: &Position, text: Option<&str>) -> Result<Option<Move>, MoveError> {
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
        parse_asked_move(&Position::start(), Some(text))
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn a_wrong_move_is_named_with_what_is_legal() {
        assert!(error("Nd4").ends_with("legal knight moves: Na3, Nc3, Nf3, Nh3"));
        assert!(error("e2e5").ends_with("legal for the pawn on e2: e3, e4"));
        assert!(error("Qh5").ends_with("no queen has a legal move"));
        assert!(error("O-O").ends_with("no king has a legal move"));
        assert!(error("frog!").contains("is not a move"));
    }
}

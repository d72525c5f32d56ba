//! Which position is asked about: `fen` and `moves`, or `pgn` and `ply`.

use std::borrow::Cow;
use std::convert::Infallible;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use super::Request;
use super::bounded::Ply;
use super::refused::RequestError;
use plumb_chess::board::{Game, Move, Position};
use plumb_chess::notation::pgn::{GamePoint, PgnGame, PgnOptions, read_games};
use plumb_chess::notation::{FenError, is_move_number, parse_fen, parse_move};
use plumb_support::wording::{say, text};

/// The position that a request is about.
#[derive(Clone, Debug, Default, PartialEq, clap::Args, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("dependentRequired" = { "ply": ["pgn"] }))]
pub struct PositionRequest {
    /// The position as FEN, or startpos; the start position if neither fen nor pgn is there.
    #[arg(help = "The position, in quotation marks [default: the start position]")]
    pub fen: Option<Fen>,

    /// A game as PGN; of several, the first.
    #[arg(skip)]
    pub pgn: Option<RecordedGame>,

    /// The position after so many plies of the game, whose next move counts as played; without it, that before the last move.
    #[arg(skip)]
    pub ply: Option<Ply>,

    /// Moves from the position, as coordinates or SAN: the last position is asked about, and repetitions count.
    #[arg(
        long,
        value_name = "MOVES",
        help = "Moves from there, in quotation marks"
    )]
    pub moves: Option<Moves>,
}

/// What a ply of a game means where a null move follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NullMoves {
    /// The position there, as for analyses.
    Kept,
    /// The next position in which a move was played, as for explanations.
    PassedOver,
}

impl Request for PositionRequest {
    const EXCLUSIVE: &'static [&'static [&'static str]] = &[&["pgn", "fen"], &["pgn", "moves"]];
}

impl PositionRequest {
    /// The board, with the move that followed in the game, if it is of a game. Without a FEN and
    /// a game, the moves begin on `board`.
    pub fn point(&self, board: &Game, null_moves: NullMoves) -> Result<GamePoint, RequestError> {
        if let Some(RecordedGame(game)) = &self.pgn {
            let others = [("fen", self.fen.is_some()), ("moves", self.moves.is_some())];
            if let Some((member, _)) = others.into_iter().find(|(_, is_there)| *is_there) {
                return Err(RequestError::new(member, only_one_of(&["pgn", member])));
            }
            let ply = self.ply.map(|ply| ply.get() as usize);
            let point = match null_moves {
                NullMoves::Kept => game.at_ply(ply),
                NullMoves::PassedOver => game.at_move(ply),
            };
            return point.map_err(|error| {
                let member = if ply.is_some() { "ply" } else { "pgn" };
                let detail = say!(expected.ply, error);
                RequestError::new(member, detail)
            });
        }
        if self.ply.is_some() {
            return Err(RequestError::new("ply", text!(expected.pgn_beside)));
        }
        let mut game = match &self.fen {
            Some(Fen(position)) => Game::new(position.clone()),
            None => board.clone(),
        };
        let moves = self.moves.iter().flat_map(|moves| &moves.0);
        for (index, text) in moves.enumerate() {
            let mv = parse_move(game.position(), text).map_err(|error| RequestError {
                index: Some(index),
                ..RequestError::new("moves", error.to_string())
            })?;
            game.play(mv);
        }
        Ok(GamePoint { game, next: None })
    }
}

/// What is said of members that exclude each other.
pub fn only_one_of(names: &[&str]) -> String {
    let (last, others) = names.split_last().unwrap_or((&"", &[]));
    let others = others.join(", ");
    say!(expected.only_one, others, last)
}

/// Reads the move of the member `played`, if it is there.
pub fn played_move(text: Option<&str>, game: &Game) -> Result<Option<Move>, RequestError> {
    text.map(|text| parse_move(game.position(), text))
        .transpose()
        .map_err(|error| RequestError::new("played", error.to_string()))
}

/// A position, read from a FEN or `startpos`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "String")]
pub struct Fen(pub Position);

impl FromStr for Fen {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Fen, FenError> {
        match text {
            "startpos" => Ok(Fen(Position::start())),
            fen => parse_fen(fen).map(Fen),
        }
    }
}

impl TryFrom<String> for Fen {
    type Error = String;

    fn try_from(text: String) -> Result<Fen, String> {
        text.parse()
            .map_err(|error: FenError| say!(expected.fen, error))
    }
}

/// The first game of a PGN text, null moves kept.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "String")]
pub struct RecordedGame(pub PgnGame);

impl RecordedGame {
    /// How such games are read.
    pub const OPTIONS: PgnOptions = PgnOptions {
        null_moves: true,
        ..PgnOptions::MOVES
    };
}

impl TryFrom<String> for RecordedGame {
    type Error = String;

    fn try_from(pgn: String) -> Result<RecordedGame, String> {
        match read_games(pgn.as_bytes(), RecordedGame::OPTIONS).next() {
            Some(Ok(entry)) => Ok(RecordedGame(entry.game)),
            Some(Err(problem)) => Err(problem.to_string()),
            None => Err(text!(expected.game_found_none).to_owned()),
        }
    }
}

/// Moves, as coordinates or SAN, that are read on the board they begin on.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Moves(pub Vec<String>);

impl FromStr for Moves {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Moves, Infallible> {
        let words = text.split_whitespace().filter(|word| !is_move_number(word));
        Ok(Moves(words.map(str::to_owned).collect()))
    }
}

macro_rules! inline_schema {
    ($($name:ident: $schema:tt;)+) => {$(
        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    )+};
}

// The formats are our own.
inline_schema! {
    Fen: { "type": "string", "format": "fen" };
    RecordedGame: { "type": "string", "format": "pgn" };
    Moves: { "type": "array", "items": { "type": "string", "format": "chess-move" } };
}

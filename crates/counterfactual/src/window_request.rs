//! What is asked of a window of a game: the player, the place, and how continuations are sampled.

use clap::ValueEnum;
use plumb_chess::board::Color;
use plumb_protocol::request::{
    LossLines, LossPlies, Ply, PlyNumber, RecordedGame, Request, RequestError, WindowElo,
    WindowPlies,
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::loss_table::LossDepth;
use super::policy::BuiltInPolicy;
use super::question_request::QuestionRequest;
use plumb_support::wording::text;

/// A request for a window of a game.
#[derive(Clone, Debug, Default, PartialEq, clap::Args, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("required" = ["pgn", "side"]))]
pub struct WindowRequest {
    /// A game as PGN; of several, the first.
    // The command line has files and built-in games.
    #[arg(skip)]
    pub pgn: Option<RecordedGame>,

    /// Player whose moves are examined.
    #[arg(long, value_enum)]
    pub side: Option<Side>,

    /// First ply of the window, from 1 [default: the first ply out of book].
    #[arg(long, value_name = "PLY")]
    pub from: Option<PlyNumber>,

    /// Plies of the window, of both sides [default: 10].
    #[arg(long, value_name = "PLIES")]
    pub window: Option<WindowPlies>,

    /// Plies from the start that are book [default: 16].
    #[arg(long, value_name = "PLIES")]
    pub book_plies: Option<Ply>,

    /// The player's rating [default: the game's].
    #[arg(long, value_name = "ELO")]
    pub elo: Option<WindowElo>,

    /// The opponent's rating [default: the game's].
    #[arg(long, value_name = "ELO")]
    pub opponent_elo: Option<WindowElo>,

    /// Model of human choice [default: the service's].
    // The command line also takes files and programs.
    #[arg(skip)]
    pub policy: Option<BuiltInPolicy>,

    /// How continuations are sampled.
    #[command(flatten)]
    #[serde(flatten)]
    pub question: QuestionRequest,

    /// Plies of the searches for the loss of a move [default: 8].
    #[arg(long, value_name = "PLIES")]
    pub depth: Option<LossPlies>,

    /// MultiPV of these searches; other moves are searched alone [default: 4].
    #[arg(long, value_name = "N")]
    pub lines: Option<LossLines>,
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The player of the white pieces.
    White,
    /// The player of the black pieces.
    Black,
}

impl Side {
    /// The colour of the player's pieces.
    pub fn color(self) -> Color {
        match self {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}

impl Request for WindowRequest {
    const EXCLUSIVE: &'static [&'static [&'static str]] = &[];
}

impl WindowRequest {
    /// The game and the player, where the request has both.
    pub fn game(&self) -> Result<(&RecordedGame, Color), RequestError> {
        let missing = |member, detail: &str| RequestError::new(member, detail);
        let game = self.pgn.as_ref();
        let game = game.ok_or_else(|| missing("pgn", text!(expected.game)))?;
        let side = self
            .side
            .ok_or_else(|| missing("side", text!(expected.side)))?;
        Ok((game, side.color()))
    }

    /// Plies of the window, of both sides.
    pub fn plies(&self) -> usize {
        self.window.map_or(10, |plies| plies.get() as usize)
    }

    /// Plies from the start that are book: without a choice as many as figures of reference
    /// players leave out.
    pub fn book_plies(&self) -> usize {
        self.book_plies.map_or(16, |plies| plies.get() as usize)
    }

    /// How far to search for the loss of a move.
    pub fn depth(&self) -> LossDepth {
        let usual = LossDepth::default();
        LossDepth {
            plies: self.depth.map_or(usual.plies, |plies| plies.get() as u32),
            lines: self.lines.map_or(usual.lines, |lines| lines.get() as usize),
        }
    }
}

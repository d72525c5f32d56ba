//! Built-in games between engines of ours, no people: `data/demo` says how they were made.

use schemars::JsonSchema;
use serde::Deserialize;

use plumb_chess::board::Color;
use plumb_chess::notation::pgn::{PgnGame, PgnOptions, read_games};

/// A built-in game, by who had help in it.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    clap::ValueEnum,
    Deserialize,
    JsonSchema,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub enum DemoGame {
    /// White had.
    WhiteCheated,
    /// Nobody had; it is about White.
    WhiteFair,
    /// Black had.
    BlackCheated,
    /// Nobody had; it is about Black.
    BlackFair,
}

impl DemoGame {
    /// So many plies from the start are of a collection of openings, and nobody's choice.
    pub const OPENING_PLIES: usize = 16;

    /// What it is called.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Whose moves it is about.
    pub fn side(self) -> Color {
        match self {
            DemoGame::WhiteCheated | DemoGame::WhiteFair => Color::White,
            DemoGame::BlackCheated | DemoGame::BlackFair => Color::Black,
        }
    }

    /// As PGN.
    pub fn pgn(self) -> &'static str {
        match self {
            DemoGame::WhiteCheated => include_str!("../demo/white_cheated.pgn"),
            DemoGame::WhiteFair => include_str!("../demo/white_fair.pgn"),
            DemoGame::BlackCheated => include_str!("../demo/black_cheated.pgn"),
            DemoGame::BlackFair => include_str!("../demo/black_fair.pgn"),
        }
    }

    /// The game, or what is wrong with it.
    pub fn game(self) -> Result<PgnGame, String> {
        match read_games(self.pgn().as_bytes(), PgnOptions::MOVES).next() {
            Some(Ok(entry)) => Ok(entry.game),
            Some(Err(problem)) => Err(problem.to_string()),
            None => Err(format!("demo {} has no game", self.name())),
        }
    }
}

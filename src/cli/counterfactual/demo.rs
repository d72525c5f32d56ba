//! Built-in games between engines of ours, no people.

use clap::ValueEnum;
use plumb::board::Color;
use plumb::notation::pgn::{PgnGame, PgnOptions, read_games};

use crate::cli::command::Failure;

/// A built-in game, by who had help in it.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(super) enum Demo {
    WhiteCheated,
    WhiteFair,
    BlackCheated,
    BlackFair,
}

impl Demo {
    /// Whose moves it is about.
    pub(super) fn side(self) -> Color {
        match self {
            Demo::WhiteCheated | Demo::WhiteFair => Color::White,
            Demo::BlackCheated | Demo::BlackFair => Color::Black,
        }
    }

    /// Its name on the command line.
    pub(super) fn name(self) -> String {
        self.to_possible_value()
            .map_or_else(String::new, |value| format!("demo {}", value.get_name()))
    }

    fn pgn(self) -> &'static str {
        match self {
            Demo::WhiteCheated => include_str!("../../../data/demo/white_cheated.pgn"),
            Demo::WhiteFair => include_str!("../../../data/demo/white_fair.pgn"),
            Demo::BlackCheated => include_str!("../../../data/demo/black_cheated.pgn"),
            Demo::BlackFair => include_str!("../../../data/demo/black_fair.pgn"),
        }
    }

    /// The game.
    pub(super) fn game(self) -> Result<PgnGame, Failure> {
        match read_games(self.pgn().as_bytes(), PgnOptions::MOVES).next() {
            Some(Ok(entry)) => Ok(entry.game),
            Some(Err(problem)) => Err(Failure(problem.to_string())),
            None => Err(Failure(format!("{} has no game", self.name()))),
        }
    }
}

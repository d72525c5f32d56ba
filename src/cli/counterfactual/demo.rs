//! Built-in games, as an option.

use clap::ValueEnum;
use plumb::counterfactual::DemoGame;

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
    /// The game.
    pub(super) fn game(self) -> DemoGame {
        match self {
            Demo::WhiteCheated => DemoGame::WhiteCheated,
            Demo::WhiteFair => DemoGame::WhiteFair,
            Demo::BlackCheated => DemoGame::BlackCheated,
            Demo::BlackFair => DemoGame::BlackFair,
        }
    }
}

//! The one face of all engines that are not us.

use std::fmt;
use std::time::Duration;

use super::error::PeerError;
use super::lines::Analysis;
use super::process::Quit;
use super::search_budget::SearchBudget;
use super::thought::Thought;
use crate::protocol::{GameResult, Level, OptionDeclaration};
use plumb_chess::board::{Game, Position};

/// An engine in another process. The caller keeps the game; the engine is
/// brought up to it with each `go`. Dropping a player kills the process.
pub trait Player: Send {
    /// What the engine said of itself.
    fn identity(&self) -> &Identity;

    /// Sets an option that the engine offers, by its name in any case. A button
    /// takes no value. CECP's `memory` and `cores` are also found as `Hash` and
    /// `Threads`. Sent at once; [`ready`](Player::ready) waits for its effect.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), PeerError>;

    /// Waits until the engine has done all that it was told.
    fn ready(&mut self) -> Result<(), PeerError>;

    /// Begins a game and waits until the engine is ready for it.
    fn new_game(&mut self, setup: &GameSetup) -> Result<(), PeerError>;

    /// Whether the engine can be held to such limits; `go` refuses others.
    fn check_limits(&self, _limits: &SearchBudget) -> Result<(), PeerError> {
        Ok(())
    }

    /// Whether one process can play more than one game.
    fn can_be_reused(&self) -> bool;

    /// Lets the engine think in the current position of `game` and waits for its
    /// answer. After `patience` it is told to move at once, and has
    /// `timeouts.stop` to do so before it counts as hung.
    fn go(
        &mut self,
        game: &Game,
        limits: &SearchBudget,
        patience: Duration,
    ) -> Result<Thought, PeerError>;

    /// Lets the engine think while its opponent does, expecting the move
    /// `expected` in the current position of `game`; the next `go` resolves it.
    /// False if there is nothing to ponder: pondering is off, the move illegal,
    /// or the game over after it. CECP engines ponder by themselves.
    fn ponder(
        &mut self,
        game: &Game,
        expected: &str,
        limits: &SearchBudget,
    ) -> Result<bool, PeerError>;

    /// Tells the engine, before its turn, that its opponent offers a draw. It
    /// may accept in the `go` that follows. False if its protocol has no words
    /// for that (UCI), or the engine does not want to hear it.
    fn offer_draw(&mut self) -> Result<bool, PeerError>;

    /// Ends a game: pondering ends, and the engine is told the result if its
    /// protocol has a way to.
    fn end_game(&mut self, result: GameResult, comment: &str) -> Result<(), PeerError>;

    /// Analyses the current position of `game`, showing the best `lines` lines.
    /// With `moves`, in coordinates, only these are looked at.
    fn analyse(
        &mut self,
        game: &Game,
        limits: &SearchBudget,
        lines: u32,
        moves: &[String],
        patience: Duration,
    ) -> Result<Analysis, PeerError>;

    /// Lets the engine think as [`go`](Player::go) does, and returns the texts of the
    /// `info string` lines that it prints meanwhile, in their order (UCI only).
    fn go_for_remarks(
        &mut self,
        game: &Game,
        limits: &SearchBudget,
        patience: Duration,
    ) -> Result<Vec<String>, PeerError>;

    /// Whether the process runs.
    fn is_alive(&mut self) -> bool;

    /// The system's number of the process.
    fn process_id(&self) -> u32;

    /// The end of what the engine wrote to its standard error.
    fn stderr(&self) -> String;

    /// The commands that bring a fresh process to where this one is, its options
    /// left out.
    fn reproduction(&self) -> &[String];

    /// Asks the engine to quit, and kills it if it does not.
    fn quit(self: Box<Self>) -> Quit;
}

/// What an engine says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its name and version; empty if it did not say.
    pub name: String,
    /// Its author; empty if it did not say.
    pub author: String,
    /// The options it offers.
    pub options: Vec<OptionDeclaration>,
}

/// What is fixed for a whole game.
#[derive(Clone)]
pub struct GameSetup {
    /// Where the game starts; `go` must be given games that start here too.
    pub start: Position,
    /// Castling as in Chess960.
    pub chess960: bool,
    /// Whether the engine may think on its opponent's time.
    pub ponder: bool,
    /// The engine's time control, if it has one. UCI engines are told all they
    /// need with each `go`, CECP engines need this.
    pub level: Option<Level>,
    /// The opponent's name, for engines that want to know it.
    pub opponent: Option<String>,
}

impl GameSetup {
    /// An ordinary game from the initial position, without pondering or clock.
    pub fn standard() -> Self {
        GameSetup {
            start: Position::start(),
            chess960: false,
            ponder: false,
            level: None,
            opponent: None,
        }
    }
}

impl fmt::Debug for GameSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let style = plumb_chess::notation::FenStyle::XFen;
        f.debug_struct("GameSetup")
            .field("start", &plumb_chess::notation::to_fen(&self.start, style))
            .field("chess960", &self.chess960)
            .field("ponder", &self.ponder)
            .field("level", &self.level)
            .finish_non_exhaustive()
    }
}

//! A UCI engine as a [`Player`].
//!
//! The whole game goes with every `go`, and `isready` comes before it, so that
//! what was still on its way from earlier cannot be taken for the answer.
//! Searching and pondering are in `uci_search.rs`.

use std::time::{Duration, Instant};

use super::error::PeerError;
use super::launch::Launch;
use super::lines::Analysis;
use super::options;
use super::player::{GameSetup, Identity, Player};
use super::process::{Process, Quit};
use super::search_budget::SearchBudget;
use super::thought::{Thought, after};
use super::uci_position::PositionCommand;
use crate::protocol::{GameResult, OptionKind, ParseError, UciCommand, UciReply};
use plumb_chess::board::{Game, Move};
use plumb_support::wording::text;

/// The button that clears the transposition table, as engines name it.
const CLEAR_HASH: &str = "Clear Hash";

/// A UCI engine.
pub(super) struct UciPlayer {
    pub(super) process: Process,
    identity: Identity,
    /// Castling as in Chess960, as the engine was last told.
    pub(super) chess960: bool,
    /// Whether this game is played with pondering.
    pub(super) may_ponder: bool,
    /// The moves of the game it ponders on, the expected one included.
    pub(super) pondering: Option<Vec<Move>>,
    /// The last position command sent.
    pub(super) position: PositionCommand,
    /// Lines shown, as the engine was last told.
    lines: u32,
}

impl UciPlayer {
    pub(super) fn start(launch: &Launch) -> Result<Self, PeerError> {
        let mut process = Process::start(launch)?;
        let patience = launch.timeouts.start;
        let since = process.send(&UciCommand::Uci)?;
        let mut identity = Identity::default();
        loop {
            let line = process.expect_until(after(since, patience), "uciok", patience)?;
            match UciReply::parse(&line.text) {
                Ok(Some(UciReply::IdName(name))) => identity.name = name,
                Ok(Some(UciReply::IdAuthor(author))) => identity.author = author,
                Ok(Some(UciReply::OptionLine(option))) => identity.options.push(option),
                Ok(Some(UciReply::UciOk)) => break,
                _ => {}
            }
        }
        let mut player = UciPlayer {
            process,
            identity,
            chess960: false,
            may_ponder: false,
            pondering: None,
            position: PositionCommand::default(),
            lines: 1,
        };
        player.process.let_wait(is_thinking);
        player.synchronise(launch.timeouts.ready)?;
        Ok(player)
    }

    /// Waits until everything before is done and everything printed is read.
    pub(super) fn synchronise(&mut self, patience: Duration) -> Result<(), PeerError> {
        let since = self.process.nudge(&UciCommand::IsReady)?;
        loop {
            let deadline = after(since, patience);
            let line = self.process.expect_until(deadline, "readyok", patience)?;
            match UciReply::parse(&line.text) {
                Ok(Some(UciReply::ReadyOk)) => return Ok(()),
                Ok(Some(UciReply::BestMove { .. })) => {
                    let problem = text!(peer_problem.bestmove);
                    return Err(self.process.violation(&line.text, problem));
                }
                _ => {}
            }
        }
    }

    /// The reply on a line. Banners and remarks say nothing, and neither does a
    /// damaged line unless it is the move.
    pub(super) fn read(&mut self, line: &str) -> Result<Option<UciReply>, PeerError> {
        match UciReply::parse(line) {
            Ok(reply) => Ok(reply),
            Err(ParseError::MissingArgument {
                place: "bestmove", ..
            }) => Err(self.process.violation(line, text!(peer_problem.no_move))),
            Err(_) => Ok(None),
        }
    }

    /// Sets an option that is offered, without looking at the value.
    fn tell_option(&mut self, name: &str, value: Option<String>) -> Result<(), PeerError> {
        let declared = options::find(&self.identity.options, name);
        let name = declared.map_or(name, |option| &option.name).to_owned();
        // An empty text has this name in UCI.
        let value = value.map(|value| match value.as_str() {
            "" => "<empty>".to_owned(),
            _ => value,
        });
        let command = UciCommand::SetOption { name, value };
        self.process.nudge(&command).map(|_| ())
    }

    fn offers(&self, name: &str) -> bool {
        options::find(&self.identity.options, name).is_some()
    }

    /// Shows so many lines from now on, or as many as the engine can.
    pub(super) fn set_lines(&mut self, lines: u32) -> Result<(), PeerError> {
        if lines == self.lines {
            return Ok(());
        }
        let option = options::find(&self.identity.options, "MultiPV");
        let Some(OptionKind::Spin { max, .. }) = option.map(|option| &option.kind) else {
            return Err(self.process.unsupported(text!(unsupported.lines)));
        };
        let told = i64::from(lines).min(*max);
        self.tell_option("MultiPV", Some(told.to_string()))?;
        self.lines = lines;
        Ok(())
    }
}

impl Player for UciPlayer {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), PeerError> {
        let engine = &self.process.launch().name;
        let Some(option) = options::find(&self.identity.options, name) else {
            return Err(options::unknown(engine, name, &self.identity.options));
        };
        let value = options::check(engine, option, value)?;
        self.stop_pondering()?;
        self.tell_option(name, value)
    }

    fn ready(&mut self) -> Result<(), PeerError> {
        // While pondering too the answer must come at once.
        if self.pondering.is_none() {
            return self.synchronise(self.process.launch().timeouts.ready);
        }
        self.stop_pondering()?;
        self.synchronise(self.process.launch().timeouts.ready)
    }

    fn new_game(&mut self, setup: &GameSetup) -> Result<(), PeerError> {
        self.stop_pondering()?;
        if setup.chess960 != self.chess960 {
            if !self.offers("UCI_Chess960") {
                return Err(self.process.unsupported("Chess960"));
            }
            self.tell_option("UCI_Chess960", Some(setup.chess960.to_string()))?;
            self.chess960 = setup.chess960;
        }
        // Some engines plan their time by it, whether they are let or not.
        self.may_ponder = setup.ponder && self.offers("Ponder");
        if self.offers("Ponder") {
            self.tell_option("Ponder", Some(self.may_ponder.to_string()))?;
        }
        self.process.mark();
        self.process.send(&UciCommand::NewGame)?;
        // To some engines, Stockfish 3.0 among them, a new game alone is no reason to forget.
        if options::has_button(&self.identity.options, CLEAR_HASH) {
            self.tell_option(CLEAR_HASH, None)?;
        }
        self.synchronise(self.process.launch().timeouts.new_game)
    }

    fn can_be_reused(&self) -> bool {
        true
    }

    fn go(
        &mut self,
        game: &Game,
        limits: &SearchBudget,
        patience: Duration,
    ) -> Result<Thought, PeerError> {
        self.think(game, limits, patience)
    }

    fn ponder(
        &mut self,
        game: &Game,
        expected: &str,
        limits: &SearchBudget,
    ) -> Result<bool, PeerError> {
        self.begin_pondering(game, expected, limits)
    }

    fn offer_draw(&mut self) -> Result<bool, PeerError> {
        Ok(false)
    }

    fn end_game(&mut self, _result: GameResult, _comment: &str) -> Result<(), PeerError> {
        self.stop_pondering()
    }

    fn analyse(
        &mut self,
        game: &Game,
        limits: &SearchBudget,
        lines: u32,
        moves: &[String],
        patience: Duration,
    ) -> Result<Analysis, PeerError> {
        self.analyse_lines(game, limits, lines, moves, patience)
    }

    fn go_for_remarks(
        &mut self,
        game: &Game,
        limits: &SearchBudget,
        patience: Duration,
    ) -> Result<Vec<String>, PeerError> {
        self.remarks(game, limits, patience)
    }

    fn is_alive(&mut self) -> bool {
        self.process.is_alive()
    }

    fn process_id(&self) -> u32 {
        self.process.id()
    }

    fn stderr(&self) -> String {
        self.process.stderr()
    }

    fn reproduction(&self) -> &[String] {
        self.process.session()
    }

    fn quit(mut self: Box<Self>) -> Quit {
        if self.pondering.is_some() {
            let _ = self.process.nudge(&UciCommand::Stop);
        }
        self.process.quit(&UciCommand::Quit)
    }
}

/// The time since `since`, none if `at` is earlier.
pub(super) fn elapsed(since: Instant, at: Instant) -> Duration {
    at.saturating_duration_since(since)
}

/// Whether a line shows thinking, which nobody has to see at once.
pub(super) fn is_thinking(line: &str) -> bool {
    line.starts_with("info ")
}

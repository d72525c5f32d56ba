//! A CECP engine as a [`Player`].
//!
//! The engine keeps a board of its own. Each `go` compares the caller's game
//! with it: usually just the opponent's last move is missing, and sending that
//! sets the engine thinking; otherwise it is put in force mode and brought up
//! to date. Thinking is in `cecp_think.rs`, features and their defaults in
//! `cecp_features.rs`.

use std::time::{Duration, Instant};

use super::cecp_board::{Known, edit_lines, fen, is_initial, move_text};
use super::cecp_features::Features;
use super::cecp_pace as pace;
use super::cecp_replies::{could_be_move, is_thinking, old_move};
use super::error::PeerError;
use super::launch::Launch;
use super::lines::Analysis;
use super::options;
use super::player::{GameSetup, Identity, Player};
use super::process::{Process, Quit};
use super::reader::Line;
use super::search_budget::SearchBudget;
use super::thought::{Thought, after};
use crate::protocol::{Audience, CecpCommand, CecpReply, GameResult};
use plumb_chess::board::{Color, Game, Position};
use plumb_support::wording;

/// A CECP engine.
pub(super) struct CecpPlayer {
    pub(super) process: Process,
    pub(super) features: Features,
    identity: Identity,
    pub(super) setup: GameSetup,
    /// What it has on its board; none if that is not sure.
    pub(super) known: Option<Known>,
    /// The side it plays; none in force mode.
    pub(super) plays: Option<Color>,
    /// The limits it was last given.
    pub(super) standing: Vec<CecpCommand>,
    /// It was told to do something else while it may have been thinking, so
    /// that a move may still come.
    pub(super) may_move_late: bool,
    ping: i64,
    /// The opponent offers a draw with the move that comes next.
    pub(super) hears_offer: bool,
    /// When it offered one itself, on this turn.
    pub(super) offered_at: Option<Instant>,
}

impl CecpPlayer {
    pub(super) fn start(launch: &Launch) -> Result<Self, PeerError> {
        let mut process = Process::start(launch)?;
        process.send(&CecpCommand::Xboard)?;
        let since = process.send(&CecpCommand::Protover(2))?;
        let features = receive_features(&mut process, since)?;
        let identity = Identity {
            name: features.myname.clone(),
            author: String::new(),
            options: features.all_options(),
        };
        let mut player = CecpPlayer {
            process,
            features,
            identity,
            setup: GameSetup::standard(),
            known: None,
            plays: None,
            standing: Vec::new(),
            may_move_late: false,
            ping: 0,
            hears_offer: false,
            offered_at: None,
        };
        player.process.let_wait(is_thinking);
        player.synchronise(launch.timeouts.start)?;
        Ok(player)
    }

    /// Waits until everything before is done and everything printed is read. An
    /// engine without `ping` can only be looked at.
    pub(super) fn synchronise(&mut self, patience: Duration) -> Result<(), PeerError> {
        let since = if self.features.ping {
            self.ping += 1;
            self.process.nudge(&CecpCommand::Ping(self.ping))?
        } else {
            Instant::now()
        };
        loop {
            let line = if self.features.ping {
                let deadline = after(since, patience);
                self.process.expect_until(deadline, "pong", patience)?
            } else {
                match self.process.receive_until(since)? {
                    Some(line) => line,
                    None => return Ok(()),
                }
            };
            match self.read(&line)? {
                Some(CecpReply::Pong(number)) if number == self.ping => {
                    self.may_move_late = false;
                    return Ok(());
                }
                Some(CecpReply::Move(_)) if !self.may_move_late => {
                    let problem = wording::text!(peer_problem.r#move);
                    return Err(self.process.violation(&line.text, problem));
                }
                _ => {}
            }
        }
    }

    /// The reply on a line, unless it says nothing. That one of our moves or
    /// positions is refused is an error at any time.
    pub(super) fn read(&mut self, line: &Line) -> Result<Option<CecpReply>, PeerError> {
        if let Some(text) = old_move(&line.text, self.features.is_version_2) {
            return Ok(Some(CecpReply::Move(text.to_owned())));
        }
        match CecpReply::parse(&line.text) {
            Ok(Some(CecpReply::IllegalMove { text, .. })) if self.has_sent_move(&text) => {
                let problem = wording::text!(peer_problem.refused_move);
                Err(self.process.violation(&line.text, problem))
            }
            Ok(Some(CecpReply::Tell {
                audience: Audience::UserError,
                text,
            })) if text.to_ascii_lowercase().contains("illegal position") => {
                let problem = wording::text!(peer_problem.refused_position);
                Err(self.process.violation(&line.text, problem))
            }
            Ok(Some(CecpReply::Move(text))) if !could_be_move(&text) => Ok(None),
            Ok(Some(CecpReply::OfferDraw)) => {
                self.offered_at = Some(line.at);
                Ok(Some(CecpReply::OfferDraw))
            }
            Ok(reply) => Ok(reply),
            // Banners and prompts say nothing.
            Err(_) => Ok(None),
        }
    }

    /// Whether this is a move of ours: some engines call every command that they
    /// do not know an illegal move.
    fn has_sent_move(&self, text: &str) -> bool {
        let sent = self.process.session().iter();
        let mut moves = sent.map(|line| line.strip_prefix("usermove ").unwrap_or(line));
        text.split_whitespace()
            .last()
            .is_some_and(|text| could_be_move(text) && moves.any(|mv| mv == text))
    }

    /// Begins a game from `start`, everything else as `self.setup` has it.
    pub(super) fn begin(&mut self, start: &Position) -> Result<(), PeerError> {
        let chess960 = self.setup.chess960;
        if chess960 && !self.features.plays_chess960() {
            return Err(self.process.unsupported("Chess960"));
        }
        let fen = fen(start);
        let edit = edit_lines(start);
        let is_initial = is_initial(&fen) && !chess960;
        if !is_initial && !self.features.setboard && (edit.is_none() || chess960) {
            let what = wording::say!(unsupported.position, fen);
            return Err(self.process.unsupported(what));
        }
        self.known = None;
        self.plays = None;
        self.hears_offer = false;
        self.standing.clear();
        self.process.mark();
        // An engine that ponders or thinks may move before it reads this.
        self.process.send(&CecpCommand::Force)?;
        self.process.send(&CecpCommand::New)?;
        if chess960 {
            let name = "fischerandom".to_owned();
            self.process.send(&CecpCommand::Variant(name))?;
        }
        self.process.send(&CecpCommand::Force)?;
        if !is_initial && self.features.setboard {
            self.process.send(&CecpCommand::SetBoard(fen.clone()))?;
        } else if let Some(edit) = edit.filter(|_| !is_initial) {
            if start.turn() == Color::Black {
                // Edit mode cannot say who moves; any move of White's can.
                self.send_move("a2a3".to_owned())?;
            }
            self.process.send(&CecpCommand::Edit)?;
            for line in edit {
                self.process.send(&line)?;
            }
        }
        if let Some(level) = self.setup.level {
            let level = CecpCommand::Level(level);
            self.process.send(&level)?;
            self.standing.push(level);
        }
        self.process.send(&CecpCommand::Post)?;
        let pondering = match self.setup.ponder {
            true => CecpCommand::Hard,
            false => CecpCommand::Easy,
        };
        self.process.send(&pondering)?;
        if self.features.wants_courtesies() {
            self.process.send(&CecpCommand::Computer)?;
            if let Some(name) = self.setup.opponent.clone() {
                self.process.send(&CecpCommand::Name(name))?;
            }
        }
        self.synchronise(self.process.launch().timeouts.new_game)?;
        // Whatever it offered was about another game.
        self.offered_at = None;
        self.known = Some(Known {
            start: fen,
            moves: Vec::new(),
        });
        Ok(())
    }

    /// Sends a move in the form the engine wants.
    pub(super) fn send_move(&mut self, text: String) -> Result<Instant, PeerError> {
        self.process.send(&match self.features.usermove {
            true => CecpCommand::UserMove(text),
            false => CecpCommand::BareMove(text),
        })
    }

    /// Sends the move that leads from one position of the game to the next.
    pub(super) fn send_game_move(&mut self, game: &Game, ply: usize) -> Result<Instant, PeerError> {
        let played = game.moves().get(ply).copied().flatten();
        let text = game
            .position_at(ply)
            .zip(played)
            .map(|(position, mv)| move_text(position, mv, self.features.san, self.setup.chess960));
        match text {
            Some(text) => self.send_move(text),
            None => Err(self.process.unsupported(wording::text!(unsupported.pass))),
        }
    }
}

/// Reads the features up to `done=1`. An engine of the protocol's first version
/// says nothing, so two seconds of silence end the list too, unless it has
/// asked for more time.
fn receive_features(process: &mut Process, since: Instant) -> Result<Features, PeerError> {
    let timeouts = process.launch().timeouts;
    let latest = after(since, timeouts.start);
    let mut features = Features::default();
    let mut silence = after(since, timeouts.features);
    loop {
        let deadline = match features.done {
            Some(true) => return Ok(features),
            Some(false) => latest,
            None => silence.min(latest),
        };
        let Some(line) = process.receive_until(deadline)? else {
            if features.done == Some(false) {
                return Err(process.hang("feature done=1", timeouts.start));
            }
            return Ok(features);
        };
        let Ok(Some(CecpReply::Feature(list))) = CecpReply::parse(&line.text) else {
            continue;
        };
        silence = after(line.at, timeouts.features);
        for feature in list {
            let name = feature.name.clone();
            let answer = match features.take(feature) {
                true => CecpCommand::Accepted(name),
                false => CecpCommand::Rejected(name),
            };
            process.nudge(&answer)?;
        }
    }
}

impl Player for CecpPlayer {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), PeerError> {
        let engine = &self.process.launch().name;
        let offered = &self.identity.options;
        let option = options::find(offered, name).or_else(|| {
            let command = match name.to_ascii_lowercase().as_str() {
                "hash" => "memory",
                "threads" => "cores",
                _ => return None,
            };
            options::find(offered, command)
        });
        let Some(option) = option else {
            return Err(options::unknown(engine, name, offered));
        };
        let value = options::check(engine, option, value)?;
        let number = value.as_deref().and_then(|value| value.parse().ok());
        let is_declared = self.features.options.contains(option);
        let command = match (option.name.as_str(), number) {
            ("memory", Some(megabytes)) if !is_declared => CecpCommand::MemoryMegabytes(megabytes),
            ("cores", Some(cores)) if !is_declared => {
                CecpCommand::Cores(u32::try_from(cores).unwrap_or(u32::MAX))
            }
            _ => CecpCommand::Option {
                name: option.name.clone(),
                value: value.map(|value| match value.as_str() {
                    "true" => "1".to_owned(),
                    "false" => "0".to_owned(),
                    _ => value,
                }),
            },
        };
        self.process.nudge(&command).map(|_| ())
    }

    fn ready(&mut self) -> Result<(), PeerError> {
        self.synchronise(self.process.launch().timeouts.ready)
    }

    fn new_game(&mut self, setup: &GameSetup) -> Result<(), PeerError> {
        self.setup = setup.clone();
        self.begin(&setup.start)
    }

    fn check_limits(&self, limits: &SearchBudget) -> Result<(), PeerError> {
        if pace::is_node_limit(limits) && !self.features.nps {
            return Err(self.process.unsupported(wording::text!(unsupported.nodes)));
        }
        Ok(())
    }

    fn can_be_reused(&self) -> bool {
        // Without ping a late move could end up in the next game.
        self.features.reuse && self.features.ping
    }

    fn go(
        &mut self,
        game: &Game,
        limits: &SearchBudget,
        patience: Duration,
    ) -> Result<Thought, PeerError> {
        self.think(game, limits, patience)
    }

    fn ponder(&mut self, _: &Game, _expected: &str, _: &SearchBudget) -> Result<bool, PeerError> {
        Ok(self.setup.ponder && self.plays.is_some())
    }

    fn offer_draw(&mut self) -> Result<bool, PeerError> {
        if !self.features.hears_draw_offers() {
            return Ok(false);
        }
        self.process.send(&CecpCommand::Draw)?;
        self.hears_offer = true;
        Ok(true)
    }

    fn end_game(&mut self, result: GameResult, comment: &str) -> Result<(), PeerError> {
        self.process.send(&CecpCommand::Force)?;
        self.plays = None;
        if !self.features.wants_courtesies() {
            return Ok(());
        }
        let comment = comment.to_owned();
        let command = CecpCommand::Result { result, comment };
        self.process.send(&command).map(|_| ())
    }

    fn analyse(
        &mut self,
        _: &Game,
        _: &SearchBudget,
        _: u32,
        _: &[String],
        _: Duration,
    ) -> Result<Analysis, PeerError> {
        Err(self
            .process
            .unsupported(wording::text!(unsupported.analysis)))
    }

    fn go_for_remarks(
        &mut self,
        _: &Game,
        _: &SearchBudget,
        _: Duration,
    ) -> Result<Vec<String>, PeerError> {
        Err(self
            .process
            .unsupported(wording::text!(unsupported.remarks)))
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

    fn quit(self: Box<Self>) -> Quit {
        self.process.quit(&CecpCommand::Quit)
    }
}

//! Searching with a UCI engine: thinking, pondering, analysing.

use std::time::{Duration, Instant};

use super::error::PeerError;
use super::lines::{Analysis, Follower, History, ThinkingResult};
use super::search_budget::SearchBudget;
use super::thought::{Answer, Thought, Wait, after};
use super::uci::{UciPlayer, elapsed, is_thinking};
use crate::protocol::{GoParameters, InfoLine, UciCommand, UciReply};
use plumb_chess::board::{Color, Game, Move};
use plumb_chess::notation::parse_move;

/// The end of a search.
struct Found {
    best: Option<String>,
    ponder: Option<String>,
    at: Instant,
    was_stopped: bool,
}

impl UciPlayer {
    pub(super) fn think(
        &mut self,
        game: &Game,
        limits: &SearchBudget,
        patience: Duration,
    ) -> Result<Thought, PeerError> {
        let since = match self.pondering.take() {
            Some(line) if line == moves_of(game) => self.process.send(&UciCommand::PonderHit)?,
            pondering => {
                self.pondering = pondering;
                self.stop_pondering()?;
                self.set_lines(1)?;
                self.begin_search(game, go_parameters(limits))?
            }
        };
        let wait = Wait::new(since, patience, limits);
        let mut follower = Follower::default();
        let found = self.wait_for_move(wait, |numbers, line| {
            follower.take_numbers(numbers, line);
            follower.nodes()
        })?;
        let ThinkingResult { info, choice } = follower.finish();
        Ok(Thought {
            answer: found.best.map_or(Answer::NoMove, Answer::Move),
            ponder: found.ponder,
            info,
            choice,
            elapsed: elapsed(since, found.at),
            offers_draw: false,
            was_stopped: found.was_stopped,
        })
    }

    pub(super) fn analyse_lines(
        &mut self,
        game: &Game,
        limits: &SearchBudget,
        lines: u32,
        moves: &[String],
        patience: Duration,
    ) -> Result<Analysis, PeerError> {
        self.stop_pondering()?;
        self.set_lines(lines.max(1))?;
        let mut go = go_parameters(limits);
        go.search_moves = moves.to_vec();
        let since = self.begin_search(game, go)?;
        let wait = Wait::new(since, patience, limits);
        let mut history = History::default();
        let mut searched = 0;
        let found = self.wait_for_move(wait, |numbers, line| {
            searched = searched.max(numbers.nodes.unwrap_or(0));
            if let Ok(Some(UciReply::Info(info))) = UciReply::parse(&line) {
                history.take(info.into());
            }
            searched
        })?;
        let elapsed = elapsed(since, found.at);
        Ok(Analysis::new(history.into_lines(), found.best, elapsed))
    }

    /// Searches for one line and returns what the engine says in words meanwhile.
    pub(super) fn remarks(
        &mut self,
        game: &Game,
        limits: &SearchBudget,
        patience: Duration,
    ) -> Result<Vec<String>, PeerError> {
        self.stop_pondering()?;
        self.set_lines(1)?;
        let since = self.begin_search(game, go_parameters(limits))?;
        let wait = Wait::new(since, patience, limits);
        let mut remarks = Vec::new();
        let mut searched = 0;
        self.wait_for_move(wait, |numbers, _| {
            searched = searched.max(numbers.nodes.unwrap_or(0));
            remarks.extend(numbers.string);
            searched
        })?;
        Ok(remarks)
    }

    pub(super) fn begin_pondering(
        &mut self,
        game: &Game,
        expected: &str,
        limits: &SearchBudget,
    ) -> Result<bool, PeerError> {
        if !self.may_ponder {
            return Ok(false);
        }
        let Ok(mv) = parse_move(game.position(), expected) else {
            return Ok(false);
        };
        let mut line = game.clone();
        line.play(mv);
        if line.outcome().is_some() {
            return Ok(false);
        }
        self.stop_pondering()?;
        self.set_lines(1)?;
        let mut go = go_parameters(limits);
        go.ponder = true;
        self.begin_search(&line, go)?;
        self.pondering = Some(moves_of(&line));
        Ok(true)
    }

    /// Ends pondering, if there is any, and throws its move away.
    pub(super) fn stop_pondering(&mut self) -> Result<(), PeerError> {
        if self.pondering.take().is_none() {
            return Ok(());
        }
        let since = self.process.nudge(&UciCommand::Stop)?;
        let patience = self.process.launch().timeouts.stop;
        loop {
            let deadline = after(since, patience);
            let line = self.process.expect_until(deadline, "bestmove", patience)?;
            if let Some(UciReply::BestMove { .. }) = self.read(&line.text)? {
                return Ok(());
            }
        }
    }

    /// Sets the position up and starts searching; gives the time of the start.
    fn begin_search(&mut self, game: &Game, go: GoParameters) -> Result<Instant, PeerError> {
        self.synchronise(self.process.launch().timeouts.ready)?;
        self.process.mark();
        let position = self.position.command(game, self.chess960);
        self.process.send_with_next(&position);
        self.process.send(&UciCommand::Go(go))
    }

    /// Waits for the move. `follow` is given what the engine shows, the numbers
    /// and the whole line, and says how many positions have been searched so far.
    fn wait_for_move(
        &mut self,
        wait: Wait,
        mut follow: impl FnMut(InfoLine, String) -> u64,
    ) -> Result<Found, PeerError> {
        self.process.let_wait(match wait.watches_thinking() {
            true => |_| false,
            false => is_thinking,
        });
        let grace = self.process.launch().timeouts.stop;
        let mut deadline = wait.deadline();
        let mut was_stopped = false;
        let mut was_over = false;
        loop {
            let Some(line) = self.process.receive_until(deadline)? else {
                if was_stopped {
                    return Err(self.process.hang("bestmove", wait.patience + grace));
                }
                deadline = after(self.process.nudge(&UciCommand::Stop)?, grace);
                was_stopped = true;
                continue;
            };
            if let Some(numbers) = InfoLine::parse_numbers(&line.text) {
                let depth = numbers.depth;
                let searched = follow(numbers, line.text);
                if !was_over && wait.is_over(searched, depth) {
                    self.process.nudge(&UciCommand::Stop)?;
                    was_over = true;
                }
            } else if let Some(UciReply::BestMove { best, ponder }) = self.read(&line.text)? {
                return Ok(Found {
                    best,
                    ponder,
                    at: line.at,
                    was_stopped,
                });
            }
        }
    }
}

/// The moves played, passes (which games played by people or engines do not
/// have) left out.
pub(super) fn moves_of(game: &Game) -> Vec<Move> {
    game.moves().iter().flatten().copied().collect()
}

fn go_parameters(limits: &SearchBudget) -> GoParameters {
    let ms = |duration: Duration| i64::try_from(duration.as_millis()).unwrap_or(i64::MAX);
    // Several engines take a clock at or below zero for none at all.
    let clock = |side: Color| limits.clocks.map(|clocks| clocks.of(side).left_ms.max(1));
    let increment = |side: Color| {
        let clocks = limits.clocks?;
        i64::try_from(clocks.of(side).increment_ms).ok()
    };
    GoParameters {
        white_time_ms: clock(Color::White),
        black_time_ms: clock(Color::Black),
        white_increment_ms: increment(Color::White),
        black_increment_ms: increment(Color::Black),
        moves_to_go: limits.clocks.and_then(|clocks| clocks.moves_to_go),
        depth: limits.depth,
        nodes: limits.nodes,
        mate: limits.mate,
        move_time_ms: limits.move_time.map(ms),
        infinite: *limits == SearchBudget::default(),
        ..GoParameters::default()
    }
}

//! A CECP engine's turn.

use std::time::Duration;

use super::cecp::CecpPlayer;
use super::cecp_board::start_fen;
use super::cecp_pace as pace;
use super::cecp_replies::{is_thinking, take_pondered};
use super::error::PeerError;
use super::lines::{Follower, ThinkingResult};
use super::player::Player;
use super::search_budget::SearchBudget;
use super::thought::{Answer, Thought, Wait, after};
use super::uci::elapsed;
use super::uci_search::moves_of;
use crate::protocol::{CecpCommand, CecpReply};
use plumb_chess::board::Game;
use plumb_chess::notation::parse_move;
use plumb_support::wording;

impl CecpPlayer {
    pub(super) fn think(
        &mut self,
        game: &Game,
        limits: &SearchBudget,
        patience: Duration,
    ) -> Result<Thought, PeerError> {
        self.check_limits(limits)?;
        let since = self.begin_turn(game, limits)?;
        let wait = Wait::new(since, patience, limits);
        let thought = self.wait_for_answer(game, wait);
        self.hears_offer = false;
        self.offered_at = None;
        let mut thought = thought?;
        let read = |text: &str| parse_move(game.position(), text);
        let played = thought.mv().map(read);
        let choice = thought.choice.as_deref().map(read);
        if self.setup.ponder && choice.is_some() && choice != played {
            // Having read our move, some still print a last line about the one
            // that they expected.
            thought.info = None;
            thought.choice = None;
        }
        match (played, &mut self.known) {
            // It has made the move on its own board.
            (Some(Ok(mv)), Some(known)) => known.moves.push(mv),
            _ => self.leave_game(),
        }
        Ok(thought)
    }

    /// What the engine has on its board is not sure any more.
    fn leave_game(&mut self) {
        self.known = None;
        self.plays = None;
        self.may_move_late = true;
    }

    /// Brings the engine up to date and sets it thinking; gives the time of that.
    fn begin_turn(
        &mut self,
        game: &Game,
        limits: &SearchBudget,
    ) -> Result<std::time::Instant, PeerError> {
        let (start, moves) = (start_fen(game), moves_of(game));
        let side = game.position().turn();
        let missing = |known: &super::cecp_board::Known| known.missing(&start, &moves);
        if self.known.as_ref().and_then(missing).is_none() {
            self.begin(game.start())?;
        }
        let missing = self.known.as_ref().and_then(missing).map_or(0, |m| m.len());
        let first = moves.len() - missing;
        let is_its_reply = self.plays == Some(side) && missing == 1;
        if !is_its_reply {
            if self.plays.take().is_some() {
                self.process.send(&CecpCommand::Force)?;
            }
            for ply in first..moves.len() {
                self.send_game_move(game, ply)?;
            }
        }
        let nps = self.features.nps;
        let standing = pace::renewed(&self.standing, &self.setup, limits, side, nps);
        self.send_standing(standing)?;
        if !is_its_reply {
            self.synchronise(self.process.launch().timeouts.ready)?;
        }
        if let Some(clocks) = pace::clocks(limits, side, nps).filter(|_| self.features.time) {
            for clock in clocks {
                self.process.send(&clock)?;
            }
        }
        let since = if is_its_reply {
            self.send_game_move(game, first)?
        } else {
            if !self.features.is_version_2 {
                // The oldest engines ask the side to move of these.
                self.process
                    .send(&side.fold(CecpCommand::White, CecpCommand::Black))?;
            }
            self.process.send(&CecpCommand::Go)?
        };
        self.plays = Some(side);
        if let Some(known) = &mut self.known {
            known.moves = moves;
        }
        Ok(since)
    }

    /// Sends the limits that are not those the engine has.
    fn send_standing(&mut self, standing: Vec<CecpCommand>) -> Result<(), PeerError> {
        for command in &standing {
            if !self.standing.contains(command) {
                self.process.send(command)?;
            }
        }
        // A rate or a depth cannot be taken back, only be put out of the way.
        let has = |list: &[CecpCommand], wanted: fn(&CecpCommand) -> bool| list.iter().any(wanted);
        let is_depth: fn(&CecpCommand) -> bool = |c| matches!(c, CecpCommand::MaxDepth(_));
        if has(&self.standing, is_depth) && !has(&standing, is_depth) {
            self.process.send(&CecpCommand::MaxDepth(99))?;
        }
        let is_rate: fn(&CecpCommand) -> bool = |c| matches!(c, CecpCommand::NodeRate(_));
        if has(&self.standing, is_rate) && !has(&standing, is_rate) {
            self.process.send(&CecpCommand::NodeRate(-1))?;
        }
        self.standing = standing;
        Ok(())
    }

    fn wait_for_answer(&mut self, game: &Game, wait: Wait) -> Result<Thought, PeerError> {
        let grace = self.process.launch().timeouts.stop;
        let mut follower = Follower::default();
        let mut deadline = wait.deadline();
        self.process.let_wait(match wait.watches_thinking() {
            true => |_| false,
            false => is_thinking,
        });
        let mut was_stopped = false;
        let mut was_over = false;
        loop {
            if let Some(at) = self.offered_at.filter(|_| self.hears_offer) {
                let ThinkingResult { info, choice } = follower.finish();
                return Ok(Thought {
                    answer: Answer::AcceptDraw,
                    ponder: None,
                    info,
                    choice,
                    elapsed: elapsed(wait.since, at),
                    offers_draw: true,
                    was_stopped,
                });
            }
            let Some(line) = self.process.receive_until(deadline)? else {
                if was_stopped {
                    return Err(self.process.hang("move", wait.patience + grace));
                }
                deadline = after(self.process.nudge(&CecpCommand::MoveNow)?, grace);
                was_stopped = true;
                continue;
            };
            let reply = self.read(&line)?;
            let came_before = line.at < wait.since;
            let answer = match reply {
                Some(CecpReply::Move(_)) if came_before && self.features.is_version_2 => {
                    let problem = wording::text!(peer_problem.r#move);
                    return Err(self.process.violation(&line.text, problem));
                }
                // Old engines say a move twice, in two forms.
                Some(CecpReply::Move(_)) if came_before => continue,
                // The second may come after the opponent has replied.
                Some(CecpReply::Move(text))
                    if !self.features.is_version_2 && is_said_again(game, &text) =>
                {
                    continue;
                }
                Some(CecpReply::Move(text)) => Answer::Move(text),
                Some(CecpReply::Resign) => Answer::Resign,
                Some(CecpReply::Result { result, comment }) => Answer::Claim { result, comment },
                Some(CecpReply::Thinking(mut thinking)) => {
                    let pondered = take_pondered(&mut thinking);
                    // What it thought before was about the move it expected.
                    if came_before && !pondered.is_some_and(|text| was_played(game, &text)) {
                        continue;
                    }
                    let depth = Some(thinking.ply);
                    follower.take(thinking.into());
                    if !was_over && wait.is_over(follower.nodes(), depth) {
                        self.process.nudge(&CecpCommand::MoveNow)?;
                        was_over = true;
                    }
                    continue;
                }
                _ => continue,
            };
            let ThinkingResult { info, choice } = follower.finish();
            return Ok(Thought {
                answer,
                ponder: None,
                info,
                choice,
                elapsed: elapsed(wait.since, line.at),
                offers_draw: self.offered_at.is_some(),
                was_stopped,
            });
        }
    }
}

/// Whether this is the last move of the game.
fn was_played(game: &Game, text: &str) -> bool {
    let last = game.moves().last().copied().flatten();
    let before = game.ply().checked_sub(1);
    let before = before.and_then(|ply| game.position_at(ply));
    before.is_some_and(|position| parse_move(position, text).ok() == last && last.is_some())
}

/// Whether this is the own last move, said once more, and no move now.
fn is_said_again(game: &Game, text: &str) -> bool {
    let Some(before) = game.ply().checked_sub(2) else {
        return false;
    };
    let own = game.moves()[before];
    let read = |position| parse_move(position, text).ok();
    own.is_some()
        && game.position_at(before).and_then(read) == own
        && read(game.position()).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::board::Position;

    #[test]
    fn the_own_last_move_is_known_again_unless_it_can_be_played_again() {
        let mut game = Game::new(Position::start());
        assert!(!is_said_again(&game, "e2e4"));
        for (text, again) in [("e2e4", false), ("e7e5", false), ("g1f3", true)] {
            assert_eq!(is_said_again(&game, "e2e4"), again, "before {text}");
            let mv = parse_move(game.position(), text).unwrap();
            game.play(mv);
        }
        assert!(is_said_again(&game, "e7e5") && !is_said_again(&game, "e2e4"));
        assert!(!is_said_again(&game, "d7d5"));
    }
}

//! Recorded games played out from the end of the opening, between two simulated people of
//! whom one may have an assistant.
//!
//! Each move is drawn as the human-choice model says that people of the mover's rating play
//! after a first glance; in a share of the numbered player's moves an assistant is asked
//! instead. People and help draw from streams of their own, one for each game: a game
//! depends on its start, the seed and the assistant's answers alone. A game with help
//! and the same one without go the same way up to the first move that the assistant makes
//! otherwise. Start with `PlayOut::play`.

use std::sync::atomic::AtomicBool;

use super::assistance::{ASSISTANT_LINES, AdvisedMove, Pick};
use super::play_plan::PlayStart;
use plumb_chess::board::{Color, Game, Outcome};
use plumb_chess::notation::pgn::GameResult;
use plumb_coach::analysis::Probe;
use plumb_engine::choice::HumanModel;
use plumb_support::random::Random;

/// Somebody who sees himself so far behind, in centipawns, ...
pub const RESIGN_CP: i32 = 700;
/// ... at so many of his moves in a row, resigns.
pub const RESIGN_MOVES: usize = 3;

/// How games are played out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayOut {
    /// In which share of the numbered player's moves, 0 to 1, the assistant is asked.
    pub share: f64,
    /// Which of its moves is made.
    pub pick: Pick,
    /// A game is broken off after so many plies, the opening's among them.
    pub plies: usize,
    /// Seed of all draws.
    pub seed: u64,
}

/// How a game that was played out ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayEnding {
    /// By the rules; the side to move has been mated if it was a mate.
    Rules(Outcome, Color),
    /// This side resigned.
    Resignation(Color),
    /// It was broken off.
    Length,
}

impl PlayEnding {
    /// The result; none where it was broken off.
    pub fn result(self) -> Option<GameResult> {
        let lost_by = |side: Color| side.fold(GameResult::BlackWins, GameResult::WhiteWins);
        match self {
            PlayEnding::Rules(Outcome::Checkmate, side) => Some(lost_by(side)),
            PlayEnding::Rules(..) => Some(GameResult::Draw),
            PlayEnding::Resignation(side) => Some(lost_by(side)),
            PlayEnding::Length => None,
        }
    }

    /// What ended it, in a few words.
    pub fn words(self) -> &'static str {
        match self {
            PlayEnding::Rules(Outcome::Checkmate, _) => "checkmate",
            PlayEnding::Rules(Outcome::Stalemate, _) => "stalemate",
            PlayEnding::Rules(Outcome::InsufficientMaterial, _) => "nobody can mate",
            PlayEnding::Rules(Outcome::FiftyMoves, _) => "fifty moves",
            PlayEnding::Rules(Outcome::Threefold, _) => "threefold repetition",
            PlayEnding::Resignation(_) => "resignation",
            PlayEnding::Length => "broken off",
        }
    }
}

/// A game that was played out.
#[derive(Clone)]
pub struct PlayedOut {
    /// The whole game, the recorded opening first.
    pub game: Game,
    /// How it ended.
    pub ending: PlayEnding,
    /// Moves of the numbered player that the assistant made.
    pub assisted: usize,
    /// His moves behind the opening.
    pub moves: usize,
}

impl PlayOut {
    /// Plays a game out. `ask` gives the assistant's moves, best first; nothing where it was
    /// stopped. Nothing when stopped.
    pub fn play<E>(
        &self,
        start: &PlayStart,
        people: &HumanModel,
        probe: &mut Probe,
        stop: &AtomicBool,
        mut ask: impl FnMut(&Game) -> Result<Option<Vec<AdvisedMove>>, E>,
    ) -> Result<Option<PlayedOut>, E> {
        let stream = 2 * start.number as u64;
        let mut draws = Random::stream(self.seed, stream);
        let mut help = Random::stream(self.seed, stream + 1);
        let mut game = start.opening.clone();
        let mut lost = [0; 2];
        let (mut assisted, mut moves) = (0, 0);
        let ending = loop {
            let side = game.position().turn();
            if let Some(outcome) = game.outcome() {
                break PlayEnding::Rules(outcome, side);
            }
            if game.ply() >= self.plies {
                break PlayEnding::Length;
            }
            let person = &start.people[side.index()];
            let Some(glimpse) = person.glimpse(&game, people, probe, stop) else {
                return Ok(None);
            };
            let lost = &mut lost[side.index()];
            *lost = match glimpse.level_cp <= -RESIGN_CP {
                true => *lost + 1,
                false => 0,
            };
            if *lost >= RESIGN_MOVES {
                break PlayEnding::Resignation(side);
            }
            let Some(own) = glimpse.drawn(&mut draws) else {
                return Ok(None);
            };
            let mut mv = own;
            if side == start.side {
                moves += 1;
                if help.happens(self.share) {
                    let Some(mut answer) = ask(&game)? else {
                        return Ok(None);
                    };
                    answer.truncate(ASSISTANT_LINES);
                    let shares: Vec<f64> = answer.iter().map(|one| glimpse.share(one.mv)).collect();
                    if let Some(place) = self.pick.place(&shares, &mut help) {
                        mv = answer[place].mv;
                        assisted += 1;
                    }
                }
            }
            game.play(mv);
        };
        Ok(Some(PlayedOut {
            game,
            ending,
            assisted,
            moves,
        }))
    }
}

#[cfg(test)]
#[path = "played_out_tests.rs"]
mod tests;

//! Games between engines, with the least of a referee.

use std::time::Duration;

use plumb_chess::board::Game;
use plumb_chess::notation::parse_move;
use plumb_protocol::peer::{Answer, GameSetup, PeerError, Player, SearchBudget, Thought};
use plumb_protocol::protocol::GameResult;

/// Longer than any move of a test may take, on the slowest machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A game as far as it was played, with everything that was thought.
pub struct Played {
    /// The game as far as it was played.
    pub game: Game,
    /// One for each move.
    pub thoughts: Vec<Thought>,
    /// Why it ended, unless the rules or the limit on plies ended it.
    pub stopped_by: Option<String>,
}

/// Plays until the rules end the game, a player does not move or moves
/// illegally, or `plies` have been played.
pub fn play(
    white: &mut dyn Player,
    black: &mut dyn Player,
    setup: &GameSetup,
    limits: &SearchBudget,
    plies: usize,
) -> Result<Played, PeerError> {
    white.new_game(setup)?;
    black.new_game(setup)?;
    let mut game = Game::new(setup.start.clone());
    let mut thoughts: Vec<Thought> = Vec::new();
    let mut stopped_by = None;
    while game.outcome().is_none() && game.ply() < plies {
        let is_white = game.position().turn().fold(true, false);
        let player: &mut dyn Player = if is_white { &mut *white } else { &mut *black };
        let thought = player.go(&game, limits, PATIENCE)?;
        let played = match &thought.answer {
            Answer::Move(text) => {
                parse_move(game.position(), text).map_err(|_| format!("illegal move {text}"))
            }
            other => Err(format!("{other:?}")),
        };
        let expected = thought.ponder.clone();
        thoughts.push(thought);
        match played {
            Ok(mv) => game.play(mv),
            Err(reason) => {
                stopped_by = Some(reason);
                break;
            }
        }
        if let Some(expected) = expected.filter(|_| setup.ponder) {
            player.ponder(&game, &expected, limits)?;
        }
    }
    white.end_game(GameResult::Unknown, "enough")?;
    black.end_game(GameResult::Unknown, "enough")?;
    Ok(Played {
        game,
        thoughts,
        stopped_by,
    })
}

/// How many moves of a principal variation are legal, and how many it has.
pub fn legal_part(game: &Game, pv: &[String]) -> (usize, usize) {
    let mut game = game.clone();
    let mut legal = 0;
    for text in pv {
        match parse_move(game.position(), text) {
            Ok(mv) => game.play(mv),
            Err(_) => break,
        }
        legal += 1;
    }
    (legal, pv.len())
}

//! A game at one of its plies: the board there and the move that was played next.

use super::game::PgnGame;
use crate::board::{Game, Move};
use plumb_support::wording::{say, text};

/// The board at a ply of a recorded game.
#[derive(Clone)]
pub struct GamePoint {
    /// The game up to there, null moves kept.
    pub game: Game,
    /// The move that follows; none at the end, or where it is a null move.
    pub next: Option<Move>,
}

/// Why a game has no such ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlyError {
    /// Nothing was played.
    #[error("{}", text!(ply.no_moves))]
    NoMoves,
    /// The game is shorter.
    #[error(
        "{}",
        say!(ply.too_short, plies = .plies, asked = .asked)
    )]
    TooShort {
        /// How many plies it has.
        plies: usize,
        /// The ply that was asked for.
        asked: usize,
    },
}

impl PgnGame {
    /// The game up to its end, null moves kept.
    pub fn to_game(&self) -> Game {
        self.point(self.moves.len()).game
    }

    /// The board after `ply` plies, or else before the last one.
    pub fn at_ply(&self, ply: Option<usize>) -> Result<GamePoint, PlyError> {
        let ply = ply.unwrap_or(self.moves.len().saturating_sub(1));
        self.check_ply(ply)?;
        Ok(self.point(ply))
    }

    /// The board before the first move, no null move, from `ply` on; without a ply before the
    /// last move. After the game's end there is no next move.
    pub fn at_move(&self, ply: Option<usize>) -> Result<GamePoint, PlyError> {
        let is_move = |at: &usize| self.moves[*at].mv.is_some();
        let count = self.moves.len();
        let last = (0..count).rfind(is_move).ok_or(PlyError::NoMoves)?;
        let ply = ply.unwrap_or(last);
        self.check_ply(ply)?;
        Ok(self.point((ply..count).find(is_move).unwrap_or(count)))
    }

    fn check_ply(&self, asked: usize) -> Result<(), PlyError> {
        let plies = self.moves.len();
        match asked > plies {
            true => Err(PlyError::TooShort { plies, asked }),
            false => Ok(()),
        }
    }

    fn point(&self, ply: usize) -> GamePoint {
        let mut game = Game::new(self.start.clone());
        for played in &self.moves[..ply] {
            match played.mv {
                Some(mv) => game.play(mv),
                None => game.play_null(),
            }
        }
        let next = self.moves.get(ply).and_then(|next| next.mv);
        GamePoint { game, next }
    }
}

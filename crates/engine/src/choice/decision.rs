//! A position in which somebody chose, and what an engine sees of its moves.

use plumb_chess::board::{Game, Move, Position};

/// The moves of one iteration, best first, with scores in centipawns from the mover's side
/// on the scale of levels (a mate in n is ±(10000 - n)). Moves that are not among them were
/// worth no more than the last.
pub type Ranking = Vec<(Move, i32)>;

/// A position with its last moves and what an engine sees.
#[derive(Clone, Debug)]
pub struct Decision<'a> {
    /// The position before the move.
    pub position: &'a Position,
    /// The opponent's last move, where there was one.
    pub last_move: Option<Move>,
    /// That move captured.
    pub last_captured: bool,
    /// The player's own move before it.
    pub own_last_move: Option<Move>,
    /// Every iteration of a first glance: a search of a few plies for many lines.
    pub glance: Vec<Ranking>,
    /// The last iteration of a deeper search for a few lines; none where only a glance was
    /// taken.
    pub list: Option<Ranking>,
    /// The choice of a deeper search for one line, where there was one.
    pub first_choice: Option<Move>,
}

impl<'a> Decision<'a> {
    /// The decision on the board of `game` after a first glance.
    pub fn after(game: &'a Game, glance: Vec<Ranking>) -> Decision<'a> {
        let at = |back: usize| -> Option<(Move, &Position)> {
            let ply = game.ply().checked_sub(back)?;
            Some(((*game.moves().get(ply)?)?, game.position_at(ply)?))
        };
        Decision {
            position: game.position(),
            last_move: at(1).map(|(mv, _)| mv),
            last_captured: at(1).is_some_and(|(mv, before)| before.captured_by(mv).is_some()),
            own_last_move: at(2).map(|(mv, _)| mv),
            glance,
            list: None,
            first_choice: None,
        }
    }
}

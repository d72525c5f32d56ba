//! The stretch of a game that is looked at.

use plumb_chess::board::{Color, Game, Move};
use plumb_support::wording::say;

/// So many plies of a game, from one of them on.
#[derive(Clone)]
pub struct Window {
    /// The game up to its first ply.
    pub before: Game,
    /// The moves of both sides in it.
    pub moves: Vec<Move>,
    /// Whose moves are looked at.
    pub suspect: Color,
    /// Its first ply in the game, from 1.
    pub first_ply: usize,
}

/// The fewest moves of the suspect about which something is said.
pub const LEAST_MOVES: usize = 3;

/// Why there is no such window.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoWindow {
    /// The first ply is behind the game's end: the ply and how many there are.
    #[error(
        "{}",
        say!(window.behind_end, ply = .0, plies = .1)
    )]
    BehindTheEnd(usize, usize),
    /// Fewer plies are left than were asked for: the window and how many are left.
    #[error("{}", say!(window.short, window = .0, left = .1))]
    TooShort(usize, usize),
    /// A null move stands in it, at this ply.
    #[error("{}", say!(window.null, ply = .0))]
    NullMove(usize),
    /// The game was over at this ply.
    #[error("{}", say!(window.over, ply = .0))]
    Over(usize),
}

impl Window {
    /// The window of `plies` plies of a game from ply `first_ply`, from 1, on.
    pub fn of(
        game: &Game,
        suspect: Color,
        first_ply: usize,
        plies: usize,
    ) -> Result<Window, NoWindow> {
        let all = game.ply();
        if first_ply == 0 || first_ply > all {
            return Err(NoWindow::BehindTheEnd(first_ply, all));
        }
        let start = first_ply - 1;
        if start + plies > all {
            return Err(NoWindow::TooShort(plies, all - start));
        }
        let mut before = Game::new(game.start().clone());
        for mv in &game.moves()[..start] {
            match mv {
                Some(mv) => before.play(*mv),
                None => before.play_null(),
            }
        }
        let mut moves = Vec::with_capacity(plies);
        for (index, mv) in game.moves()[start..start + plies].iter().enumerate() {
            let ply = first_ply + index;
            moves.push(mv.ok_or(NoWindow::NullMove(ply))?);
            let position = game.position_at(ply - 1);
            if position.is_some_and(|position| position.is_insufficient_material()) {
                return Err(NoWindow::Over(ply));
            }
        }
        Ok(Window {
            before,
            moves,
            suspect,
            first_ply,
        })
    }

    /// All windows of `plies` plies, one behind the other, from ply `first_ply` to the end of the
    /// game; those in which nothing can be said are left out.
    pub fn all(game: &Game, suspect: Color, first_ply: usize, plies: usize) -> Vec<Window> {
        let starts = (first_ply.max(1)..=game.ply()).step_by(plies.max(1));
        starts
            .filter_map(|start| Window::of(game, suspect, start, plies).ok())
            .filter(|window| window.suspect_moves() >= LEAST_MOVES)
            .collect()
    }

    /// Whether the suspect makes the move at this ply of the window, from 0.
    pub fn is_suspects(&self, ply: usize) -> bool {
        (self.before.position().turn() == self.suspect) == ply.is_multiple_of(2)
    }

    /// How many moves of the suspect are in it.
    pub fn suspect_moves(&self) -> usize {
        (0..self.moves.len())
            .filter(|&ply| self.is_suspects(ply))
            .count()
    }
}

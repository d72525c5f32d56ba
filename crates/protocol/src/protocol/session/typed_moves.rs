//! Moves that a person types as a line of their own, as books write them or in
//! coordinates. In XBoard's protocol they are commands; here they are for the
//! rest.

use super::core::Core;
use crate::protocol::move_shape::looks_like_move;
use plumb_chess::board::{Color, Outcome};
use plumb_chess::notation::{parse_move, to_san};

/// Whether a line is nothing but moves, by their looks.
pub(super) fn is_moves(line: &str) -> bool {
    !line.trim().is_empty() && line.split_whitespace().all(looks_like_move)
}

impl Core {
    /// Plays the moves of a line on the board, all of them or, if one is not
    /// legal, none. No search may be running.
    pub fn play_typed(&mut self, line: &str) {
        let mut game = self.engine.game().clone();
        let mut played = Vec::new();
        for word in line.split_whitespace() {
            let Ok(mv) = parse_move(game.position(), word) else {
                let word: String = word.chars().take(20).collect();
                self.error(&format!(
                    "'{}' is no legal move here; type moves for a list",
                    word.escape_default()
                ));
                return;
            };
            played.push(to_san(game.position(), mv));
            game.play(mv);
        }
        let state = match game.outcome() {
            Some(Outcome::Checkmate) => "checkmate",
            Some(Outcome::Stalemate) => "stalemate",
            Some(Outcome::InsufficientMaterial) => "a draw: nobody can mate",
            Some(Outcome::FiftyMoves) => "a draw by the fifty-move rule",
            Some(Outcome::Threefold) => "a draw by repetition",
            None if game.position().turn() == Color::White => "White to move",
            None => "Black to move",
        };
        self.engine.set_game(game);
        self.note(&format!("played {}; {state}", played.join(" ")));
    }
}

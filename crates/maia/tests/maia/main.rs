//! Networks as files: one that is made here, the published ones, and damaged ones.

mod hostile;
mod published;
mod slow;

use plumb_chess::board::{Game, Position};
use plumb_chess::notation::{parse_fen, parse_uci_move};

/// A game from a FEN, or from the initial position if that is empty.
fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(match fen {
        "" => Position::start(),
        fen => parse_fen(fen).expect(fen),
    });
    for text in moves.split_whitespace() {
        game.play(parse_uci_move(game.position(), text).expect(text));
    }
    game
}

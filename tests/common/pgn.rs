//! Games made up for tests.

use plumb::board::{Game, Position};
use plumb::notation::to_san;

use super::Random;

/// Games of random moves between made-up players.
pub fn random_games(count: usize, plies: usize) -> String {
    let mut random = Random(17);
    let mut text = String::new();
    for number in 0..count {
        let (white, black) = (number % 7, (number + 1 + number / 7) % 7);
        text.push_str(&format!(
            "[Event \"Test\"]\n[White \"Player {white}\"]\n[Black \"Player {black}\"]\n\
             [Date \"1900.01.01\"]\n[Result \"*\"]\n\n"
        ));
        let mut game = Game::new(Position::start());
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len())];
            text.push_str(&to_san(game.position(), mv));
            text.push(' ');
            game.play(mv);
        }
        text.push_str("*\n\n");
    }
    text
}

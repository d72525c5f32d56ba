//! Games made up for tests.

use plumb::board::{Game, Move, Position};
use plumb::notation::to_san;

use super::Random;

/// A random move after which no exchange wins the other side material; any move
/// where there is none such. A fair-play run searches a serious loss again and again,
/// and would spend nearly all its time on them if every move were one.
pub fn random_move(random: &mut Random, position: &Position) -> Option<Move> {
    let moves = position.legal_moves();
    let leaves_nothing = |mv: &&Move| {
        let after = position.play(**mv);
        let mut replies = after.legal_moves().into_iter();
        !replies.any(|reply| after.captured_by(reply).is_some() && after.see_at_least(reply, 1))
    };
    let safe: Vec<Move> = moves.iter().filter(leaves_nothing).copied().collect();
    match (safe.is_empty(), moves.is_empty()) {
        (false, _) => Some(random.pick(&safe)),
        (true, false) => Some(random.pick(&moves)),
        (true, true) => None,
    }
}

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
            let Some(mv) = random_move(&mut random, game.position()) else {
                break;
            };
            text.push_str(&to_san(game.position(), mv));
            text.push(' ');
            game.play(mv);
        }
        text.push_str("*\n\n");
    }
    text
}

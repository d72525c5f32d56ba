//! Games for tests, and moves of random ones.

use plumb_chess::board::{Move, Position};

use super::Random;

/// A random move after which no exchange wins the other side material; any move
/// where there is none such.
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

/// Moves that people made. A fair-play run searches a serious loss again and again, and would
/// spend nearly all its time on random moves.
const GAMES: &str = include_str!("new_york_1924.txt");

/// The moves of each game.
pub fn moves_of_old_games() -> impl Iterator<Item = Vec<&'static str>> {
    let games = GAMES.lines().filter(|line| !line.starts_with('#'));
    games.map(|moves| moves.split(' ').collect())
}

/// The first plies of so many games, at most 60 of 24, between made-up players.
pub fn old_games(count: usize, plies: usize) -> String {
    let games: Vec<_> = moves_of_old_games().collect();
    let mut text = String::new();
    for (number, moves) in games[..count].iter().enumerate() {
        let (white, black) = (number % 7, (number + 1 + number / 7) % 7);
        let moves = &moves[..plies];
        text.push_str(&format!(
            "[Event \"Test\"]\n[White \"Player {white}\"]\n[Black \"Player {black}\"]\n\
             [Date \"1900.01.01\"]\n[Result \"*\"]\n\n{} *\n\n",
            moves.join(" ")
        ));
    }
    text
}

//! Positions for this layer's tests: random games with a liking for captures,
//! so that all kinds of endings come up.

use plumb_chess::board::{Game, Position};
use plumb_support::random::Random;

/// The positions of random games, at least `count`, none in check or over.
pub(super) fn positions(count: usize, seed: u64) -> Vec<Position> {
    let mut random = Random::seeded(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut game = Game::new(Position::start());
        while game.outcome().is_none() && game.ply() < 160 {
            let position = game.position();
            let moves = position.legal_moves();
            let order = random.order(moves.len());
            let noisy = order.iter().find(|&&at| position.is_noisy(moves[at]));
            let chosen = match noisy {
                Some(&at) if game.ply() % 5 == 4 => at,
                _ => order[0],
            };
            game.play(moves[chosen]);
            let position = game.position();
            if game.ply() > 8 && !position.in_check() && !position.has_no_moves() {
                positions.push(position.clone());
            }
        }
    }
    positions
}

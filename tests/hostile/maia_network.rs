//! Any bytes as a network of Maia: an error of one line, or a network that gives every legal move
//! a number.

use plumb::board::{Game, Position};
use plumb::maia::Network;

pub fn check(bytes: &[u8]) {
    match Network::read(bytes) {
        Ok(network) => {
            let game = Game::new(Position::start());
            assert_eq!(network.probabilities(&game).len(), 20);
        }
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
}

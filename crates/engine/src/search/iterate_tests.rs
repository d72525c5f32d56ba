use std::sync::Arc;

use super::super::{Limits, Shared, Timer};
use super::*;
use crate::eval::Weights;
use plumb_chess::board::{PieceKind, Position, Setup};

/// In tests of this package every node checks that its position is consistent.
#[test]
fn searches_meet_only_valid_positions() {
    use PieceKind::{Bishop, King, Knight, Queen, Rook};
    let ranks = [
        [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook],
        [Rook, King, Rook, Queen, Knight, Knight, Bishop, Bishop],
        [Bishop, Rook, Queen, Knight, King, Rook, Knight, Bishop],
    ];
    let weights = Arc::new(Weights::embedded());
    let shared = Shared::new(Arc::clone(&weights), 1, 1).unwrap();
    let mut worker = Worker::new(0, weights).unwrap();
    for number in 0..45 {
        let setup = Setup::with_back_ranks([ranks[number % 3], ranks[number / 3 % 3]]);
        let mut game = Game::new(Position::from_setup(&setup).unwrap());
        for ply in 0..4 * number {
            let moves = game.position().legal_moves();
            let Some(&mv) = moves.get((31 * ply + number) % moves.len().max(1)) else {
                break;
            };
            game.play(mv);
        }
        let limits = Limits {
            mate: (number % 5 == 0).then_some(3),
            ..Limits::nodes(2_000)
        };
        shared.begin_search();
        let timer = Timer::start(&limits);
        let outcome = SearchTask::new(&shared, &game, &limits, &timer, &mut ()).run(&mut worker);
        assert_eq!(outcome.best.is_none(), game.position().has_no_moves());
    }
}

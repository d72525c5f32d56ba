//! Any bytes as the record of a move in a run's file: an error, or a record that is written
//! as bytes which are read as the same.

use plumb::board::Game;
use plumb::fairplay::{MoveRecord, Stamp, StoredRecord};
use plumb::notation::parse_fen;

/// Many moves and few, castling in Chess960, mates and promotions near.
pub const POSITIONS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "nrk2bbr/pppppppp/8/8/8/8/PPPPPPPP/NRK2BBR b HBhb - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
];

pub fn check(bytes: &[u8]) {
    let [place, number, record @ ..] = bytes else {
        return;
    };
    let fen = POSITIONS[usize::from(*place) % POSITIONS.len()];
    let game = Game::new(parse_fen(fen).expect("a position"));
    let moves = game.position().legal_moves();
    if moves.is_empty() {
        return;
    }
    let mv = moves[usize::from(*number) % moves.len()];
    let Ok(found) = MoveRecord::from_bytes(&game, mv, record) else {
        return;
    };
    let stamp = Stamp {
        engine: "none".to_owned(),
        version: "0".to_owned(),
        settings: String::new(),
    };
    if let Some(stored) = StoredRecord::of(&game, mv, &stamp, &found) {
        let again = MoveRecord::from_bytes(&game, mv, stored.bytes());
        assert_eq!(again, Ok(found));
    }
}

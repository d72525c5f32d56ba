//! Any bytes as a file, packed or not, in any encoding: an error, or text that is read as
//! games and problems, no more of them than bytes.

use std::io::{BufReader, Cursor, Read};

use plumb::fairplay::games;
use plumb::unpack;

/// A few bytes may unpack to very many.
const MOST: u64 = 1 << 20;

pub fn check(bytes: &[u8]) {
    let Ok(text) = unpack::text(Cursor::new(bytes.to_vec())) else {
        return;
    };
    let mut line = 0;
    for (found, number) in games("fuzz.pgn", BufReader::new(text.take(MOST))).zip(1..) {
        let place = match &found {
            Ok(game) => (game.number, game.line),
            Err(problem) => (problem.number, problem.line),
        };
        assert!(place.0 == number && place.1 >= line && number <= MOST as usize);
        line = place.1;
    }
}

//! A position as its first four FEN fields say it.

use plumb_chess::board::Position;

/// The same position as if a game began with it: the clock of the fifty-move rule at 0, the first
/// move. What is remembered by position must not depend on how it was reached.
pub(super) fn bare_position(position: &Position) -> Position {
    let mut setup = position.to_setup();
    setup.halfmove_clock = 0;
    setup.fullmove_number = 1;
    // A position of a game is one that can be set up again.
    Position::from_setup(&setup).unwrap_or_else(|_| position.clone())
}

//! Which plies are looked at: those that the rules cannot leave out beforehand.

use plumb::fairplay::Exclusion::{Book as InBook, Opening, TooFewMoves};
use plumb::fairplay::{Book, Rules, SourceGame};

/// The plies whose records the rules ask for.
pub(super) fn plies(game: &SourceGame, book: &Book, rules: &Rules) -> Vec<usize> {
    let thresholds = &rules.thresholds;
    let plies = game.plies.len();
    if rules.set.knows(TooFewMoves) && plies < thresholds.min_game_plies {
        return Vec::new();
    }
    let mut first = 0;
    if rules.set.knows(Opening) {
        // Counted from the usual start, wherever this one was set up.
        let set_up = 2 * (game.start.fullmove_number() as usize).saturating_sub(1);
        first = thresholds.opening_plies.saturating_sub(set_up);
    }
    if rules.set.knows(InBook) {
        first = first.max(book.depth(game).map_or(0, |depth| depth.plies));
    }
    (first..plies).collect()
}

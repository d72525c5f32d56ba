//! From a search's reports to the line of a record.

use super::coordinates::coordinates;
use super::line_report::LineReport;
use super::record::Line;
use plumb_chess::board::Game;
use plumb_coach::analysis::{Iteration, from_ply_before};
use plumb_engine::search::{Bound, Score};

/// The last exact report.
pub(super) fn last_exact(iterations: &[Iteration]) -> Option<&Iteration> {
    iterations
        .iter()
        .rfind(|iteration| iteration.bound == Bound::Exact)
}

/// What a search of so many nodes says of the position on the board of `game`; nothing
/// if it has no exact report. With `is_reply` the scores are turned to the side that
/// made the last move. `levels` is the length of the levels vector.
pub(super) fn line_of(
    game: &Game,
    iterations: &[Iteration],
    nodes: u64,
    is_reply: bool,
    levels: usize,
) -> Option<Line> {
    let turned: Vec<Iteration> = match is_reply {
        true => iterations.iter().map(Iteration::for_mover).collect(),
        false => iterations.to_vec(),
    };
    let mut end = game.clone();
    let pv = last_exact(&turned)?.moves().iter().map(|&mv| {
        let text = coordinates(&end, mv);
        end.play(mv);
        text
    });
    let pv = pv.collect();
    Line::of(LineReport::of_first_lines(game, &turned), nodes, pv, levels)
}

/// The line after a move that ended the game, by mate or stalemate, from the side of
/// the player who made it.
pub(super) fn line_of_game_over(after: &Game, levels: usize) -> Line {
    let score = match after.position().in_check() {
        true => from_ply_before(Score::mated_in(0)),
        false => Score::DRAW,
    };
    Line::game_over(score, levels)
}

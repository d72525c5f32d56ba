//! Perft: counting the leaves of the tree of legal moves, the standard proof
//! of a move generator.

use super::moves::Move;
use super::position::Position;

/// The longest sequences that are to be asked for, in plies: more than anybody
/// can count, and each ply takes its share of the stack.
pub const MAX_PERFT_DEPTH: u32 = 100;

/// Leaves `depth` plies below, at most [`MAX_PERFT_DEPTH`]. The last ply is
/// counted, not played.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        _ => position
            .legal_moves()
            .iter()
            .map(|&mv| perft(&position.play(mv), depth - 1))
            .sum(),
    }
}

/// The same, apart for each move; nothing at depth 0.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else {
        return Vec::new();
    };
    position
        .legal_moves()
        .into_iter()
        .map(|mv| (mv, perft(&position.play(mv), rest)))
        .collect()
}

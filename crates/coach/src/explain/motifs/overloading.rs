//! Overloading: one man has two things to guard.

use super::exchange::{attacks, capturers, exchange};
use super::line::Line;
use super::motif::Motif;
use super::motif_finding::MotifFinding;
use plumb_chess::board::{Bitboard, Square};

/// A man guards two others, each of whom could be taken safely without him and neither with
/// him: the hero takes one, he takes back, and the hero takes the other.
pub(super) fn overloading(line: &Line, index: usize) -> Option<MotifFinding> {
    let (mv, reply, follow) = (line.get(index)?, line.get(index + 1)?, line.get(index + 2)?);
    let (first, second) = (line.capture_square(index)?, line.capture_square(index + 2)?);
    if line.profit < 1 || first == second || reply.to() != mv.to() || follow.is_en_passant() {
        return None;
    }
    let guard = reply.from();
    let before = line.before(index);
    let takeable = |square: Square, gone: Bitboard| {
        capturers(before, line.hero, square)
            .into_iter()
            .any(|from| exchange(before, from, square, gone) >= 1)
    };
    let needed = |square: Square| {
        attacks(before, guard).has(square)
            && !takeable(square, Bitboard::EMPTY)
            && takeable(square, Bitboard::from_square(guard))
    };
    (needed(first) && needed(second)).then(|| MotifFinding {
        motif: Motif::Overloading,
        index,
        actor: mv.to(),
        targets: vec![first, second],
        through: Some(guard),
    })
}

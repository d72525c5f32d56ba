//! The move in between.

use super::exchange::{attacks, capturers, exchange};
use super::line::{Line, capture_square};
use super::motif::Motif;
use super::motif_finding::MotifFinding;
use plumb_chess::board::{Bitboard, PieceKind};

/// A recapture waits, and something stronger comes first.
pub(super) fn intermezzo(line: &Line, index: usize) -> Option<MotifFinding> {
    let (mv, follow) = (line.get(index)?, line.get(index + 2)?);
    let (position, capture) = line.previous(index)?;
    let square = capture_square(position, capture)?;
    if line.profit < 1 || mv.to() == square || line.capture_square(index + 2) != Some(square) {
        return None;
    }
    if capture.to() != square || line.get(index + 1)?.to() == square {
        return None;
    }
    let before = line.before(index);
    let waited = capturers(before, line.hero, square).has(follow.from())
        && exchange(before, follow.from(), square, Bitboard::EMPTY) >= 1;
    let after = line.after(index);
    let pieces = after.side(!line.hero) & !after.kind(PieceKind::Pawn);
    let forcing = after.in_check()
        || line.captured(index).is_some()
        || attacks(after, line.landing(index)?).meets(pieces);
    (waited && forcing).then(|| MotifFinding {
        motif: Motif::Intermezzo,
        index,
        actor: mv.to(),
        targets: vec![square],
        through: None,
    })
}

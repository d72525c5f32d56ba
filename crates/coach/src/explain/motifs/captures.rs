//! Motifs of a capture: hanging and trapped pieces, the captured defender, sacrifices.

use super::super::material::{material_pawns, worth_pawns};
use super::super::settlement::settled_after_any_reply;
use super::exchange::{best_capture, in_order};
use super::line::{Line, capture_square};
use super::motif::Motif;
use super::motif_finding::MotifFinding;
use plumb_chess::board::{Color, PieceKind, Position, Square};

/// A piece is taken that nobody can take back, unless the move before took as much there.
pub(super) fn hanging_piece(line: &Line, index: usize) -> Option<MotifFinding> {
    // What falls later in a line has been brought about by it: it did not just hang.
    if index > 0 {
        return None;
    }
    let square = line.capture_square(index)?;
    let prize = line.prize(index);
    let after = line.after(index);
    if prize < worth_pawns(PieceKind::Knight) || line.profit < 1 {
        return None;
    }
    if let Some((position, mv)) = line.previous(index)
        && capture_square(position, mv) == Some(square)
        && position
            .captured_by(mv)
            .is_some_and(|kind| worth_pawns(kind) >= prize)
    {
        return None;
    }
    let landing = line.landing(index)?;
    // A guard who may not take back for a pin or a check is a guard still: that is a pin or
    // a mate, and nothing that just hung.
    let guards = after.attackers_of(landing, !line.hero, after.occupied());
    guards.is_empty().then(|| MotifFinding {
        motif: Motif::HangingPiece,
        index,
        actor: landing,
        targets: vec![square],
        through: None,
    })
}

/// A piece can be taken safely, so it can wherever it goes, and whatever the reply, the hero
/// wins two pawns or more.
pub(super) fn trapped_piece(line: &Line, index: usize) -> Option<MotifFinding> {
    line.get(index + 2)?;
    if line.profit < 2 {
        return None;
    }
    let after = line.after(index);
    if after.in_check() {
        return None;
    }
    let pieces =
        after.side(!line.hero) & !after.kind(PieceKind::Pawn) & !after.kind(PieceKind::King);
    let trapped = in_order(pieces, line.hero).into_iter().find(|&square| {
        let pinned = after.pinned().has(square);
        !pinned && line.taken(index, square).is_some() && is_trapped(after, line.hero, square)
    })?;
    let start = material_pawns(line.before(index), line.hero);
    let wins_always = settled_after_any_reply(after) - start >= 2;
    wins_always.then(|| MotifFinding {
        motif: Motif::TrappedPiece,
        index,
        actor: best_capture(after, line.hero, trapped).map_or(trapped, |(from, _)| from),
        targets: vec![trapped],
        through: None,
    })
}

/// Whether the man on `square` can be taken safely there and on every square he can go to.
fn is_trapped(position: &Position, hunter: Color, square: Square) -> bool {
    let safely = |position: &Position, square| {
        best_capture(position, hunter, square).is_some_and(|(_, gain)| gain >= 1)
    };
    if !safely(position, square) {
        return false;
    }
    position
        .legal_moves()
        .into_iter()
        .filter(|mv| mv.from() == square)
        .all(|mv| {
            let taken = position.captured_by(mv).map_or(0, worth_pawns);
            let moved = position.play(mv);
            best_capture(&moved, hunter, mv.to()).is_some_and(|(_, gain)| gain - taken >= 1)
        })
}

/// What guarded a man is taken, then that man, who could not be taken safely before.
pub(super) fn capturing_defender(line: &Line, index: usize) -> Option<MotifFinding> {
    let defender = line.capture_square(index)?;
    let follow = line.get(index + 2)?;
    let target = line.capture_square(index + 2)?;
    if line.profit < 1 || target == defender || follow.is_en_passant() {
        return None;
    }
    let (before, after) = (line.before(index), line.after(index));
    // A king who goes from pawn to pawn takes one after the other.
    let is_pawn = |square| before.kind(PieceKind::Pawn).has(square);
    if line.mover(index)? == PieceKind::King && is_pawn(defender) && is_pawn(target) {
        return None;
    }
    // He stood there all the time: the reply did not put him there.
    let same = before.piece_on(target) == line.before(index + 2).piece_on(target)
        && line.get(index + 1)?.to() != target;
    let attacked = before
        .attackers_of(target, !line.hero, before.occupied())
        .has(defender);
    let safe_before = best_capture(before, line.hero, target).is_some_and(|(_, gain)| gain >= 1);
    let safe_now = best_capture(after, line.hero, target).is_some_and(|(_, gain)| gain >= 1);
    (same && attacked && !safe_before && safe_now).then(|| MotifFinding {
        motif: Motif::CapturingDefender,
        index,
        actor: follow.from(),
        targets: vec![target],
        through: Some(defender),
    })
}

/// After the reply the hero is two pawns or more behind the start, and has not promoted.
pub(super) fn sacrifice(line: &Line, index: usize) -> Option<MotifFinding> {
    let promoted = (0..=index).step_by(2).any(|earlier| {
        line.get(earlier)
            .is_some_and(|mv| mv.promotes_to().is_some())
    });
    line.get(index + 1)?;
    let offered = line.capture_square(index + 1)?;
    (!promoted
        && line.profit >= 1
        && line.gain_before(index + 2) <= -2
        && line.gain_before(index + 3) <= -2)
        .then(|| MotifFinding {
            motif: Motif::Sacrifice,
            index,
            actor: offered,
            targets: Vec::new(),
            through: None,
        })
}

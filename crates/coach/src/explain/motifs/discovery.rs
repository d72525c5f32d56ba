//! A man steps aside for the slider behind him: discovered attacks and checks, double check.

use super::exchange::{in_order, weight};
use super::line::Line;
use super::motif::Motif;
use super::motif_finding::MotifFinding;
use plumb_chess::board::{Bitboard, Piece, Square, between, piece_attacks};

/// A slider attacks what it did not attack before, as the moved man has left the line
/// between, and takes it.
pub(super) fn discovered_attack(line: &Line, index: usize) -> Option<MotifFinding> {
    let mv = line.get(index)?;
    if mv.is_castling() || line.profit < 1 {
        return None;
    }
    let (before, after) = (line.before(index), line.after(index));
    let actor = line.landing(index)?;
    let mut left = Bitboard::from(mv.from());
    if mv.is_en_passant() {
        left |= line.capture_square(index).into_iter().collect();
    }
    let sliders = after.diagonal_sliders(line.hero) | after.straight_sliders(line.hero);
    for slider in in_order(sliders.without(actor), line.hero) {
        let Some(kind) = after.piece_on(slider).map(Piece::kind) else {
            continue;
        };
        let old = piece_attacks(kind, line.hero, slider, before.occupied());
        let new = piece_attacks(kind, line.hero, slider, after.occupied());
        let mut targets: Vec<Square> = in_order(new & !old & after.side(!line.hero), line.hero)
            .into_iter()
            .filter(|&target| between(slider, target).meets(left))
            .filter(|&target| line.takes(index, slider, target))
            .collect();
        targets.sort_by_key(|&square| -weight(after, square));
        if !targets.is_empty() {
            return Some(MotifFinding {
                motif: Motif::DiscoveredAttack,
                index,
                actor: slider,
                targets,
                through: Some(mv.from()),
            });
        }
    }
    None
}

/// A check by a man other than the one who moved.
pub(super) fn discovered_check(line: &Line, index: usize) -> Option<MotifFinding> {
    let mv = line.get(index)?;
    let after = line.after(index);
    let checkers = after.checkers();
    let others = checkers.without(line.landing(index)?);
    let checker = in_order(others, line.hero).first().copied()?;
    (!mv.is_castling() && checkers.count() == 1 && line.profit >= 1).then(|| MotifFinding {
        motif: Motif::DiscoveredCheck,
        index,
        actor: checker,
        targets: vec![after.king(!line.hero)],
        through: Some(mv.from()),
    })
}

/// Two men give check.
pub(super) fn double_check(line: &Line, index: usize) -> Option<MotifFinding> {
    let after = line.after(index);
    after.checkers().several().then_some(())?;
    Some(MotifFinding {
        motif: Motif::DoubleCheck,
        index,
        actor: line.landing(index)?,
        targets: vec![after.king(!line.hero)],
        through: line.get(index).map(|mv| mv.from()),
    })
}

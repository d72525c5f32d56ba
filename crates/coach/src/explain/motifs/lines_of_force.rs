//! Lines are closed and opened: interference and clearance.

use super::exchange::{best_capture, capturers, in_order};
use super::line::Line;
use super::lures::attraction;
use super::motif::Motif;
use super::motif_finding::MotifFinding;
use plumb_chess::board::{PieceKind, between, line as line_through};

/// A man comes between an enemy slider and a man that it guards, who is then taken and could
/// not be taken safely before.
pub(super) fn interference(line: &Line, index: usize) -> Option<MotifFinding> {
    let follow = line.get(index + 2)?;
    let target = line.capture_square(index + 2)?;
    if line.profit < 1 || follow.is_en_passant() {
        return None;
    }
    let before = line.before(index);
    let now = line.before(index + 2);
    if before.piece_on(target) != now.piece_on(target) || before.piece_on(target).is_none() {
        return None;
    }
    let (own, lured) = (line.landing(index)?, line.landing(index + 1)?);
    let sliders = (before.diagonal_sliders(!line.hero) | before.straight_sliders(!line.hero))
        & before.attackers_of(target, !line.hero, before.occupied());
    let (slider, block) = in_order(sliders, line.hero)
        .into_iter()
        .find_map(|slider| {
            let way = between(slider, target);
            let stays = now.piece_on(slider) == before.piece_on(slider);
            match way.has(own) {
                true => Some((slider, own)),
                false => (way.has(lured) && stays).then_some((slider, lured)),
            }
        })?;
    let safe_before = best_capture(before, line.hero, target).is_some_and(|(_, gain)| gain >= 1);
    let safe_now = best_capture(now, line.hero, target).is_some_and(|(_, gain)| gain >= 1);
    (!safe_before && safe_now).then(|| MotifFinding {
        motif: Motif::Interference,
        index,
        actor: block,
        targets: vec![target],
        through: Some(slider),
    })
}

/// A man leaves a square or line that another man, a slider or a pawn that promotes, uses with
/// the hero's next move, which takes nothing. He does not stay on that line and is no king. If
/// he gives check he can be taken: a check by a man who cannot needs no other purpose. Who
/// is lured where he is hit has been attracted, and what is uncovered at once is a discovery.
pub(super) fn clearance(line: &Line, index: usize) -> Option<MotifFinding> {
    let (mv, reply, follow) = (line.get(index)?, line.get(index + 1)?, line.get(index + 2)?);
    let after = line.after(index);
    let castles = mv.is_castling() || follow.is_castling();
    if line.profit < 1 || castles || mv.promotes_to().is_some() || follow.from() == mv.to() {
        return None;
    }
    let cleared = mv.from();
    let slides = matches!(
        line.mover(index + 2)?,
        PieceKind::Bishop | PieceKind::Rook | PieceKind::Queen
    );
    let uses = follow.to() == cleared || between(follow.from(), follow.to()).has(cleared);
    let stays = line_through(follow.from(), follow.to()).has(mv.to());
    let discovers = after.checkers().without(mv.to()).any();
    let offered = capturers(after, !line.hero, mv.to()).any();
    // Who takes without check and is not taken back gives nothing: he went for what he took.
    let wins = line.captured(index).is_some()
        && line.capture_square(index + 1) != Some(mv.to())
        && !after.in_check();
    let clears = uses
        && (slides || follow.promotes_to().is_some())
        && !stays
        && line.mover(index)? != PieceKind::King
        && !discovers
        && !wins
        && (offered || !after.in_check())
        && line.captured(index + 2).is_none()
        && reply.to() != cleared
        && attraction(line, index).is_none();
    clears.then(|| MotifFinding {
        motif: Motif::Clearance,
        index,
        actor: mv.to(),
        targets: vec![follow.to()],
        through: Some(cleared),
    })
}

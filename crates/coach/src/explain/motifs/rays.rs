//! What sliders do to two men on one line: pins, skewers and x-rays.

use super::exchange::{best_capture, capturers, exchange, in_order, weight};
use super::line::Line;
use super::motif::Motif;
use super::motif_finding::MotifFinding;
use plumb_chess::board::{
    Bitboard, Color, Piece, PieceKind, Position, Square, between, line as line_through,
    piece_attacks,
};

/// A slider and the first two men of the other side on one of its lines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Alignment {
    pub(super) slider: Square,
    pub(super) front: Square,
    pub(super) rear: Square,
}

/// All alignments of `side`'s sliders.
pub(super) fn alignments(position: &Position, side: Color) -> Vec<Alignment> {
    let occupied = position.occupied();
    let enemies = position.side(!side);
    let mut found = Vec::new();
    let sliders = position.diagonal_sliders(side) | position.straight_sliders(side);
    for slider in in_order(sliders, side) {
        let Some(kind) = position.piece_on(slider).map(Piece::kind) else {
            continue;
        };
        let attacks = piece_attacks(kind, side, slider, occupied);
        for front in in_order(attacks & enemies, side) {
            let beyond = piece_attacks(kind, side, slider, occupied.without(front)) & !attacks;
            let rear = (beyond & occupied & line_through(slider, front)).first();
            if let Some(rear) = rear.filter(|&rear| enemies.has(rear)) {
                found.push(Alignment {
                    slider,
                    front,
                    rear,
                });
            }
        }
    }
    found
}

/// Whether the man in front cannot leave: behind him stands his king, or a man worth more
/// whom the slider then takes safely; and he cannot take the slider.
fn is_pin(position: &Position, alignment: Alignment) -> bool {
    let Alignment {
        slider,
        front,
        rear,
    } = alignment;
    let (front_weight, rear_weight) = (weight(position, front), weight(position, rear));
    if front_weight >= 100 || rear_weight <= front_weight {
        return false;
    }
    let Some(owner) = position.piece_on(front).map(Piece::color) else {
        return false;
    };
    if capturers(position, owner, slider).has(front)
        && exchange(position, front, slider, Bitboard::EMPTY) >= 0
    {
        return false;
    }
    rear_weight >= 100 || exchange(position, slider, rear, Bitboard::from_square(front)) > 0
}

/// A pin decides: the pinned man is won, or he attacks the man who has just moved and may
/// not take him, or loses by it what he shields.
pub(super) fn pin(line: &Line, index: usize) -> Option<MotifFinding> {
    if line.profit < 1 {
        return None;
    }
    let after = line.after(index);
    let actor = line.landing(index)?;
    let earlier = alignments(line.before(index), line.hero);
    for alignment in alignments(after, line.hero) {
        if !is_pin(after, alignment) {
            continue;
        }
        let Alignment {
            slider,
            front,
            rear,
        } = alignment;
        let new = !earlier.contains(&alignment);
        let absolute = weight(after, rear) >= 100;
        let takeable = best_capture(after, line.hero, front).is_some_and(|(_, gain)| gain >= 1);
        // At the end of a line the profit says that no reply saves him.
        let falls =
            line.taken(index, front).is_some() || absolute && takeable && index + 1 == line.len();
        let piece = weight(after, front) > 1;
        let won = new && falls && piece && (absolute || !takeable);
        if won || spares(after, actor, alignment) {
            return Some(MotifFinding {
                motif: Motif::Pin,
                index,
                actor: slider,
                targets: vec![front],
                through: Some(rear),
            });
        }
    }
    None
}

/// Whether the pinned man would win something by taking the one on `actor`, if he could.
fn spares(position: &Position, actor: Square, pin: Alignment) -> bool {
    let Some(piece) = position.piece_on(pin.front) else {
        return false;
    };
    let occupied = position.occupied();
    let attacks = piece_attacks(piece.kind(), piece.color(), pin.front, occupied);
    attacks.has(actor)
        && actor != pin.slider
        && !line_through(pin.slider, pin.rear).has(actor)
        && (1..weight(position, pin.rear)).contains(&exchange(
            position,
            pin.front,
            actor,
            Bitboard::EMPTY,
        ))
}

/// The man in front, a king or worth at least as much as the one behind, leaves the line,
/// and the slider takes the one behind. Where that is mate, he was no prize.
pub(super) fn skewer(line: &Line, index: usize) -> Option<MotifFinding> {
    let (reply, follow) = (line.get(index + 1)?, line.get(index + 2)?);
    let mates = line.mates() && index + 3 == line.len();
    if line.profit < 1 || mates {
        return None;
    }
    let after = line.after(index);
    let earlier = alignments(line.before(index), line.hero);
    alignments(after, line.hero)
        .into_iter()
        .filter(|alignment| !earlier.contains(alignment))
        .find(|alignment| {
            let (front, rear) = (
                weight(after, alignment.front),
                weight(after, alignment.rear),
            );
            front >= rear
                && rear > 1
                && reply.from() == alignment.front
                && !line_through(alignment.slider, alignment.front).has(reply.to())
                && follow.from() == alignment.slider
                && line.capture_square(index + 2) == Some(alignment.rear)
                && exchange(
                    line.before(index + 2),
                    alignment.slider,
                    alignment.rear,
                    Bitboard::EMPTY,
                ) >= 1
        })
        .map(|alignment| MotifFinding {
            motif: Motif::Skewer,
            index,
            actor: alignment.slider,
            targets: vec![alignment.front, alignment.rear],
            through: None,
        })
}

/// A capture is retaken, and a slider retakes whose line ran through the man who has.
pub(super) fn x_ray(line: &Line, index: usize) -> Option<MotifFinding> {
    let (mv, reply, follow) = (line.get(index)?, line.get(index + 1)?, line.get(index + 2)?);
    let square = mv.to();
    let slides = !matches!(
        line.mover(index + 2)?,
        PieceKind::Pawn | PieceKind::Knight | PieceKind::King
    );
    let through = reply.from();
    (slides
        && reply.to() == square
        && follow.to() == square
        && between(follow.from(), square).has(through)
        && line.profit >= 1)
        .then(|| MotifFinding {
            motif: Motif::XRay,
            index,
            actor: square,
            targets: vec![square],
            through: Some(through),
        })
}

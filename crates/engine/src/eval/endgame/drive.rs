//! The side that mates: what brings it nearer.

use super::super::facts::{Facts, rank_slot};
use super::super::terms::Term;
use super::super::trace::{Accumulator, Sink};
use super::kpk;
use super::scale::{can_force_mate, pieces_value};
use plumb_chess::board::{Bitboard, Color, PieceKind, Position, Square};

/// Rules for the side that hunts a king without helpers, or with one.
#[inline(always)]
pub(in crate::eval) fn rules<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    if facts.position.side(!us).count() <= 2 {
        hunt(facts, us, acc);
    }
}

/// The side that only has to mate a lone king, and can.
#[inline(always)]
pub(in crate::eval) fn hunter(position: &Position) -> Option<Color> {
    let can_mate = |us: &Color| !position.side(!*us).several() && can_force_mate(position, *us);
    Color::ALL.into_iter().find(can_mate)
}

#[cold]
#[inline(never)]
fn hunt<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    let position = facts.position;
    if position.side(!us).several() {
        let bare_of_pawns = position.kind(PieceKind::Pawn).is_empty();
        if bare_of_pawns && pieces_value(position, us) > pieces_value(position, !us) {
            hunt_with_helper(facts, us, acc);
        }
    } else if can_force_mate(position, us) {
        drive(facts, us, acc);
    } else if wins_with_pawn(facts, us) {
        let pawn = facts.pawns.pawns[us];
        acc.at(Term::WonPawnEnding, rank_slot(us, pawn.lowest()), us, pawn);
    }
}

/// King and pawn against king, won.
fn wins_with_pawn(facts: &Facts<'_>, us: Color) -> bool {
    let pawns = facts.pawns.pawns[us];
    let alone = facts.position.side(us).count() == 2 && pawns.any();
    alone
        && kpk::won(
            us,
            facts.kings[us],
            pawns.lowest(),
            facts.kings[!us],
            facts.position.turn(),
        )
}

/// Files and ranks between a square and the edges, added.
fn room(square: Square) -> usize {
    let from_edge = |index: usize| index.min(7 - index);
    from_edge(square.file().index()) + from_edge(square.rank().index())
}

fn kings_together<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    let prey = facts.kings[!us];
    let apart = facts.kings[us].distance(prey).clamp(1, 7);
    acc.at(Term::KingsTogether, apart - 1, us, prey.into());
}

/// A lone king: to the edge, or to the right corner.
fn drive<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    let position = facts.position;
    let prey = facts.kings[!us];
    let square = Bitboard::from(prey);
    acc.at(Term::MateIsForced, 0, us, square);
    kings_together(facts, us, acc);
    let heavy = position.straight_sliders(us) | position.pieces(us, PieceKind::Pawn);
    let bishops = position.pieces(us, PieceKind::Bishop);
    let both_colors = bishops.meets(Bitboard::DARK) && bishops.meets(!Bitboard::DARK);
    if heavy.is_empty() && bishops.any() && !both_colors {
        let dark = bishops.meets(Bitboard::DARK);
        acc.at(
            Term::LoneKingRightCorner,
            corner_steps(prey, dark),
            us,
            square,
        );
    } else {
        acc.at(Term::LoneKingCornered, room(prey), us, square);
    }
}

/// A king with one piece left and no pawn on the board: queen against rook,
/// rook against minor piece and the like are won at the edge or not at all,
/// and a knight is lost once it is cut off from its king.
fn hunt_with_helper<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    let prey = facts.kings[!us];
    kings_together(facts, us, acc);
    acc.at(Term::HuntedKingCornered, room(prey), us, prey.into());
    let knight = facts.pieces(!us, PieceKind::Knight);
    if knight.any() && facts.position.straight_sliders(us).any() {
        let apart = prey.distance(knight.lowest()).clamp(1, 7);
        acc.at(Term::KnightAstray, apart - 1, us, knight);
    }
}

/// Files and ranks between the king and the nearer corner of this colour, added:
/// unlike king steps, every step along the edge towards the corner shows.
fn corner_steps(king: Square, dark: bool) -> usize {
    let mirrored = if dark { king } else { king.mirrored() };
    // Now the corners are a1 and h8.
    let sum = mirrored.file().index() + mirrored.rank().index();
    sum.min(14 - sum)
}

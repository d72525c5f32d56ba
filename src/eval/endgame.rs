//! Endgames: driving a lone king to his mate, and how much of an advantage
//! can be won at all.

use super::facts::Facts;
use super::terms::Term;
use super::trace::{Accumulator, Sink};
use super::weights::{Setting, Weights};
use crate::board::{Bitboard, Color, File, PieceKind, Position, Rank, Square};

/// Rules for the side that mates a lone king.
#[inline(always)]
pub(super) fn rules<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    let position = facts.position;
    if !position.side(!us).several() && can_force_mate(position, us) {
        drive(facts, us, acc);
    }
}

#[cold]
fn drive<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    let position = facts.position;
    let prey = facts.kings[!us];
    let from_edge = |index: usize| index.min(7 - index);
    let room = from_edge(prey.file().index()) + from_edge(prey.rank().index());
    let square = Bitboard::from(prey);
    let apart = facts.kings[us].distance(prey).clamp(1, 7);
    acc.at(Term::KingsTogether, apart - 1, us, square);
    let heavy = position.straight_sliders(us) | position.pieces(us, PieceKind::Pawn);
    let bishops = position.pieces(us, PieceKind::Bishop);
    let both_colors = bishops.meets(Bitboard::DARK) && bishops.meets(!Bitboard::DARK);
    if heavy.is_empty() && bishops.any() && !both_colors {
        let dark = bishops.meets(Bitboard::DARK);
        let steps = corner_steps(prey, dark);
        acc.at(Term::LoneKingRightCorner, steps, us, square);
    } else {
        acc.at(Term::LoneKingCornered, room, us, square);
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

fn can_force_mate(position: &Position, us: Color) -> bool {
    let bishops = position.pieces(us, PieceKind::Bishop);
    let both_colors = bishops.meets(Bitboard::DARK) && bishops.meets(!Bitboard::DARK);
    let knights = position.pieces(us, PieceKind::Knight);
    position.straight_sliders(us).any()
        || both_colors
        || bishops.any() && knights.any()
        || knights.count() >= 3
}

/// How many 128ths are left of a score, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Of the endgame half, before the halves are blended.
    pub endgame: i32,
    /// Of the whole score, at the end.
    pub whole: i32,
    /// What kind of endgame it is.
    pub reason: ScaleReason,
}

/// Why an advantage is worth less, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScaleReason {
    /// It is worth what it says.
    None,
    /// Neither side can ever mate.
    NoMatingMaterial,
    /// The stronger side has no pawn and too small an edge in pieces.
    NoPawns,
    /// Rook's pawns, and the defending king holds their corner.
    RookPawns,
    /// Bishops of opposite colours.
    OppositeBishops,
    /// Few pawns left to win with.
    FewPawns,
}

impl ScaleReason {
    /// What an account says.
    pub const fn sentence(self) -> &'static str {
        match self {
            ScaleReason::None => "no endgame rule",
            ScaleReason::NoMatingMaterial => "no material to force mate with",
            ScaleReason::NoPawns => "no pawn and too small an edge in pieces",
            ScaleReason::RookPawns => "rook's pawns and the king holds their corner",
            ScaleReason::OppositeBishops => "opposite-coloured bishops",
            ScaleReason::FewPawns => "few pawns left to win with",
        }
    }
}

const FULL: i32 = 128;

fn whole(whole: i32, reason: ScaleReason) -> Scale {
    Scale {
        endgame: FULL,
        whole,
        reason,
    }
}

fn endgame(endgame: i32, reason: ScaleReason) -> Scale {
    Scale {
        endgame: endgame.min(FULL),
        whole: FULL,
        reason,
    }
}

/// What is left of an advantage of `strong`.
pub(super) fn scale(facts: &Facts<'_>, strong: Color, weights: &Weights) -> Scale {
    let position = facts.position;
    let pawns = facts.pawns.pawns[strong];
    if pawns.is_empty() {
        if let Some(scale) = without_pawns(position, strong, weights) {
            return scale;
        }
    } else if holds_corner(facts, strong) {
        return whole(0, ScaleReason::RookPawns);
    }
    if opposite_bishops(position) {
        let only =
            position.side(strong) & !pawns | position.side(!strong) & !facts.pawns.pawns[!strong];
        if only.count() == 4 {
            let passed = facts.pawns.passed[strong].count() as i32;
            let left = weights.setting(Setting::OppositeBishops)
                + passed * weights.setting(Setting::OppositeBishopsPassed);
            return endgame(left, ScaleReason::OppositeBishops);
        }
        let left = weights.setting(Setting::OppositeBishopsMore);
        return endgame(left, ScaleReason::OppositeBishops);
    }
    let left = weights.setting(Setting::FewPawns)
        + pawns.count() as i32 * weights.setting(Setting::PerPawn);
    if left < FULL {
        endgame(left, ScaleReason::FewPawns)
    } else {
        whole(FULL, ScaleReason::None)
    }
}

/// Pieces in pawns: what decides whether an edge can win without pawns.
fn pieces_value(position: &Position, side: Color) -> u32 {
    let count = |kind| position.pieces(side, kind).count();
    3 * (count(PieceKind::Knight) + count(PieceKind::Bishop))
        + 5 * count(PieceKind::Rook)
        + 9 * count(PieceKind::Queen)
}

fn without_pawns(position: &Position, strong: Color, weights: &Weights) -> Option<Scale> {
    let ours = pieces_value(position, strong);
    let theirs = pieces_value(position, !strong);
    let heavy = position.straight_sliders(strong).any();
    if !heavy && (ours <= 3 || !can_force_mate(position, strong)) {
        return Some(whole(0, ScaleReason::NoMatingMaterial));
    }
    if ours > theirs + 3 {
        // Enough to win: the number of pawns doesn't matter.
        return Some(whole(FULL, ScaleReason::None));
    }
    let nearly_even = weights.setting(Setting::Drawish);
    Some(whole(nearly_even, ScaleReason::NoPawns))
}

fn opposite_bishops(position: &Position) -> bool {
    let white = position.pieces(Color::White, PieceKind::Bishop);
    let black = position.pieces(Color::Black, PieceKind::Bishop);
    white.count() == 1
        && black.count() == 1
        && white.meets(Bitboard::DARK) != black.meets(Bitboard::DARK)
}

/// The stronger side has only pawns of one rook's file, and at most bishops
/// that do not command their promotion square, and the king is in time there.
fn holds_corner(facts: &Facts<'_>, strong: Color) -> bool {
    let pawns = facts.pawns.pawns[strong];
    let file = if !pawns.meets(!Bitboard::FILE_A) {
        File::A
    } else if !pawns.meets(!Bitboard::FILE_H) {
        File::H
    } else {
        return false;
    };
    let corner = Square::at(file, Rank::EIGHTH.relative_to(strong));
    let bishops = facts.pieces(strong, PieceKind::Bishop);
    let others =
        facts.position.side(strong) & !(pawns | bishops | facts.pieces(strong, PieceKind::King));
    let color = if corner.is_dark() {
        Bitboard::DARK
    } else {
        !Bitboard::DARK
    };
    others.is_empty() && !bishops.meets(color) && facts.kings[!strong].distance(corner) <= 1
}

//! Endings known by their exact material.
//!
//! `scale` sorts them out. A rule that returns nothing has no opinion, and the
//! rules for any ending apply.

use super::super::facts::Facts;
use super::super::weights::{Setting, Weights};
use super::{Scale, ScaleReason, bishop, endgame, pawn, queen, rook, whole};
use plumb_chess::board::{Color, PieceKind};

// A side's pieces as a number with a digit for each kind.
const BARE: u32 = 0;
const N: u32 = 1;
const B: u32 = 0x10;
const R: u32 = 0x100;
const Q: u32 = 0x1000;
const NN: u32 = 2 * N;

fn force(facts: &Facts<'_>, side: Color) -> u32 {
    let count = |kind| facts.pieces(side, kind).count();
    N * count(PieceKind::Knight)
        + B * count(PieceKind::Bishop)
        + R * count(PieceKind::Rook)
        + Q * count(PieceKind::Queen)
}

/// What is left of an advantage of `strong` in an ending known by its material.
#[inline(never)]
pub(super) fn scale(facts: &Facts<'_>, strong: Color, weights: &Weights) -> Option<Scale> {
    let weak = !strong;
    let pawns = |side| facts.pawns.pawns[side].count();
    match (
        force(facts, strong),
        pawns(strong),
        force(facts, weak),
        pawns(weak),
    ) {
        (BARE, 1, BARE, 0) => Some(pawn::alone(facts, strong)),
        (BARE, 1, BARE, 1) => pawn::against_pawn(facts, strong, weights),
        (N, 1, BARE, 0) => pawn::with_knight(facts, strong),
        (B, 1, BARE, 0) => bishop::alone_with_pawn(facts, strong, weights),
        (NN, 0, BARE, 1..) => {
            let left = weights.setting(Setting::TwoKnights);
            Some(whole(left, ScaleReason::TwoKnights))
        }
        (B, 1, B | N, _) => Some(bishop::with_pawn(facts, strong, weights)),
        (N, 1, B | N, _) => {
            let left = weights.setting(Setting::LastPawn);
            Some(endgame(left, ScaleReason::LastPawn))
        }
        (R, 0, BARE, 1) => Some(rook::against_pawn(facts, strong, weights)),
        (R, 0, B | N, 0) => Some(rook::against_minor(facts, strong, weights)),
        (R, 1, R, 0) => rook::with_pawn(facts, strong, weights),
        (R, 2.., R, 1..) => rook::one_wing(facts, strong, weights),
        (Q, 0, BARE, 1) => Some(queen::against_pawn(facts, strong, weights)),
        (Q, 0, R, 1..) => queen::against_rook_and_pawn(facts, strong, weights),
        _ => None,
    }
}

//! Motifs that are read off a move: promotion, castling, en passant, an advanced pawn.

use super::line::Line;
use super::motif::Motif;
use super::motif_finding::MotifFinding;
use plumb_chess::board::{PieceKind, Rank};

/// What move `index` is by its kind.
pub(super) fn special_moves(line: &Line, index: usize) -> Vec<MotifFinding> {
    let (Some(mv), Some(actor)) = (line.get(index), line.landing(index)) else {
        return Vec::new();
    };
    let rank = actor.rank().relative_to(line.hero);
    let is_pawn = line.mover(index) == Some(PieceKind::Pawn);
    let promotes = mv.promotes_to();
    [
        (
            Motif::Underpromotion,
            promotes.is_some_and(|kind| kind != PieceKind::Queen),
        ),
        (Motif::EnPassant, mv.is_en_passant()),
        (Motif::Castling, mv.is_castling()),
        (Motif::Promotion, promotes.is_some()),
        (Motif::AdvancedPawn, is_pawn && rank >= Rank::new(6)),
    ]
    .into_iter()
    .filter(|&(_, holds)| holds)
    .map(|(motif, _)| MotifFinding {
        motif,
        index,
        actor,
        targets: line.capture_square(index).into_iter().collect(),
        through: Some(mv.from()),
    })
    .collect()
}

//! Moves without capture or check: quiet moves that threaten, and moves that defend.

use super::super::material::material_pawns;
use super::super::settlement::settled_pawns;
use super::exchange::attacks;
use super::line::Line;
use super::motif::Motif;
use super::motif_finding::MotifFinding;
use plumb_chess::board::{PieceKind, Position, Rank};

/// A move that neither takes, checks, promotes nor attacks anything; not by the king, and not
/// a pawn's step to the sixth rank or beyond, which threatens to promote. Yet the line that
/// goes on from it wins a pawn or more.
pub(super) fn quiet_move(line: &Line, index: usize) -> Option<MotifFinding> {
    line.get(index + 2)?;
    let quiet = is_quiet(line, index)
        && line.mover(index)? != PieceKind::King
        && !line.before(index).in_check();
    finding(line, index, Motif::QuietMove).filter(|_| quiet && line.profit >= 1)
}

/// There is a check, or a threat of mate or of a pawn or more; there are three moves or more
/// to choose from; and a move that neither takes, checks nor attacks meets it. It is what the
/// line comes to, or it answers a check.
pub(super) fn defensive_move(line: &Line, index: usize) -> Option<MotifFinding> {
    let before = line.before(index);
    let last = index + 1 == line.len();
    if !is_quiet(line, index)
        || !last && !before.in_check()
        || before.count_legal_moves() < FEW_MOVES
    {
        return None;
    }
    let start = material_pawns(before, !line.hero);
    let lost = settled_pawns(line.after(index)) - start;
    let meets = match before.in_check() {
        true => lost < 1,
        false => {
            let passed = before.play_null();
            let threat = settled_pawns(&passed) - start;
            lost < threat && threat >= 1 || lost < 1 && mates_at_once(&passed)
        }
    };
    finding(line, index, Motif::DefensiveMove).filter(|_| meets)
}

/// With fewer moves than this nothing had to be found.
const FEW_MOVES: u32 = 3;

/// Whether a move neither takes, checks, promotes nor attacks anything, and is no pawn's step
/// to the sixth rank or beyond.
fn is_quiet(line: &Line, index: usize) -> bool {
    let (Some(mv), Some(landing)) = (line.get(index), line.landing(index)) else {
        return false;
    };
    let pawn = line.mover(index) == Some(PieceKind::Pawn);
    let far = landing.rank().relative_to(line.hero) >= Rank::new(5);
    let after = line.after(index);
    let loud = line.before(index).is_noisy(mv)
        || mv.promotes_to().is_some()
        || after.in_check()
        || pawn && far
        || attacks(after, landing).meets(after.side(!line.hero));
    !loud
}

fn finding(line: &Line, index: usize, motif: Motif) -> Option<MotifFinding> {
    Some(MotifFinding {
        motif,
        index,
        actor: line.landing(index)?,
        targets: Vec::new(),
        through: None,
    })
}

/// Whether the side to move can mate with one move.
fn mates_at_once(position: &Position) -> bool {
    position.legal_moves().into_iter().any(|mv| {
        let next = position.play(mv);
        next.in_check() && next.has_no_moves()
    })
}

//! Which motif of a line is named in its sentence.

use super::line_result::LineResult;
use super::motif_detail::{is_king_between, words};
use super::motifs::{Motif, find_motifs, find_motifs_after};
use super::sentence::{LineClaim, about};
use crate::board::{Color, Move, Position};

/// A motif as a sentence ends with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct MotifWords {
    /// ` (fork: ...)`, or nothing.
    pub text: String,
    /// What it says of the line.
    pub claims: Vec<LineClaim>,
}

/// What a reader would not call the reason why something is won.
const UNTOLD: [Motif; 5] = [
    Motif::MateIn,
    Motif::Castling,
    Motif::DefensiveMove,
    Motif::QuietMove,
    Motif::Clearance,
];

/// What is beside the point where the line mates.
const UNTOLD_OF_MATES: [Motif; 2] = [Motif::Fork, Motif::HangingPiece];

/// A line whose motifs are looked for, and how it came about.
#[derive(Clone, Copy)]
pub(super) struct MotifLine<'a> {
    /// The line in full.
    pub moves: &'a [Move],
    /// The move that led to it, and the position before that, where there was one.
    pub before: Option<(&'a Position, Move)>,
}

/// The first motif of `side` that is made within the result's line as it is shown, and that can
/// be told of its man and those that are hit, or is of the first move. `place` is that of the
/// line in its sentence.
fn first_motif(result: &LineResult, whole: MotifLine<'_>, side: Color, place: usize) -> MotifWords {
    let shown = &result.shown();
    // Motifs are looked for from the side's own move on.
    let is_own = shown.start().turn() == side;
    let offset = usize::from(!is_own);
    let moves = whole.moves.get(offset..).unwrap_or_default();
    let findings = match (is_own, whole.before, shown.moves().first()) {
        (true, Some((before, mv)), _) => find_motifs_after(before, mv, moves),
        (true, None, _) => find_motifs(shown.start(), moves),
        (false, _, Some(&mv)) => find_motifs_after(shown.start(), mv, moves),
        (false, _, None) => Vec::new(),
    };
    let named = findings.iter().find_map(|finding| {
        let ply = offset + finding.index + 1;
        let untold = UNTOLD.contains(&finding.motif)
            || result.is_mate_by(side) && UNTOLD_OF_MATES.contains(&finding.motif);
        // A mate with a name is at the end, shown or not.
        let line = match finding.motif <= Motif::BackRankMate {
            true => &result.line,
            false => shown,
        };
        if untold || ply > line.moves().len() || is_king_between(finding, line, ply) {
            return None;
        }
        let (text, claims) = words(finding, line, ply);
        // A name alone is taken to be of the first move.
        (finding.index == 0 || !claims.is_empty()).then_some((text, claims))
    });
    named.map_or_else(MotifWords::default, |(text, claims)| MotifWords {
        text: format!(" ({text})"),
        claims: about(place, claims),
    })
}

/// The motif of a line's winner.
pub(super) fn motif_of_result(
    result: &LineResult,
    whole: MotifLine<'_>,
    place: usize,
) -> MotifWords {
    match result.winner() {
        Some(side) => first_motif(result, whole, side, place),
        None => MotifWords::default(),
    }
}

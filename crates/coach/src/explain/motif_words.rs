//! Which motif of a line is named in its sentence.

use super::claim::Claim;
use super::line_result::LineResult;
use super::motif_detail::{is_king_between, words};
use super::motifs::{Motif, MotifFinding, find_motifs, find_motifs_after};
use super::played_line::PlayedLine;
use super::sentence::{LineClaim, about};
use plumb_chess::board::{Color, Move, Position};

/// A motif as a sentence ends with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct MotifWords {
    /// ` (fork: ...)`, or nothing.
    pub text: String,
    /// What it says of the line.
    pub claims: Vec<LineClaim>,
}

/// What is beside the point where the line mates.
const UNTOLD_OF_MATES: [Motif; 2] = [Motif::Fork, Motif::HangingPiece];

/// A line whose motifs are looked for, and how it came about.
#[derive(Clone, Copy)]
pub(super) struct MotifLine<'a> {
    /// The line in full.
    pub moves: &'a [Move],
    /// The move that led to it, and the position before that, where there was one.
    pub before: Option<(&'a Position, Move)>,
    /// After so many plies the side to move is in zugzwang, if it ever is.
    pub zugzwang: Option<usize>,
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
    let mut findings = match (is_own, whole.before, shown.moves().first()) {
        (true, Some((before, mv)), _) => find_motifs_after(before, mv, moves),
        (true, None, _) => find_motifs(shown.start(), moves),
        (false, _, Some(&mv)) => find_motifs_after(shown.start(), mv, moves),
        (false, _, None) => Vec::new(),
    };
    findings.extend(zugzwang_finding(shown, whole, side));
    findings.sort_by_key(|finding| (finding.motif, finding.index));
    let named = findings.iter().find_map(|finding| {
        let ply = offset + finding.index + 1;
        let untold = !finding.motif.is_told()
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
    named.map_or_else(MotifWords::default, |named| in_brackets(named, place))
}

fn in_brackets((text, claims): (String, Vec<Claim>), place: usize) -> MotifWords {
    MotifWords {
        text: format!(" ({text})"),
        claims: about(place, claims),
    }
}

/// The zugzwang into which `side` brings the other within the line as it is `shown`.
fn zugzwang_finding(shown: &PlayedLine, whole: MotifLine<'_>, side: Color) -> Option<MotifFinding> {
    let ply = whole.zugzwang.filter(|&ply| ply <= shown.moves().len())?;
    let offset = usize::from(shown.start().turn() != side);
    let index = ply.checked_sub(offset + 1)?;
    let (before, &mv) = (shown.positions().get(ply - 1)?, shown.moves().get(ply - 1)?);
    (before.turn() == side).then(|| MotifFinding::zugzwang(before, mv, index))
}

/// The zugzwang of a line that wins nothing that could be counted.
pub(super) fn zugzwang_of_line(
    shown: &PlayedLine,
    whole: MotifLine<'_>,
    side: Color,
    place: usize,
) -> MotifWords {
    let Some(finding) = zugzwang_finding(shown, whole, side) else {
        return MotifWords::default();
    };
    let offset = usize::from(shown.start().turn() != side);
    in_brackets(words(&finding, shown, offset + finding.index + 1), place)
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

//! A motif in words: who does what to whom, as far as the board bears it out.

use super::claim::Claim;
use super::line_result::LineResult;
use super::motifs::{MotifFinding, find_motifs};
use super::played_line::PlayedLine;
use super::sentence::{LineClaim, about};
use super::words::{listed, man, man_on};
use crate::board::{Color, Move, Piece, PieceKind, Square};

/// A motif as a sentence ends with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct MotifWords {
    /// ` (fork: ...)`, or nothing.
    pub text: String,
    /// What it says of the line.
    pub claims: Vec<LineClaim>,
}

/// The first motif of `side` that is made within the line as it is shown; `moves` is the
/// line in full. `place` is that of the line in its sentence.
pub(super) fn motif_of(
    shown: &PlayedLine,
    moves: &[Move],
    side: Color,
    place: usize,
) -> MotifWords {
    // Motifs are looked for from the side's own move on.
    let offset = usize::from(shown.start().turn() != side);
    let Some(start) = shown.positions().get(offset) else {
        return MotifWords::default();
    };
    let findings = find_motifs(start, moves.get(offset..).unwrap_or_default());
    let named = findings.iter().find_map(|finding| {
        let ply = offset + finding.index + 1;
        (ply <= shown.moves().len()).then(|| words(finding, shown, ply))
    });
    named.map_or_else(MotifWords::default, |(text, claims)| MotifWords {
        text: format!(" ({text})"),
        claims: about(place, claims),
    })
}

/// The motif of a line's winner.
pub(super) fn motif_of_result(result: &LineResult, moves: &[Move], place: usize) -> MotifWords {
    match result.winner() {
        Some(side) => motif_of(&result.line, moves, side, place),
        None => MotifWords::default(),
    }
}

/// `skewer: the rook on f7 checks the king on f6; the queen on f4 stands behind`, or the
/// name alone where no more can be said.
fn words(finding: &MotifFinding, line: &PlayedLine, ply: usize) -> (String, Vec<Claim>) {
    let name = finding.motif.name();
    let detail = detail(finding, line, ply);
    match detail.filter(|(_, claims)| claims.iter().all(|claim| claim.holds(line))) {
        Some((text, claims)) => (format!("{name}: {text}"), claims),
        None => (name.to_owned(), Vec::new()),
    }
}

fn detail(finding: &MotifFinding, line: &PlayedLine, ply: usize) -> Option<(String, Vec<Claim>)> {
    let position = line.positions().get(ply)?;
    let actor = position.piece_on(finding.actor)?;
    let is_enemy = |square: &Square| {
        position
            .piece_on(*square)
            .is_some_and(|piece| piece.color() != actor.color())
    };
    let mut squares: Vec<Square> = finding.through.into_iter().collect();
    for &square in &finding.targets {
        if !squares.contains(&square) {
            squares.push(square);
        }
    }
    squares.retain(is_enemy);
    match finding.motif.key() {
        "pin" | "skewer" | "x_ray" => on_a_ray(finding.actor, squares, line, ply),
        _ => attacked(finding.actor, squares, line, ply),
    }
}

/// Two men one behind the other.
fn on_a_ray(
    slider: Square,
    mut squares: Vec<Square>,
    line: &PlayedLine,
    ply: usize,
) -> Option<(String, Vec<Claim>)> {
    let position = line.positions().get(ply)?;
    squares.sort_by_key(|square| square.distance(slider));
    let [front, back] = squares[..] else {
        return None;
    };
    let checks = position.piece_on(front).map(Piece::kind) == Some(PieceKind::King);
    let verb = if checks { "checks" } else { "attacks" };
    let mut claims = stand(&[slider, front, back], line, ply)?;
    claims.push(Claim::Behind {
        ply,
        slider,
        front,
        back,
    });
    let [slider, front, back] = [slider, front, back].map(|square| man_on(position, square));
    let text = format!("{} {verb} {}; {} stands behind", slider?, front?, back?);
    Some((text, claims))
}

/// One man attacks others.
fn attacked(
    actor: Square,
    mut targets: Vec<Square>,
    line: &PlayedLine,
    ply: usize,
) -> Option<(String, Vec<Claim>)> {
    let position = line.positions().get(ply)?;
    let attack = |&to: &Square| Claim::Attacks {
        ply,
        from: actor,
        to,
    };
    targets.retain(|target| attack(target).holds(line));
    // The greatest first, in an order that is the same with colours exchanged.
    let turn = position.turn();
    targets.sort_by_key(|square| {
        let kind = position.piece_on(*square).map(Piece::kind);
        (std::cmp::Reverse(kind), square.relative_to(turn).index())
    });
    if targets.is_empty() {
        return None;
    }
    let mut claims = stand(&[actor], line, ply)?;
    claims.extend(stand(&targets, line, ply)?);
    claims.extend(targets.iter().map(attack));
    let names: Option<Vec<String>> = targets.iter().map(|&to| man_on(position, to)).collect();
    let name = man(position.piece_on(actor)?.kind());
    let text = format!("the {name} on {actor} attacks {}", listed(&names?));
    Some((text, claims))
}

/// That men stand where they stand.
fn stand(squares: &[Square], line: &PlayedLine, ply: usize) -> Option<Vec<Claim>> {
    let position = line.positions().get(ply)?;
    let stands = |&square: &Square| {
        let piece = position.piece_on(square)?;
        Some(Claim::Stands { ply, square, piece })
    };
    squares.iter().map(stands).collect()
}

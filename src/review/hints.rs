//! Four steps that lead to the right move, each telling more: what is threatened, by which
//! motif it works, which man moves, and where to.

use crate::board::{Move, PieceKind, Position, Square};
use crate::explain::{MoveExplanation, PlayedLine, Topic, find_motifs, man_on};
use crate::notation::to_san;

/// What helps to find the right move, from the least to all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// What the other side threatens to take, or mate; none where it threatens nothing.
    pub threat: Option<String>,
    /// The motif of the right move's line, if it has one that is told.
    pub motif: Option<String>,
    /// The man that moves.
    pub man: String,
    /// The move, in SAN.
    pub san: String,
}

impl Hints {
    /// For the position of a fault whose right move begins `best_line`.
    pub(super) fn of(
        position: &Position,
        best_line: &[Move],
        explanation: &MoveExplanation,
    ) -> Hints {
        let Some(&mv) = best_line.first() else {
            return Hints::default();
        };
        let findings = find_motifs(position, best_line);
        let motif = findings
            .iter()
            .find(|finding| finding.index == 0 && finding.motif.is_told());
        Hints {
            threat: threat(explanation),
            motif: motif.map(|finding| finding.motif.name().to_owned()),
            man: man_on(position, mv.from()).unwrap_or_default(),
            san: to_san(position, mv),
        }
    }

    /// The steps as sentences; a step of which there is nothing to tell says so.
    pub fn steps(&self) -> [String; 4] {
        let threat = match &self.threat {
            Some(threat) => format!("Look at {threat}: it is threatened."),
            None => "Nothing of yours is threatened.".to_owned(),
        };
        let motif = match &self.motif {
            Some(motif) => format!("The motif: {motif}."),
            None => "No tactical motif: look for the move that keeps most.".to_owned(),
        };
        [
            threat,
            motif,
            format!("Move {}.", self.man),
            format!("{}.", self.san),
        ]
    }
}

/// The man that the threat told takes first, or the king where it mates.
fn threat(explanation: &MoveExplanation) -> Option<String> {
    let sentence = explanation
        .sentences
        .iter()
        .find(|sentence| sentence.topic == Topic::Threat)?;
    let line: &PlayedLine = sentence.lines.first()?;
    let start = line.start();
    let own = !start.turn();
    if line.end().in_check() && line.end().has_no_moves() {
        return man_on(start, start.king(own));
    }
    let taken = line
        .positions()
        .iter()
        .zip(line.moves())
        .find_map(|(position, &mv)| {
            let is_theirs = position.turn() != own;
            (is_theirs && position.captured_by(mv).is_some()).then(|| captured_on(position, mv))
        })?;
    // A man that has only come there within the line is none the reader can look at.
    let piece = start.piece_on(taken)?;
    (piece.color() == own && piece.kind() != PieceKind::King)
        .then(|| man_on(start, taken))
        .flatten()
}

fn captured_on(position: &Position, mv: Move) -> Square {
    match mv.is_en_passant() {
        true => Square::at(mv.to().file(), mv.from().rank()),
        false => {
            debug_assert!(position.piece_on(mv.to()).is_some());
            mv.to()
        }
    }
}

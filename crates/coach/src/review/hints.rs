//! Four steps that lead to the right move, each telling more: what is threatened, by which
//! motif it works, which man moves, and where to.

use crate::explain::{MoveExplanation, PlayedLine, Topic, find_motifs, man_on};
use plumb_chess::board::{Move, PieceKind, Position, Square};
use plumb_chess::notation::to_san;
use plumb_support::wording::{say, text};

/// What helps to find the right move, from the least to all of it, as sentences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// What the other side threatens.
    pub threat: String,
    /// How the right move works.
    pub motif: String,
    /// The man that moves.
    pub man: String,
    /// The move, in SAN.
    pub mv: String,
}

/// Plies of the right move's line in which a motif is a hint to it.
const MOTIF_PLIES: usize = 4;

impl Hints {
    /// For the position of a fault that is explained.
    pub(super) fn of(position: &Position, explanation: &MoveExplanation) -> Hints {
        let Some(best) = explanation.comparison.as_ref().map(|one| &one.best) else {
            return Hints::default();
        };
        let threat = match position.in_check() {
            true => text!(hint.check).to_owned(),
            false => threat(explanation).unwrap_or(text!(hint.no_threat).to_owned()),
        };
        Hints {
            threat,
            motif: match best.score.is_mate() && !best.score.is_mated() {
                true => text!(hint.mate).to_owned(),
                false => {
                    motif(position, best.line.moves()).unwrap_or(text!(hint.no_motif).to_owned())
                }
            },
            man: match man_on(position, best.mv.from()) {
                Some(man) => say!(hint.man, man),
                None => String::new(),
            },
            mv: format!("{}.", to_san(position, best.mv)),
        }
    }

    /// The steps in order.
    pub fn steps(&self) -> [&str; 4] {
        [&self.threat, &self.motif, &self.man, &self.mv]
    }
}

/// The motif of a line that is made first.
fn motif(position: &Position, line: &[Move]) -> Option<String> {
    let findings = find_motifs(position, line);
    let told = findings
        .iter()
        .filter(|one| one.motif.is_told() && one.index < MOTIF_PLIES);
    let first = told.min_by_key(|one| (one.index, one.motif))?;
    let motif = first.motif.name();
    Some(match first.index {
        0 => say!(hint.motif, motif),
        _ => say!(hint.later_motif, motif),
    })
}

/// The man that the threat told takes first, the king where it mates, and else its first move.
fn threat(explanation: &MoveExplanation) -> Option<String> {
    let mut sentences = explanation.sentences.iter();
    let sentence = sentences.find(|sentence| sentence.topic == Topic::Threat)?;
    let line: &PlayedLine = sentence.lines.first()?;
    let start = line.start();
    let man = match line.end().in_check() && line.end().has_no_moves() {
        true => man_on(start, start.king(!start.turn())),
        false => taken_man(line),
    };
    Some(match man {
        Some(man) => say!(hint.threatened, man),
        None => {
            let threat = to_san(start, *line.moves().first()?);
            say!(hint.threat, r#move = threat)
        }
    })
}

/// The man of the side that does not begin the line who is taken first in it, where he
/// stands from the start.
fn taken_man(line: &PlayedLine) -> Option<String> {
    let start = line.start();
    let own = !start.turn();
    let plies = line.positions().iter().zip(line.moves());
    let mut captures = plies
        .filter(|(position, mv)| position.turn() != own && position.captured_by(**mv).is_some());
    let (_, &capture) = captures.next()?;
    let taken = captured_on(capture);
    let piece = start.piece_on(taken)?;
    let is_his = piece.color() == own && piece.kind() != PieceKind::King;
    man_on(start, taken).filter(|_| is_his)
}

fn captured_on(mv: Move) -> Square {
    match mv.is_en_passant() {
        true => Square::at(mv.to().file(), mv.from().rank()),
        false => mv.to(),
    }
}

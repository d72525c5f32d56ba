//! A sentence: words, the lines they are about, and the claims they make of these.

use super::claim::Claim;
use super::played_line::PlayedLine;
use plumb_support::wording::say;

/// What a sentence is about; sentences stand in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Topic {
    /// What the move leads to, in material or mate.
    Consequence,
    /// What the other side would have done, and whether the move meets it.
    Threat,
    /// What was best.
    BestMove,
    /// Why not the move that comes to mind.
    NaturalMove,
    /// What the evaluation sees at the end of both lines.
    Terms,
    /// That nothing simple was found.
    NoReason,
    /// How sure all of it is.
    Certainty,
}

/// A claim, and which of the sentence's lines it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct LineClaim {
    /// The place of the line among the sentence's lines.
    pub line: usize,
    /// The claim.
    pub claim: Claim,
}

/// A sentence all of whose claims hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Sentence {
    /// What it is about.
    pub topic: Topic,
    /// The words.
    pub text: String,
    /// The lines that it shows or speaks of.
    pub lines: Vec<PlayedLine>,
    /// What it says of them.
    pub claims: Vec<LineClaim>,
}

impl Sentence {
    /// Whether it tells a threat that the move lets be carried out.
    pub(super) fn tells_unmet_threat(&self) -> bool {
        let unmet = say!(told.unmet, r#move = '\0');
        let (_, ending) = unmet.split_once('\0').unwrap_or_default();
        self.topic == Topic::Threat && self.text.ends_with(ending)
    }

    /// The sentence, or nothing where one of the claims does not hold.
    pub fn checked(
        topic: Topic,
        text: String,
        lines: Vec<PlayedLine>,
        claims: Vec<LineClaim>,
    ) -> Option<Sentence> {
        let holds = |one: &LineClaim| {
            let line = lines.get(one.line);
            line.is_some_and(|line| one.claim.holds(line))
        };
        // A line that is cut short ends with three dots, and these end the sentence.
        let text = match text.strip_suffix("....") {
            Some(cut) => format!("{cut}..."),
            None => text,
        };
        claims.iter().all(holds).then_some(Sentence {
            topic,
            text,
            lines,
            claims,
        })
    }
}

/// Claims about the line in one place.
pub(super) fn about(line: usize, claims: Vec<Claim>) -> Vec<LineClaim> {
    let of_line = |claim| LineClaim { line, claim };
    claims.into_iter().map(of_line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::board::{Color, Piece, PieceKind, Position, Square};

    #[test]
    fn a_line_that_is_cut_short_ends_with_three_dots() {
        let told = |text: &str| {
            let said = Sentence::checked(Topic::Threat, text.to_owned(), Vec::new(), Vec::new());
            said.unwrap().text
        };
        assert_eq!(told("Mate: 1.Ra1 Kb8 ...."), "Mate: 1.Ra1 Kb8 ...");
        assert_eq!(told("Mate: 1.Ra1 Kb8."), "Mate: 1.Ra1 Kb8.");
    }

    #[test]
    fn a_sentence_with_a_false_claim_is_not_said() {
        let line = PlayedLine::new(&Position::start(), &[]);
        let stands = |piece| Claim::Stands {
            ply: 0,
            square: Square::new(0),
            piece,
        };
        let said = |place, claims| {
            let (text, lines) = ("Said.".to_owned(), vec![line.clone()]);
            Sentence::checked(Topic::Threat, text, lines, about(place, claims)).is_some()
        };
        let rook = stands(Piece::new(Color::White, PieceKind::Rook));
        let queen = stands(Piece::new(Color::White, PieceKind::Queen));
        assert!(said(0, Vec::new()) && said(0, vec![rook.clone()]));
        assert!(!said(0, vec![rook.clone(), queen]));
        // Nor one about a line that isn't there.
        assert!(!said(1, vec![rook]));
    }
}

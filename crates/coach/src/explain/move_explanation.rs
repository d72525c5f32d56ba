//! Everything that is said of a move, as data: text and JSON are written from it alone.
//!
//! Sentences follow from the evidence, so that the same evidence with colours exchanged
//! gives the same words. Start with `MoveExplanation::of`.

use super::best_move::best_move;
use super::certainty::certainty;
use super::compared_line::ComparedLine;
use super::consequence::consequence;
use super::evidence::Evidence;
use super::natural_move::natural_move;
use super::played_line::PlayedLine;
use super::sentence::{Sentence, Topic};
use super::term_differences::term_differences;
use super::threat::threat;
use super::verdict::{Relation, Verdict};
use plumb_chess::board::{Color, Outcome};
use plumb_chess::notation::{FenStyle, to_fen};
use plumb_engine::eval::{WdlModel, Weights};
use plumb_support::wording::text;

/// A move explained.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveExplanation {
    /// The position.
    pub fen: String,
    /// Whose move it is.
    pub side: Color,
    /// How the game has ended, if the rules end it.
    pub outcome: Option<Outcome>,
    /// True where there is no legal move, or nobody can mate: nothing is explained.
    pub is_over: bool,
    /// A move was asked about, not what is best.
    pub is_asked: bool,
    /// The comparison; none where nothing is known.
    pub comparison: Option<MoveComparison>,
    /// What is said, in order.
    pub sentences: Vec<Sentence>,
    /// Nodes of all searches together.
    pub nodes: u64,
    /// It was stopped, and some of this is missing or less deep.
    pub is_stopped: bool,
}

/// The move that is explained beside the best one; both may be one, and then beside the second.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveComparison {
    /// How the first compares with the second.
    pub relation: Relation,
    /// The winning chances that the explained move gives away, 0 to 1, from the side of the
    /// player who moves.
    pub chance_lost: f64,
    /// The move that is explained.
    pub explained: ComparedLine,
    /// The first choice.
    pub best: ComparedLine,
    /// The best of the other moves, where the first choice is explained and there is one.
    pub second: Option<ComparedLine>,
}

impl MoveComparison {
    /// What stands side by side: the move that is explained, and the first choice or, where that
    /// is explained, the second. One alone where no other is known.
    pub fn side_by_side(&self) -> Vec<&ComparedLine> {
        let other = match self.relation {
            Relation::Best => self.second.as_ref(),
            Relation::Equal | Relation::Worse => Some(&self.best),
        };
        [Some(&self.explained), other]
            .into_iter()
            .flatten()
            .collect()
    }
}

impl MoveExplanation {
    /// The explanation that follows from the evidence.
    pub fn of(evidence: &Evidence, weights: &Weights, chances: &WdlModel) -> MoveExplanation {
        let position = &evidence.position;
        let is_over = matches!(
            evidence.outcome,
            Some(Outcome::Checkmate | Outcome::Stalemate | Outcome::InsufficientMaterial)
        );
        let verdict = Verdict::of(evidence, chances).filter(|_| !is_over);
        let compared = |searched| ComparedLine::of(position, searched, weights, chances);
        let comparison = verdict.as_ref().map(|verdict| MoveComparison {
            relation: verdict.relation,
            chance_lost: verdict.chance_lost(verdict.best.score, verdict.explained.score),
            explained: compared(verdict.explained),
            best: compared(verdict.best),
            second: match verdict.relation {
                Relation::Best => evidence.second.as_ref().map(compared),
                Relation::Equal | Relation::Worse => None,
            },
        });
        let mut sentences = Vec::new();
        if let Some((verdict, comparison)) = verdict.as_ref().zip(comparison.as_ref()) {
            let second = comparison.second.as_ref();
            let other = match verdict.relation {
                Relation::Worse => Some(&comparison.explained),
                Relation::Best => {
                    second.filter(|one| verdict.separates(verdict.best.score, one.score))
                }
                Relation::Equal => None,
            };
            sentences = all_sentences(verdict, comparison, other);
        }
        MoveExplanation {
            fen: to_fen(position, FenStyle::XFen),
            side: position.turn(),
            outcome: evidence.outcome,
            is_over,
            is_asked: match &verdict {
                Some(verdict) => verdict.is_asked,
                None => evidence.asked.is_some(),
            },
            comparison,
            sentences,
            nodes: evidence.nodes,
            is_stopped: evidence.is_stopped,
        }
    }

    /// What says most plainly what is wrong with a move that is worse: what it leads to, a
    /// threat that it does not meet, or what differs where both lines end. Nothing where
    /// none of these is known.
    pub fn reason(&self) -> Option<&Sentence> {
        let threat = self.sentence(Topic::Threat);
        self.sentence(Topic::Consequence)
            .or(threat.filter(|one| one.tells_unmet_threat()))
            .or(self.sentence(Topic::Terms))
    }

    /// The sentence about something, if there is one.
    pub fn sentence(&self, topic: Topic) -> Option<&Sentence> {
        self.sentences.iter().find(|one| one.topic == topic)
    }
}

/// All sentences, in their order.
fn all_sentences(
    verdict: &Verdict<'_>,
    comparison: &MoveComparison,
    other: Option<&ComparedLine>,
) -> Vec<Sentence> {
    let consequence = consequence(verdict);
    let shows_best = |sentence: &Sentence| {
        let first = |line: &PlayedLine| line.moves().first() == Some(&verdict.best.mv);
        sentence.lines.first().is_some_and(first)
    };
    let is_told = consequence.as_ref().is_some_and(shows_best);
    let best_move = best_move(verdict, is_told);
    let natural_move = match verdict.relation {
        Relation::Equal => None,
        _ => natural_move(verdict),
    };
    let terms = other.and_then(|other| term_differences(&comparison.best, other, verdict.side()));
    let threat = threat(verdict);
    let has_claims =
        |sentence: &Option<Sentence>| sentence.as_ref().is_some_and(|one| !one.claims.is_empty());
    let reasons = [&consequence, &threat, &best_move, &terms];
    // What is as good as another, or the only move, needs none.
    let is_one = verdict.position().legal_moves().len() == 1;
    let needs_one = verdict.relation != Relation::Equal && !is_one;
    let no_reason = needs_one && !reasons.into_iter().any(has_claims);
    let told = text!(told.no_reason).to_owned();
    let no_reason = no_reason
        .then(|| Sentence::checked(Topic::NoReason, told, Vec::new(), Vec::new()))
        .flatten();
    let all = [
        consequence,
        threat,
        best_move,
        natural_move,
        terms,
        no_reason,
        certainty(verdict),
    ];
    all.into_iter().flatten().collect()
}

//! What was best, and how the move that is explained compares with it.

use super::consequence::result_of;
use super::motif_words::{MotifWords, motif_of_result, zugzwang_of_line};
use super::played_line::PlayedLine;
use super::sentence::{Sentence, Topic, about};
use super::verdict::{Relation, Verdict};
use plumb_support::wording::say;

/// The move and four plies after it.
const SHOWN_PLIES: usize = 5;

/// The sentence; `is_told` says that another has shown the best move's line.
pub(super) fn best_move(verdict: &Verdict<'_>, is_told: bool) -> Option<Sentence> {
    let [name, best] = [verdict.explained.mv, verdict.best.mv].map(|mv| verdict.san(mv));
    let opening = match (verdict.relation, verdict.is_asked) {
        (Relation::Best, true) => say!(told.best, r#move = name),
        (Relation::Best, false) | (Relation::Worse, _) => say!(told.best_is, r#move = best),
        (Relation::Equal, _) => say!(told.equal, r#move = name, choice = best),
    };
    if is_told {
        let line = PlayedLine::new(verdict.position(), &[verdict.best.mv]);
        return Sentence::checked(
            Topic::BestMove,
            format!("{opening}."),
            vec![line],
            Vec::new(),
        );
    }
    let moves = &verdict.best.line;
    let side = verdict.side();
    let result = result_of(verdict, verdict.best).filter(|one| one.winner() == Some(side));
    // Where the score does not agree, what is given in return is worth as much.
    let result = result.filter(|one| {
        one.gain()
            .is_none_or(|gain| verdict.is_gain_felt(verdict.best, gain.pawns))
    });
    let (line, rest, deed, motif, claims) = match result {
        Some(result) => {
            // Where it doesn't matter what more it wins, a mate is still worth a word.
            let is_told = match verdict.relation {
                Relation::Best => false,
                Relation::Equal => result.is_mate_by(side),
                Relation::Worse => true,
            };
            let deed = match is_told {
                true => say!(told.which, deed = result.deed(side)),
                false => String::new(),
            };
            let claims = is_told.then(|| result.claim()).into_iter().collect();
            let motif = motif_of_result(&result, verdict.motif_line(verdict.best), 0);
            let rest = result.shown_after(1);
            (result.line, rest, deed, motif, claims)
        }
        None => {
            let line = PlayedLine::new(verdict.position(), moves).first(SHOWN_PLIES);
            let rest = line.after(1).san();
            // What wins nothing has no motif, but zugzwang may be all that there is to it.
            let motif = zugzwang_of_line(&line, verdict.motif_line(verdict.best), side, 0);
            (line, rest, String::new(), motif, Vec::new())
        }
    };
    let MotifWords {
        text: motif,
        claims: of_motif,
    } = motif;
    let colon = if rest.is_empty() { "" } else { ": " };
    let text = format!("{opening}{deed}{colon}{rest}{motif}.");
    let claims = [about(0, claims), of_motif].concat();
    Sentence::checked(Topic::BestMove, text, vec![line], claims)
}

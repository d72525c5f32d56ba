//! What a move leads to, in material or mate.

use super::evidence::SearchedMove;
use super::line_result::{LineEnd, LineResult};
use super::motif_words::motif_of_result;
use super::sentence::{Sentence, Topic, about};
use super::verdict::{Relation, Verdict};
use plumb_support::wording::say;

/// The move and three to five plies after it.
pub(super) const MOVE_PLIES: (usize, usize) = (4, 6);

/// What a searched move's line comes to.
pub(super) fn result_of(verdict: &Verdict<'_>, searched: &SearchedMove) -> Option<LineResult> {
    LineResult::of(verdict.position(), &searched.line, MOVE_PLIES)
}

/// The sentence; nothing where neither material nor mate is at stake.
pub(super) fn consequence(verdict: &Verdict<'_>) -> Option<Sentence> {
    let explained = verdict.explained;
    let side = verdict.side();
    let result = result_of(verdict, explained);
    let own = result.filter(|result| match &result.end {
        LineEnd::Mate { .. } => true,
        LineEnd::Stalemate => verdict.relation != Relation::Best,
        LineEnd::Material { gain, .. } if gain.side == side => {
            verdict.relation != Relation::Worse && verdict.is_gain_felt(explained, gain.pawns)
        }
        LineEnd::Material { gain, .. } => match verdict.relation {
            Relation::Best => explained.score.to_int() < -50 * gain.pawns.min(3),
            Relation::Equal => false,
            Relation::Worse => is_lost_by_it(verdict, explained, gain.pawns),
        },
    });
    match own {
        Some(result) => line_sentence(verdict, explained, &result),
        None if verdict.relation == Relation::Worse => missed(verdict),
        None => None,
    }
}

/// Whether the material goes because of this move: the best one keeps more of it, and the
/// scores say so.
pub(super) fn is_lost_by_it(verdict: &Verdict<'_>, searched: &SearchedMove, pawns: i32) -> bool {
    let best = result_of(verdict, verdict.best);
    let anyway = best.as_ref().and_then(LineResult::gain);
    let anyway = anyway.filter(|gain| gain.side != verdict.side());
    let drop = verdict.drop_cp(verdict.best.score, searched.score);
    anyway.is_none_or(|gain| gain.pawns < pawns) && verdict.is_felt(drop, pawns)
}

fn line_sentence<'a>(
    verdict: &Verdict<'a>,
    searched: &'a SearchedMove,
    result: &LineResult,
) -> Option<Sentence> {
    let name = verdict.san(searched.mv);
    let deed = result.deed(verdict.side());
    let is_own_mate = result.is_mate_by(verdict.side());
    let motif = motif_of_result(result, verdict.motif_line(searched), 0);
    let rest = result.shown_after(1);
    let text = match (rest.is_empty(), verdict.relation) {
        (true, _) if is_own_mate => say!(told.is_mate, r#move = name),
        (true, _) => say!(told.does, r#move = name, deed),
        (false, Relation::Best) if result.winner() == Some(!verdict.side()) => {
            say!(told.nothing_better, r#move = name, deed) + ": " + &rest
        }
        (false, _) => say!(told.does, r#move = name, deed) + ": " + &rest,
    };
    let text = format!("{text}{}.", motif.text);
    let claims = [about(0, vec![result.claim()]), motif.claims].concat();
    Sentence::checked(Topic::Consequence, text, vec![result.line.clone()], claims)
}

/// The best move mates or wins material, and this one does not.
fn missed(verdict: &Verdict<'_>) -> Option<Sentence> {
    let best = verdict.best;
    let result = result_of(verdict, best)?;
    if result.winner() != Some(verdict.side()) {
        return None;
    }
    let own = result_of(verdict, verdict.explained);
    let own = own.as_ref().and_then(LineResult::gain);
    let own = own.filter(|gain| gain.side == verdict.side());
    if let Some(gain) = result.gain() {
        let drop = verdict.drop_cp(best.score, verdict.explained.score);
        let more = gain.pawns - own.map_or(0, |own| own.pawns);
        if more < 1 || !verdict.is_felt(drop, more) {
            return None;
        }
    }
    let [name, better] = [verdict.explained.mv, best.mv].map(|mv| verdict.san(mv));
    let motif = motif_of_result(&result, verdict.motif_line(best), 0);
    let deed = result.deed(verdict.side());
    let rest = result.shown_after(1);
    let colon = if rest.is_empty() { "" } else { ": " };
    let text = say!(told.misses, r#move = name, better, deed);
    let text = format!("{text}{colon}{rest}{}.", motif.text);
    let claims = [about(0, vec![result.claim()]), motif.claims].concat();
    Sentence::checked(Topic::Consequence, text, vec![result.line], claims)
}

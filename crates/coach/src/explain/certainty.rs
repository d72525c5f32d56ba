//! How sure an explanation is: since when the best move stood, how far it is ahead, and
//! how deep one has to look to see what is wrong with the other.

use super::evidence::SearchedMove;
use super::sentence::{Sentence, Topic};
use super::verdict::{Relation, Verdict};
use super::words::pawns;
use crate::analysis::winning_chance;
use plumb_engine::search::ScoreValue;
use plumb_support::wording::say;

/// What is seen to be worse from this depth already, in plies, is no secret.
const DEEP_PLIES: u32 = 8;

/// The sentence.
pub(super) fn certainty(verdict: &Verdict<'_>) -> Option<Sentence> {
    let best = verdict.best;
    let name = verdict.san(best.mv);
    let mut text = match (stood_since(best), best.looks.last()) {
        _ if verdict.position().legal_moves().len() == 1 => {
            say!(told.only_legal, r#move = name)
        }
        (Some(since), Some(last)) => {
            let [since, depth] = [since, last.depth].map(|depth| depth.to_string());
            say!(told.stood, r#move = name, since, depth) + &margin(verdict)
        }
        _ => return None,
    };
    if verdict.relation == Relation::Worse
        && let Some(depth) = worse_from(verdict).filter(|&depth| depth >= DEEP_PLIES)
    {
        let move_name = verdict.san(verdict.explained.mv);
        let depth = depth.to_string();
        text += &say!(told.worse_from, r#move = move_name, depth);
    }
    Sentence::checked(Topic::Certainty, format!("{text}."), Vec::new(), Vec::new())
}

/// The first depth from which the first choice was always the same.
pub(super) fn stood_since(best: &SearchedMove) -> Option<u32> {
    let stood = best
        .looks
        .iter()
        .rev()
        .take_while(|look| look.mv == best.mv);
    stood.last().map(|look| look.depth)
}

fn margin(verdict: &Verdict<'_>) -> String {
    let Some(second) = &verdict.evidence.second else {
        return String::new();
    };
    let name = verdict.san(second.mv);
    let is_worse = verdict.separates(verdict.best.score, second.score);
    // Where the explained move has had a search of its own that says otherwise, that one
    // is told.
    if second.mv == verdict.explained.mv && is_worse != (verdict.relation == Relation::Worse) {
        return String::new();
    }
    if !is_worse {
        return say!(told.second_equal, r#move = name);
    }
    match [verdict.best.score, second.score].map(|score| score.value()) {
        [ScoreValue::Cp(best), ScoreValue::Cp(second)] => {
            let ahead = pawns(best - second);
            say!(told.ahead, pawns = ahead, r#move = name)
        }
        [ScoreValue::Mate(_), _] => say!(told.second_no_mate, r#move = name),
        _ => say!(told.second_mated, r#move = name),
    }
}

/// The depth from which the explained move has always lost at least half of what it
/// loses in the end; nothing where it always did.
pub(super) fn worse_from(verdict: &Verdict<'_>) -> Option<u32> {
    let chance = |score| winning_chance(score, verdict.position(), verdict.chances);
    let [best, played] = [verdict.best.score, verdict.explained.score].map(chance);
    let half = (best + played) / 2.0;
    let looks = &verdict.explained.looks;
    let late = looks.iter().rposition(|look| chance(look.score) > half)?;
    looks.get(late + 1).map(|look| look.depth)
}

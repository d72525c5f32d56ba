//! Why not the move that comes to mind.

use super::consequence::{is_lost_by_it, result_of};
use super::evidence::NaturalReason;
use super::line_result::LineResult;
use super::motif_words::motif_of_result;
use super::played_line::PlayedLine;
use super::sentence::{Sentence, Topic, about};
use super::verdict::{Relation, Verdict};
use super::words::{listed, pawns};
use plumb_engine::search::ScoreValue;
use plumb_support::wording::{say, text};

/// The move and four plies after it.
const SHOWN_PLIES: usize = 5;

/// The sentence; nothing where the natural move is as good as the best.
pub(super) fn natural_move(verdict: &Verdict<'_>) -> Option<Sentence> {
    let natural = verdict.evidence.natural.as_ref()?;
    let searched = &natural.searched;
    if !verdict.separates(verdict.best.score, searched.score) {
        return None;
    }
    let name = verdict.san(searched.mv);
    let reason = reason(&natural.reason);
    let line = PlayedLine::new(verdict.position(), &searched.line);
    if searched.mv == verdict.explained.mv && verdict.relation == Relation::Worse {
        // What is wrong with it stands in the other sentences.
        let text = say!(told.natural, r#move = name, reason);
        return Sentence::checked(Topic::NaturalMove, text, vec![line.first(1)], Vec::new());
    }
    let side = verdict.side();
    let result = result_of(verdict, searched).filter(|result| match result.gain() {
        Some(gain) => gain.side != side && is_lost_by_it(verdict, searched, gain.pawns),
        None => !result.is_mate_by(side),
    });
    let (text, line, claims) = match result {
        Some(result) => {
            let motif = motif_of_result(&result, verdict.motif_line(searched), 0);
            let rest = rest(&result);
            let deed = result.deed(side);
            let text = say!(told.why_not, r#move = name, reason, deed);
            let text = format!("{text}{rest}{}.", motif.text);
            let claims = [about(0, vec![result.claim()]), motif.claims].concat();
            (text, result.line, claims)
        }
        None => {
            let line = line.first(SHOWN_PLIES);
            let rest = line.after(1).san();
            let colon = if rest.is_empty() { "" } else { ": " };
            let worse = match [verdict.best.score, searched.score].map(|score| score.value()) {
                [ScoreValue::Cp(best), ScoreValue::Cp(natural)] => {
                    say!(told.worse_by, pawns = pawns(best - natural))
                }
                _ => text!(told.worse).to_owned(),
            };
            let text = format!(
                "{}{colon}{rest}.",
                say!(told.why_not, r#move = name, reason, deed = worse)
            );
            (text, line, Vec::new())
        }
    };
    Sentence::checked(Topic::NaturalMove, text, vec![line], claims)
}

fn rest(result: &LineResult) -> String {
    match result.shown_after(1) {
        rest if rest.is_empty() => rest,
        rest => format!(": {rest}"),
    }
}

fn reason(reason: &NaturalReason) -> String {
    match reason {
        NaturalReason::ShallowChoice(depths) => {
            let numbers: Vec<String> = depths.iter().map(u32::to_string).collect();
            let is_run = depths.len() > 2 && depths.windows(2).all(|two| two[0] + 1 == two[1]);
            match (numbers.as_slice(), is_run) {
                ([first, .., last], true) => {
                    say!(told.first_from_to, from = first, to = last)
                }
                ([depth], _) => say!(told.first_at, depth),
                _ => say!(told.first_at_several, depths = listed(&numbers)),
            }
        }
        NaturalReason::Likeliest { elo, share } => {
            let (elo, share) = (elo.to_string(), format!("{:.0} %", 100.0 * share));
            say!(told.likeliest, rating = elo, share)
        }
    }
}

//! An explanation at the length that a player has time for.

use crate::explain::{MoveComparison, MoveExplanation, Relation, Topic};
use plumb_protocol::protocol::Remark;

/// A move that gives away so much of the winning chances, 0 to 1, is a mistake.
pub const MISTAKE_CHANCE: f64 = 0.10;

/// What a brief remark on a good move looks for, the plainest first.
const REASONS: [Topic; 3] = [Topic::Consequence, Topic::Threat, Topic::Terms];

/// What is said of the explained move; nothing but the end of a game that is over.
pub fn remark(explanation: &MoveExplanation) -> Remark {
    let Some(comparison) = &explanation.comparison else {
        let end: Vec<String> = explanation.outcome_text().into_iter().collect();
        return Remark {
            brief: end.clone(),
            full: end,
            ..Remark::default()
        };
    };
    let text = |topic| explanation.sentence(topic).map(|one| one.text.clone());
    let verdict = (comparison.relation == Relation::Worse).then(|| worse(comparison));
    let reason = REASONS.into_iter().find_map(text);
    let best = text(Topic::BestMove);
    // A worse move: why, and what was better. Otherwise first that it is good.
    let brief = match comparison.relation {
        Relation::Worse => [
            verdict.clone(),
            explanation
                .reason()
                .map(|one| one.text.clone())
                .or_else(|| text(Topic::NoReason)),
            best,
        ],
        Relation::Best | Relation::Equal => [best, reason, None],
    };
    let all = explanation.sentences.iter().map(|one| one.text.clone());
    let is_mistake =
        comparison.relation == Relation::Worse && comparison.chance_lost >= MISTAKE_CHANCE;
    Remark {
        best: Some(comparison.best.mv),
        brief: brief.into_iter().flatten().collect(),
        full: verdict.clone().into_iter().chain(all).collect(),
        mistake: is_mistake.then(|| mistake(comparison)),
    }
}

/// How much worse the move is than the best one.
fn worse(comparison: &MoveComparison) -> String {
    format!(
        "{} is worse than {}: it gives away {} of the winning chances.",
        comparison.explained.san,
        comparison.best.san,
        percent(comparison.chance_lost)
    )
}

fn mistake(comparison: &MoveComparison) -> String {
    format!(
        "{} gives away {} of the winning chances; {} was best.",
        comparison.explained.san,
        percent(comparison.chance_lost),
        comparison.best.san
    )
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

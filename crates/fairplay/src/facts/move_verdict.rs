//! A move with its facts and with what a rule set says of it, and the trace of a
//! whole game: one character for each ply.
//!
//! Start with `MoveVerdict::of`.

use serde::Serialize;

use super::exclusion::Exclusion;
use super::modelled_choice::ModelledChoice;
use super::move_facts::{MoveFacts, Yardstick};
use super::move_trend::MoveTrend;
use super::rules::{Denominator, PlyContext, RuleSet, Rules, classify};
use crate::records::MoveRecord;
use plumb_chess::board::Position;
use plumb_support::wording::text;

/// Up to this, in centipawns, a loss is small.
pub const SMALL_LOSS_CP: i32 = 50;
/// From this on, in centipawns, a loss is a blunder.
pub const BLUNDER_CP: i32 = 200;

/// A move by the rules that are in force.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveVerdict {
    /// Why it is not counted; nothing if it is.
    pub exclusion: Option<Exclusion>,
    /// What is known of it; nothing without a complete record.
    pub facts: Option<MoveFacts>,
    /// In a position that was not decided, only one of several legal moves was
    /// good: the best of the list is ahead of the next by the threshold for forced
    /// moves.
    pub is_only_good: bool,
    /// The move beside what people and engines choose; none where the position asked for
    /// no choice, or no model belongs to the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modelled: Option<ModelledChoice>,
    /// Whether it looks better or worse the deeper one looks; none where no model belongs to
    /// the levels of the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trend: Option<MoveTrend>,
}

impl MoveVerdict {
    /// From a record, the position before the move and what the game knows.
    pub fn of(
        record: Option<&MoveRecord>,
        position: &Position,
        context: &PlyContext,
        spent_ms: Option<u64>,
        rules: &Rules,
        yardstick: &Yardstick,
    ) -> MoveVerdict {
        let exclusion = classify(record, context, rules.set, &rules.thresholds);
        let facts = record.and_then(|record| match rules.set {
            RuleSet::Barnes => MoveFacts::by_list(record, position, spent_ms, yardstick),
            _ => MoveFacts::of(record, position, spent_ms, yardstick),
        });
        let lines = &rules.thresholds;
        let is_only_good = facts.as_ref().is_some_and(|facts| {
            facts.legal > 1
                && facts.level_cp.abs() < lines.decided_cp
                && facts.gap_cp.is_some_and(|gap| gap >= lines.forced_gap_cp)
        });
        MoveVerdict {
            exclusion,
            facts,
            is_only_good,
            modelled: None,
            trend: None,
        }
    }

    /// Its facts if it is counted.
    pub fn counted(&self) -> Option<&MoveFacts> {
        self.facts.as_ref().filter(|_| self.exclusion.is_none())
    }

    /// Its facts if it is among those divided by.
    pub fn among(&self, denominator: Denominator) -> Option<&MoveFacts> {
        let counted = || self.counted();
        match denominator {
            Denominator::AfterBook => {
                let is_in = matches!(self.exclusion, None | Some(Exclusion::Decided));
                self.facts.as_ref().filter(|_| is_in)
            }
            Denominator::Counted => counted(),
            Denominator::NotWorse => counted().filter(|facts| facts.drop_cp <= 0),
            Denominator::Critical => {
                counted().filter(|facts| facts.drop_cp <= 0 && self.is_only_good)
            }
        }
    }

    /// Its character in the trace: a reason's letter, or for counted moves `*`
    /// first choice, `~` uncertain loss, `=` no loss, `.` small loss, `-` loss, `?` blunder.
    pub fn letter(&self) -> char {
        if let Some(exclusion) = self.exclusion {
            return exclusion.letter();
        }
        match &self.facts {
            None => Exclusion::Unknown.letter(),
            Some(facts) if facts.is_first_choice => '*',
            Some(facts) if facts.is_uncertain => '~',
            Some(facts) if facts.loss_cp == 0 => '=',
            Some(facts) if facts.loss_cp <= SMALL_LOSS_CP => '.',
            Some(facts) if facts.loss_cp < BLUNDER_CP => '-',
            Some(_) => '?',
        }
    }
}

/// What the characters for counted moves mean, for a legend; those for
/// exclusions are [`Exclusion::letter`] and [`Exclusion::sentence`].
pub fn trace_legend() -> [(char, &'static str); 6] {
    [
        ('*', text!(trace.first)),
        ('=', text!(trace.equal)),
        ('.', text!(trace.small)),
        ('-', text!(trace.loss)),
        ('?', text!(trace.blunder)),
        ('~', text!(trace.uncertain)),
    ]
}

/// A whole game, one character for each ply.
pub fn trace<'a>(moves: impl IntoIterator<Item = &'a MoveVerdict>) -> String {
    moves.into_iter().map(MoveVerdict::letter).collect()
}

#[cfg(test)]
#[path = "move_verdict_tests.rs"]
mod tests;

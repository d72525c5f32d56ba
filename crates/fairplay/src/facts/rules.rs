//! Rule sets: which moves a figure leaves out, and what it is divided by.
//!
//! Pure decisions over a record and what the game knows; nothing is searched.
//! Start with `classify`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::exclusion::Exclusion;
use crate::records::{MoveRecord, Value};
use plumb_support::wording::say;

/// A published way to choose the moves that count.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::Display,
    strum::EnumString,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", ascii_case_insensitive)]
#[strum(parse_err_ty = UnknownRules, parse_err_fn = unknown_rules)]
pub enum RuleSet {
    /// Barnes and Hernandez-Castro: book moves are left out, and moves where the best or the
    /// played move gives or suffers a mate, unless both have the same value. Values are taken
    /// from the multi-line list alone, not from searches of single moves.
    Barnes,
    /// Burnham: book moves, moves about a mate and decided positions are left out; only moves
    /// and moves that are far ahead of the next count.
    Burnham,
    /// Regan: the first eight moves of each side, repeated positions, moves about a mate, and
    /// positions further from equal than 300 centipawns for either side are left out.
    Regan,
    /// Every `Exclusion` applies.
    #[default]
    Plumb,
}

impl RuleSet {
    /// All of them.
    pub const ALL: [RuleSet; 4] = [
        RuleSet::Barnes,
        RuleSet::Burnham,
        RuleSet::Regan,
        RuleSet::Plumb,
    ];

    /// What the shares of this rule set are divided by, widest first;
    /// `Denominator::Counted` is always among them.
    pub fn denominators(self) -> &'static [Denominator] {
        match self {
            RuleSet::Burnham => &Denominator::ALL,
            _ => &[Denominator::Counted],
        }
    }

    /// Whether a move may be left out for this reason. A record that is missing
    /// and mates are left out by all.
    pub fn knows(self, exclusion: Exclusion) -> bool {
        use Exclusion::{Book, Decided, Opening, Repetition, Unknown};
        if exclusion == Unknown || exclusion.is_mate() {
            return true;
        }
        match self {
            RuleSet::Barnes => exclusion == Book,
            RuleSet::Burnham => matches!(exclusion, Book | Decided),
            RuleSet::Regan => matches!(exclusion, Opening | Repetition | Decided),
            RuleSet::Plumb => true,
        }
    }
}

/// A name that is no rule set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!(expected.rules, text = format!("{:?}", .0)))]
pub struct UnknownRules(pub String);

fn unknown_rules(text: &str) -> UnknownRules {
    UnknownRules(text.to_owned())
}

/// What a share is divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Denominator {
    /// Every move after the book that isn't about a mate: in decided positions too.
    AfterBook,
    /// Those that the rule set counts: nothing left out for any reason.
    Counted,
    /// Of these, moves with a drop of at most 0: by searches of their own not worse
    /// than the first choice.
    NotWorse,
    /// Of these, moves in critical positions: one of several moves is ahead of the
    /// next by the threshold for forced moves.
    Critical,
}

impl Denominator {
    /// All of them, widest first.
    pub const ALL: [Denominator; 4] = [
        Denominator::AfterBook,
        Denominator::Counted,
        Denominator::NotWorse,
        Denominator::Critical,
    ];
}

/// Where the rules draw their lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thresholds {
    /// Plies at the start of every game that are left out.
    pub opening_plies: usize,
    /// From this evaluation on, in centipawns, a position is decided. Regan's
    /// rules leave out what is further from equal than this, not what is at it.
    pub decided_cp: i32,
    /// A move is forced if it is ahead of the next by at least this, in centipawns.
    pub forced_gap_cp: i32,
    /// Games of fewer plies are left out as a whole.
    pub min_game_plies: usize,
}

impl Default for Thresholds {
    fn default() -> Thresholds {
        Thresholds {
            opening_plies: 16,
            decided_cp: 300,
            forced_gap_cp: 200,
            min_game_plies: 30,
        }
    }
}

/// What the game knows of a move, before any engine is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlyContext {
    /// Plies played before the move. Where a game begins from a set-up position, plies before
    /// that one are counted too, by its move number and side to move.
    pub ply: usize,
    /// Plies of the whole game.
    pub game_plies: usize,
    /// The move is theory.
    pub is_book: bool,
    /// How often the position before it had been on the board already.
    pub repetitions: usize,
    /// The position before it is in the tablebases.
    pub is_tablebase: bool,
}

/// Why a move does not count by these rules; nothing if it does.
pub fn classify(
    record: Option<&MoveRecord>,
    context: &PlyContext,
    rules: RuleSet,
    thresholds: &Thresholds,
) -> Option<Exclusion> {
    let holds = |exclusion| match exclusion {
        Exclusion::Book => context.is_book,
        Exclusion::Opening => context.ply < thresholds.opening_plies,
        Exclusion::TooFewMoves => context.game_plies < thresholds.min_game_plies,
        Exclusion::Tablebase => context.is_tablebase,
        Exclusion::Repetition => context.repetitions > 0,
        Exclusion::Unknown => record.is_none_or(|record| !is_complete(record, rules)),
        _ => record.is_some_and(|record| says(record, exclusion, rules, thresholds)),
    };
    let mut known = Exclusion::ALL.into_iter().filter(|&e| rules.knows(e));
    known.find(|&exclusion| holds(exclusion))
}

/// Whether a position asks for a choice that says something of who makes it: behind the
/// opening, undecided, with several moves of which none is far ahead. What was played does
/// not matter, and no rule set does.
pub fn asks_for_choice(record: &MoveRecord, context: &PlyContext) -> bool {
    let lines = Thresholds::default();
    let is_play = !context.is_book
        && context.ply >= lines.opening_plies
        && context.game_plies >= lines.min_game_plies
        && !context.is_tablebase
        && context.repetitions == 0;
    // A move that was searched on its own because it was played says what was played.
    let is_line = |mv: &str| !record.played_apart || mv != record.played;
    let mut levels = record.listed.iter().filter(|listed| is_line(&listed.mv));
    let mut next = || levels.next().map(|listed| listed.score.level_cp());
    let gap = next().zip(next()).map(|(first, second)| first - second);
    is_play
        && record.legal > 1
        && record.before.score.level_cp().abs() < lines.decided_cp
        && gap.is_some_and(|gap| gap < lines.forced_gap_cp)
}

/// The record has a first choice, lists the played move and knows what it lost, which
/// Barnes and Hernandez-Castro take from the list.
fn is_complete(record: &MoveRecord, rules: RuleSet) -> bool {
    record.before.choice().is_some()
        && record.played_listed().is_some()
        && (rules == RuleSet::Barnes || record.loss_cp().is_some())
}

/// Whether a complete record gives this reason.
fn says(
    record: &MoveRecord,
    exclusion: Exclusion,
    rules: RuleSet,
    thresholds: &Thresholds,
) -> bool {
    match exclusion {
        Exclusion::OnlyMove => record.legal == 1,
        Exclusion::Forced => gap_cp(record).is_some_and(|gap| gap >= thresholds.forced_gap_cp),
        Exclusion::Decided => {
            let size = record.before.score.level_cp().abs();
            let limit = thresholds.decided_cp;
            size > limit || size == limit && rules != RuleSet::Regan
        }
        _ if rules == RuleSet::Barnes => mate_in_list(record) == Some(exclusion),
        _ => mate(record) == Some(exclusion),
    }
}

/// A rule set and where it draws its lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// The rule set.
    pub set: RuleSet,
    /// The lines.
    pub thresholds: Thresholds,
}

/// How far the best listed move is ahead of the next, in centipawns; nothing
/// where nothing else is listed.
pub(super) fn gap_cp(record: &MoveRecord) -> Option<i32> {
    let [first, second, ..] = record.listed.as_slice() else {
        return None;
    };
    Some(first.score.level_cp() - second.score.level_cp())
}

/// What a record says of mates. Any search may have seen them: the one for a single line,
/// the one for the list, or those for the loss.
fn mate(record: &MoveRecord) -> Option<Exclusion> {
    let best = [
        Some(record.before.score),
        record.listed.first().map(|listed| listed.score),
        record.loss_looks.last().map(|look| look.first_choice),
    ];
    let played = [
        Some(record.after.score),
        record.played_listed().map(|listed| listed.score),
        record.loss_looks.last().map(|look| look.played),
    ];
    exclusion_of(&best, &played)
}

/// What the list alone says of mates, as Barnes and Hernandez-Castro have it: mates of
/// equal length are equal, and count with no error.
fn mate_in_list(record: &MoveRecord) -> Option<Exclusion> {
    let best = record.listed.first()?.score;
    let played = record.played_listed()?.score;
    if best == played {
        return None;
    }
    exclusion_of(&[Some(best)], &[Some(played)])
}

fn exclusion_of(best: &[Option<Value>], played: &[Option<Value>]) -> Option<Exclusion> {
    let given = |values: &[Option<Value>]| values.iter().flatten().any(|&v| is_mating(v));
    let suffered = |values: &[Option<Value>]| values.iter().flatten().any(|&v| is_mated(v));
    if given(played) {
        Some(Exclusion::MateFound)
    } else if given(best) {
        Some(Exclusion::MateMissed)
    } else if suffered(best) {
        Some(Exclusion::MateSuffered)
    } else if suffered(played) {
        Some(Exclusion::MateAllowed)
    } else {
        None
    }
}

/// The player mates.
fn is_mating(value: Value) -> bool {
    matches!(value, Value::Mate(moves) if moves > 0)
}

/// The player is mated.
fn is_mated(value: Value) -> bool {
    matches!(value, Value::Mate(moves) if moves <= 0)
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;

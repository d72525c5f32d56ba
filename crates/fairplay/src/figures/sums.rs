//! What a game adds to the figures of a player, an event or a field.
//!
//! Sums add up and can be taken away again, exactly and in any order; figures of
//! games, players and events all come from them. Start with `Sums::of_side`.

use std::collections::BTreeMap;

use super::agreement::Agreement;
use super::choice_sums::ChoiceSums;
use super::each_number::{EachNumber, Number};
use super::moments::Moments;
use super::pace_figures::PaceSums;
use super::tally::Tally;
use crate::facts::{Balance, Denominator, Exclusion, GamePhase, MoveFacts, MoveVerdict, Pace};
use plumb_coach::analysis::Trend;

/// The fewest counted moves for figures of one side of a game.
pub const GAME_GATE: u64 = 10;

/// A forced line is entered if at least so many plies, both sides counted, had
/// one good choice; one or two are noise.
pub const FORCED_LINE_PLIES: usize = 3;

/// Everything that is added up over the moves of one side of a game, of a
/// player, or of everybody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Sides of games.
    pub(super) games: u64,
    /// Moves made, counted or not.
    pub(super) moves: u64,
    /// Moves left out, by their reason.
    pub(super) excluded: Numbers<Exclusion>,
    /// By what is divided by: see [`Denominator::ALL`].
    pub(super) tallies: [Tally; Denominator::ALL.len()],
    /// Counted moves by the part of the game.
    pub(super) by_phase: [Tally; 3],
    /// Counted moves by how the player stood.
    pub(super) by_balance: [Tally; 3],
    /// Counted moves by the time they took.
    pub(super) by_pace: [Tally; 3],
    /// How many runs of first choices had each length.
    pub(super) runs: Numbers<usize>,
    /// How many sides of games had how many counted moves.
    pub(super) lengths: Numbers<usize>,
    /// Positions with one good move, and how often it was found.
    pub(super) only_good: [u64; 2],
    /// How many forced lines were entered, by their plies.
    pub(super) forced_lines: Numbers<usize>,
    /// Moves whose forced line was searched.
    pub(super) forced_searched: u64,
    /// Mates that could be forced and were kept as quick as any.
    pub(super) mates_quickest: u64,
    /// Excess risk where mating lines were compared.
    pub(super) mate_risk: Moments,
    /// Of those, moves that were riskier than need be.
    pub(super) mates_riskier: u64,
    /// Times.
    pub(super) pace: PaceSums,
    /// The mean accuracy of each side of a game with enough counted moves.
    pub(super) game_accuracy: Moments,
    /// Choices beside the models.
    pub(super) choices: ChoiceSums,
    /// Counted moves by their trend, in the order of [`Trend::ALL`].
    pub(super) trends: [u64; Trend::ALL.len()],
}

/// How often each key came up; keys that did not are missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Numbers<K: Ord>(pub(super) BTreeMap<K, u64>);

impl<K: Ord> Default for Numbers<K> {
    fn default() -> Numbers<K> {
        Numbers(BTreeMap::new())
    }
}

impl<K: Ord + Copy> Numbers<K> {
    fn add(&mut self, key: K) {
        *self.0.entry(key).or_default() += 1;
    }

    fn merge(&mut self, other: &Numbers<K>) {
        for (&key, &count) in &other.0 {
            *self.0.entry(key).or_default() += count;
        }
    }

    fn remove(&mut self, part: &Numbers<K>) {
        for (key, &count) in &part.0 {
            if let Some(mine) = self.0.get_mut(key) {
                *mine = mine.saturating_sub(count);
            }
        }
        self.0.retain(|_, count| *count > 0);
    }

    /// How often in all.
    pub(super) fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// How often a key came up.
    pub(super) fn get(&self, key: K) -> u64 {
        self.0.get(&key).copied().unwrap_or_default()
    }

    /// The greatest key that came up.
    pub(super) fn greatest(&self) -> Option<K> {
        self.0.last_key_value().map(|(&key, _)| key)
    }
}

impl Numbers<usize> {
    /// Shows every number: counts with their keys, and a 0 after them.
    fn each_number(&mut self, each: &mut EachNumber<'_>) {
        let mut known = std::mem::take(&mut self.0).into_iter();
        loop {
            let (key, mut count) = known.next().unwrap_or_default();
            each(Number::Count(&mut count));
            if count == 0 {
                break;
            }
            let mut key = key as u64;
            each(Number::Count(&mut key));
            self.0.insert(key as usize, count);
        }
    }
}

impl Numbers<Exclusion> {
    /// Shows every number: the counts of all reasons.
    fn each_number(&mut self, each: &mut EachNumber<'_>) {
        for exclusion in Exclusion::ALL {
            let mut count = self.get(exclusion);
            each(Number::Count(&mut count));
            if count > 0 {
                self.0.insert(exclusion, count);
            }
        }
    }
}

impl Sums {
    /// Of all moves of one side of one game, in their order.
    pub fn of_side<'a>(moves: impl IntoIterator<Item = &'a MoveVerdict>) -> Sums {
        let mut sums = Sums {
            games: 1,
            ..Sums::default()
        };
        let mut run = 0;
        let mut in_forced_line = false;
        let mut choices = Vec::new();
        for judged in moves {
            sums.add(judged);
            choices.extend(&judged.modelled);
            // A move that is left out neither breaks a run nor lengthens it.
            if let Some(facts) = judged.counted() {
                if facts.is_first_choice {
                    run += 1;
                } else if run > 0 {
                    sums.runs.add(std::mem::take(&mut run));
                }
            }
            let forced = judged.facts.as_ref().filter(|_| is_play(judged.exclusion));
            let searched = forced.and_then(|facts| facts.forced_plies);
            sums.forced_searched += u64::from(searched.is_some());
            let plies = searched.unwrap_or(0);
            // The same line seen again two plies on is not another one.
            if plies >= FORCED_LINE_PLIES && !in_forced_line {
                sums.forced_lines.add(plies);
            }
            in_forced_line = plies >= FORCED_LINE_PLIES;
        }
        if run > 0 {
            sums.runs.add(run);
        }
        sums.lengths.add(sums.counted() as usize);
        let has_enough = sums.counted() >= GAME_GATE;
        let accuracy = sums.counted_tally().accuracy();
        if let Some(mean) = accuracy.filter(|_| has_enough) {
            sums.game_accuracy.add(mean.mean);
        }
        sums.choices = ChoiceSums::of_side(choices);
        sums
    }

    fn add(&mut self, judged: &MoveVerdict) {
        self.moves += 1;
        // Counted without facts cannot be, but would be unknown if it were.
        let exclusion = match (&judged.exclusion, &judged.facts) {
            (None, None) => Some(Exclusion::Unknown),
            (exclusion, _) => *exclusion,
        };
        if let Some(exclusion) = exclusion {
            self.excluded.add(exclusion);
        }
        let Some(facts) = &judged.facts else {
            return;
        };
        for (tally, denominator) in self.tallies.iter_mut().zip(Denominator::ALL) {
            if let Some(facts) = judged.among(denominator) {
                tally.add(facts);
            }
        }
        match exclusion {
            None => {
                self.add_counted(facts);
                if let Some(trend) = &judged.trend {
                    self.trends[trend.trend as usize] += 1;
                }
            }
            Some(Exclusion::MateFound | Exclusion::MateMissed) => self.add_mate(facts),
            _ => {}
        }
        if judged.is_only_good && matches!(exclusion, None | Some(Exclusion::Forced)) {
            self.only_good[0] += 1;
            self.only_good[1] += u64::from(facts.is_equal_best);
        }
    }

    fn add_counted(&mut self, facts: &MoveFacts) {
        self.by_phase[match facts.phase {
            GamePhase::Opening => 0,
            GamePhase::Middlegame => 1,
            GamePhase::Endgame => 2,
        }]
        .add(facts);
        self.by_balance[match facts.balance {
            Balance::Better => 0,
            Balance::Level => 1,
            Balance::Worse => 2,
        }]
        .add(facts);
        if let Some(spent_ms) = facts.spent_ms {
            self.by_pace[Pace::of(spent_ms) as usize].add(facts);
            self.pace.add(spent_ms, facts.settled_depth);
        }
    }

    fn add_mate(&mut self, facts: &MoveFacts) {
        let is_quickest = facts.mate.is_some_and(|mate| mate.is_quickest());
        self.mates_quickest += u64::from(is_quickest);
        if let Some(excess) = facts.mate_risk_excess {
            self.mate_risk.add(excess);
            self.mates_riskier += u64::from(excess > 0.0);
        }
    }

    /// Adds everything another added up.
    pub fn merge(&mut self, other: &Sums) {
        self.games += other.games;
        self.moves += other.moves;
        self.excluded.merge(&other.excluded);
        for (tally, more) in self.all_tallies().zip(other.clone().all_tallies()) {
            tally.merge(more);
        }
        self.runs.merge(&other.runs);
        self.lengths.merge(&other.lengths);
        for (count, more) in self.only_good.iter_mut().zip(other.only_good) {
            *count += more;
        }
        self.forced_lines.merge(&other.forced_lines);
        self.forced_searched += other.forced_searched;
        self.mates_quickest += other.mates_quickest;
        self.mate_risk.merge(&other.mate_risk);
        self.mates_riskier += other.mates_riskier;
        self.pace.merge(&other.pace);
        self.game_accuracy.merge(&other.game_accuracy);
        self.choices.merge(&other.choices);
        for (count, more) in self.trends.iter_mut().zip(other.trends) {
            *count += more;
        }
    }

    /// What is left without a part that had been merged in before.
    pub fn without(&self, part: &Sums) -> Sums {
        let mut left = self.clone();
        left.games = left.games.saturating_sub(part.games);
        left.moves = left.moves.saturating_sub(part.moves);
        left.excluded.remove(&part.excluded);
        for (tally, less) in left.all_tallies().zip(part.clone().all_tallies()) {
            tally.remove(less);
        }
        left.runs.remove(&part.runs);
        left.lengths.remove(&part.lengths);
        for (count, less) in left.only_good.iter_mut().zip(part.only_good) {
            *count = count.saturating_sub(less);
        }
        left.forced_lines.remove(&part.forced_lines);
        left.forced_searched = left.forced_searched.saturating_sub(part.forced_searched);
        left.mates_quickest = left.mates_quickest.saturating_sub(part.mates_quickest);
        left.mate_risk.remove(&part.mate_risk);
        left.mates_riskier = left.mates_riskier.saturating_sub(part.mates_riskier);
        left.pace.remove(&part.pace);
        left.game_accuracy.remove(&part.game_accuracy);
        left.choices.remove(&part.choices);
        for (count, less) in left.trends.iter_mut().zip(part.trends) {
            *count = count.saturating_sub(less);
        }
        left
    }

    /// Shows every number, always in the same order.
    pub(super) fn each_number(&mut self, each: &mut EachNumber<'_>) {
        for count in [&mut self.games, &mut self.moves] {
            each(Number::Count(count));
        }
        self.excluded.each_number(each);
        for tally in self.all_tallies() {
            tally.each_number(each);
        }
        self.runs.each_number(each);
        self.lengths.each_number(each);
        self.forced_lines.each_number(each);
        let counts = [
            &mut self.forced_searched,
            &mut self.mates_quickest,
            &mut self.mates_riskier,
        ];
        let lists = self.only_good.iter_mut().chain(&mut self.trends);
        for count in counts.into_iter().chain(lists) {
            each(Number::Count(count));
        }
        self.mate_risk.each_number(each);
        self.pace.each_number(each);
        self.game_accuracy.each_number(each);
        self.choices.each_number(each);
    }

    fn all_tallies(&mut self) -> impl Iterator<Item = &mut Tally> {
        let parts = self.by_phase.iter_mut().chain(&mut self.by_balance);
        let parts = parts.chain(&mut self.by_pace);
        self.tallies.iter_mut().chain(parts)
    }

    pub(super) fn counted_tally(&self) -> &Tally {
        &self.tallies[Denominator::Counted as usize]
    }

    /// Sides of games that went in.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Sides of games with at least [`GAME_GATE`] counted moves.
    pub fn games_with_enough(&self) -> u64 {
        self.game_accuracy.count()
    }

    /// Choices beside the models.
    pub fn choices(&self) -> &ChoiceSums {
        &self.choices
    }

    /// Moves made, counted or not.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// Moves counted.
    pub fn counted(&self) -> u64 {
        self.counted_tally().moves()
    }

    /// How far the counted moves agree with the engine.
    pub fn agreement(&self) -> Agreement {
        self.counted_tally().agreement()
    }

    /// Moves left out for this reason.
    pub fn excluded(&self, exclusion: Exclusion) -> u64 {
        self.excluded.get(exclusion)
    }
}

/// The player was on his own: neither theory nor a game that is left out.
fn is_play(exclusion: Option<Exclusion>) -> bool {
    !matches!(
        exclusion,
        Some(
            Exclusion::Book
                | Exclusion::Opening
                | Exclusion::TooFewMoves
                | Exclusion::Tablebase
                | Exclusion::Repetition
                | Exclusion::Unknown
        )
    )
}

#[cfg(test)]
#[path = "sums_tests.rs"]
mod tests;

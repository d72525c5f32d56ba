//! The figures of a list of moves: what is added up, and what it comes to.
//!
//! Whole lists and their parts (by phase, by balance, by time) go through the
//! same code. Start with `Tally`, then `CoreFigures`.

use serde::Serialize;

use super::agreement::Agreement;
use super::each_number::{EachNumber, Number};
use super::moments::{Mean, Moments, Share};
use super::options::{FigureOptions, PLACES};
use crate::facts::{MoveFacts, RuleSet};

/// A loss above each of these, in centipawns, is counted.
pub const LOSS_STEPS_CP: [i32; 7] = [0, 10, 25, 50, 100, 200, 500];

/// Gains of at least each of these over the first choice, in centipawns, are counted.
pub const GAIN_STEPS_CP: [i32; 6] = [10, 25, 50, 100, 200, 400];

/// A number that a list of moves adds up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TallyNumber {
    Moves,
    /// The place in the list, from 0.
    Top(usize),
    Equal,
    /// The step of [`LOSS_STEPS_CP`].
    Above(usize),
    /// The step of [`GAIN_STEPS_CP`].
    Gain(usize),
    Loss,
    CappedLoss,
    ScaledLoss,
    WinningLoss,
    Accuracy,
    Credit,
    Changes,
    ChangesAfter,
    /// Moves whose loss is certain.
    Certain,
}

impl TallyNumber {
    /// How many there are.
    pub(super) const COUNT: usize = 11 + PLACES + LOSS_STEPS_CP.len() + GAIN_STEPS_CP.len();

    /// Its place in [`Tally::numbers`].
    pub(super) fn place(self) -> usize {
        let above = 2 + PLACES;
        let gains = above + LOSS_STEPS_CP.len();
        let means = gains + GAIN_STEPS_CP.len();
        match self {
            TallyNumber::Moves => 0,
            TallyNumber::Top(place) => 1 + place,
            TallyNumber::Equal => 1 + PLACES,
            TallyNumber::Above(step) => above + step,
            TallyNumber::Gain(step) => gains + step,
            TallyNumber::Loss => means,
            TallyNumber::CappedLoss => means + 1,
            TallyNumber::ScaledLoss => means + 2,
            TallyNumber::WinningLoss => means + 3,
            TallyNumber::Accuracy => means + 4,
            TallyNumber::Credit => means + 5,
            TallyNumber::Changes => means + 6,
            TallyNumber::ChangesAfter => means + 7,
            TallyNumber::Certain => means + 8,
        }
    }
}

/// Sums over moves; adds up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    moves: u64,
    top: [u64; PLACES],
    equal: u64,
    disputed: u64,
    uncertain: u64,
    loss_cp: Moments,
    capped_loss_cp: Moments,
    above: [u64; LOSS_STEPS_CP.len()],
    scaled_loss: Moments,
    winning_loss: Moments,
    accuracy: Moments,
    credit: Moments,
    gains: [u64; GAIN_STEPS_CP.len()],
    changes: Moments,
    changes_after: Moments,
}

impl Tally {
    /// Counts a move.
    pub fn add(&mut self, facts: &MoveFacts) {
        self.moves += 1;
        for (index, top) in self.top.iter_mut().enumerate() {
            // T1 is the first choice of the single-line search. It counts in all
            // wider ones, so that none of them can be smaller.
            let within = index > 0 && facts.rank <= index + 1;
            *top += u64::from(facts.is_first_choice || within);
        }
        self.equal += u64::from(facts.is_equal_best);
        self.disputed += u64::from(facts.is_disputed);
        if facts.is_uncertain {
            self.uncertain += 1;
        } else {
            self.add_loss(facts);
        }
        self.credit.add(facts.credit);
        for (count, step) in self.gains.iter_mut().zip(GAIN_STEPS_CP) {
            *count += u64::from(facts.gain_cp().is_some_and(|gain| gain >= step));
        }
        self.changes.add(facts.changes as f64);
        self.changes_after.add(facts.changes_after as f64);
    }

    /// Counts what a move lost, which is certain.
    fn add_loss(&mut self, facts: &MoveFacts) {
        self.loss_cp.add(f64::from(facts.loss_cp));
        self.capped_loss_cp.add(f64::from(facts.capped_loss_cp));
        for (above, step) in self.above.iter_mut().zip(LOSS_STEPS_CP) {
            *above += u64::from(facts.loss_cp > step);
        }
        self.scaled_loss.add(facts.scaled_loss);
        self.winning_loss.add(facts.winning_loss);
        self.accuracy.add(facts.accuracy);
    }

    /// Adds everything another counted.
    pub fn merge(&mut self, other: &Tally) {
        self.moves += other.moves;
        self.equal += other.equal;
        self.disputed += other.disputed;
        self.uncertain += other.uncertain;
        for (count, more) in self.top.iter_mut().zip(other.top) {
            *count += more;
        }
        for (count, more) in self.above.iter_mut().zip(other.above) {
            *count += more;
        }
        for (count, more) in self.gains.iter_mut().zip(other.gains) {
            *count += more;
        }
        let mut other = *other;
        for (mine, theirs) in self.moments().into_iter().zip(other.moments()) {
            mine.merge(theirs);
        }
    }

    /// Takes away a part that had been added.
    pub fn remove(&mut self, part: &Tally) {
        self.moves = self.moves.saturating_sub(part.moves);
        self.equal = self.equal.saturating_sub(part.equal);
        self.disputed = self.disputed.saturating_sub(part.disputed);
        self.uncertain = self.uncertain.saturating_sub(part.uncertain);
        for (count, less) in self.top.iter_mut().zip(part.top) {
            *count = count.saturating_sub(less);
        }
        for (count, less) in self.above.iter_mut().zip(part.above) {
            *count = count.saturating_sub(less);
        }
        for (count, less) in self.gains.iter_mut().zip(part.gains) {
            *count = count.saturating_sub(less);
        }
        let mut part = *part;
        for (mine, theirs) in self.moments().into_iter().zip(part.moments()) {
            mine.remove(theirs);
        }
    }

    /// Shows every number.
    pub(super) fn each_number(&mut self, each: &mut EachNumber<'_>) {
        let counts = [
            &mut self.moves,
            &mut self.equal,
            &mut self.disputed,
            &mut self.uncertain,
        ];
        let lists = self.top.iter_mut().chain(&mut self.above);
        for count in counts.into_iter().chain(lists).chain(&mut self.gains) {
            each(Number::Count(count));
        }
        for moments in self.moments() {
            moments.each_number(each);
        }
    }

    fn moments(&mut self) -> [&mut Moments; 8] {
        [
            &mut self.loss_cp,
            &mut self.capped_loss_cp,
            &mut self.scaled_loss,
            &mut self.winning_loss,
            &mut self.accuracy,
            &mut self.credit,
            &mut self.changes,
            &mut self.changes_after,
        ]
    }

    /// Moves counted.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// Everything that is added up, by [`TallyNumber::place`].
    pub(super) fn numbers(&self) -> impl Iterator<Item = f64> {
        let mut copy = *self;
        let means = copy.moments().map(|moments| moments.sum());
        let counts = std::iter::once(self.moves)
            .chain(self.top)
            .chain([self.equal])
            .chain(self.above)
            .chain(self.gains);
        let certain = self.loss_cp.count() as f64;
        let counts = counts.map(|count| count as f64);
        counts.chain(means).chain([certain])
    }

    /// How far the moves agree with the engine.
    pub(super) fn agreement(&self) -> Agreement {
        Agreement {
            moves: self.moves,
            first_choice: self.top[0],
            equal: self.equal,
            uncertain: self.uncertain,
            loss_cp: self.loss_cp.whole_sum(),
            capped_loss_cp: self.capped_loss_cp.whole_sum(),
        }
    }

    /// How many of the moves that were not first choices gained how much; nothing of
    /// fewer than `gate` such moves.
    fn gains(&self, gate: u64) -> Vec<GainShare> {
        let others = self.moves - self.top[0];
        let steps = GAIN_STEPS_CP.into_iter().zip(self.gains);
        let share = |(at_least_cp, count)| {
            let share = Share::of(count, others).filter(|share| share.of >= gate)?;
            Some(GainShare { at_least_cp, share })
        };
        steps.filter_map(share).collect()
    }

    /// The mean accuracy, 0 to 100.
    pub(super) fn accuracy(&self) -> Option<Mean> {
        self.accuracy.mean_within(0.0, 100.0)
    }

    /// The figures, if at least `gate` moves were counted and some loss is certain. T1 to
    /// T5 are not known beyond the lines that the list had.
    pub fn figures(&self, gate: u64, options: &FigureOptions) -> Option<CoreFigures> {
        if self.moves == 0 || self.moves < gate {
            return None;
        }
        let share = |count| Share::of(count, self.moves);
        let of_certain = |count| Share::of(count, self.loss_cp.count());
        let places = self.top[1..].iter().take(options.lines.saturating_sub(1));
        let above = LOSS_STEPS_CP.iter().zip(self.above);
        let feet = std::iter::once(self.loss_cp.count()).chain(self.above);
        let tops = self.above.into_iter().chain([0]);
        let changes = match options.rules {
            RuleSet::Burnham => &self.changes_after,
            _ => &self.changes,
        };
        Some(CoreFigures {
            moves: self.moves,
            first_choice: share(self.top[0])?,
            top: std::iter::once(&self.top[0])
                .chain(places)
                .map(|&count| share(count))
                .collect::<Option<Vec<Share>>>()?,
            equal: share(self.equal)?,
            disputed: self.disputed,
            uncertain: self.uncertain,
            average_error_cp: self.loss_cp.mean_within(0.0, f64::INFINITY)?,
            capped_loss_cp: self.capped_loss_cp.mean_within(0.0, f64::INFINITY)?,
            losses: above
                .map(|(&above_cp, count)| {
                    of_certain(count).map(|share| LossShare { above_cp, share })
                })
                .collect::<Option<Vec<LossShare>>>()?,
            loss_ranges: feet
                .zip(tops)
                .map(|(foot, top)| of_certain(foot.saturating_sub(top)))
                .collect::<Option<Vec<Share>>>()?,
            scaled_loss: self.scaled_loss.mean_within(0.0, f64::INFINITY)?,
            winning_loss: self.winning_loss.mean_within(0.0, 1.0)?,
            accuracy: self.accuracy()?,
            partial_credit: self.credit.mean_within(0.0, 1.0)?,
            better_than_best: self.gains(gate),
            best_move_changes: changes.mean_within(0.0, f64::INFINITY)?,
        })
    }
}

/// How many moves lost more than so much.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LossShare {
    /// More than this, in centipawns.
    pub above_cp: i32,
    /// How many.
    pub share: Share,
}

/// How many moves that were not first choices turned out better by so much.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GainShare {
    /// At least this, in centipawns.
    pub at_least_cp: i32,
    /// How many.
    pub share: Share,
}

/// What a list of moves comes to. All of it is divided by `moves`, but for
/// `better_than_best`; losses and accuracy by those that are not uncertain.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CoreFigures {
    /// Moves counted.
    pub moves: u64,
    /// MM: moves that were the first choice of the single-line search.
    pub first_choice: Share,
    /// T1, T2 and so on, never falling: the first choice, or at this place of the
    /// list or a better one. As many as the list had lines, at most five.
    pub top: Vec<Share>,
    /// CV: the first choice, or as good as the best of the list.
    pub equal: Share,
    /// First choices that the list sees behind another move: the two searches
    /// disagree. They count as equal and as no loss.
    pub disputed: u64,
    /// Moves whose loss is uncertain: they are in no figure of losses, winning chances or
    /// accuracy.
    pub uncertain: u64,
    /// AE: the mean loss, in centipawns, and its spread.
    pub average_error_cp: Mean,
    /// ACPL: the mean loss with evaluations held within ±1000 centipawns.
    pub capped_loss_cp: Mean,
    /// How many moves lost more than 0, 10, 25 centipawns and so on.
    pub losses: Vec<LossShare>,
    /// How many lost nothing, up to 10 centipawns, and so on, and more than the last
    /// step: what `losses` come to, with intervals of their own.
    #[serde(skip)]
    pub loss_ranges: Vec<Share>,
    /// The mean loss on Regan's scale, without a unit.
    pub scaled_loss: Mean,
    /// The mean loss of winning chances, 0 to 1.
    pub winning_loss: Mean,
    /// The mean accuracy, 0 to 100.
    pub accuracy: Mean,
    /// The mean chance, 0 to 1, that the reference player chooses as was chosen.
    pub partial_credit: Mean,
    /// Of the moves that were not first choices, those that turned out better by at
    /// least 10 centipawns, 25 and so on; empty where these moves are fewer than the
    /// gate.
    pub better_than_best: Vec<GainShare>,
    /// How often the search before the move changed its best move, per move; under
    /// Burnham's rules the search after it.
    pub best_move_changes: Mean,
}

//! Intervals of figures of several games, by drawing whole games again.
//!
//! The interval over games takes the place of the one that takes moves to be
//! independent, but is never narrower: of few games, or of games that happen to be
//! alike, drawing them again shows too little, and moves of one game are at best
//! independent. Of one game nothing can be drawn, and the interval over moves stays.
//! Start with `Figures::resample`.

use super::figures::{Figures, Part};
use super::game_numbers::{GameTotal, MoveList, column, total_column};
use super::moments::{Correlation, Mean, Share};
use super::replicates::Replicates;
use super::tally::{CoreFigures, TallyNumber};
use crate::facts::RuleSet;
use plumb_stats::statistics::middle_95;

impl Share {
    /// With the interval over games, if that is wider.
    pub(crate) fn over_games(&mut self, ends: Option<[f64; 2]>) {
        if let Some([low, high]) = ends {
            self.low = self.low.min(low.max(0.0));
            self.high = self.high.max(high.min(1.0));
        }
    }
}

impl Mean {
    /// With the interval over games, if that is wider. Where all values are the same
    /// there is none.
    fn over_games(&mut self, ends: Option<[f64; 2]>) {
        if let (Some([low, high]), Some(own_low), Some(own_high)) = (ends, self.low, self.high) {
            self.low = Some(own_low.min(low));
            self.high = Some(own_high.max(high));
        }
    }
}

impl Correlation {
    fn over_games(&mut self, ends: Option<[f64; 2]>) {
        if let Some([low, high]) = ends {
            self.low = self.low.min(low);
            self.high = self.high.max(high);
        }
    }
}

/// The ends of a number over another.
fn ends(all: &Replicates, number: usize, over: usize) -> Option<[f64; 2]> {
    middle_95(all.ratios(number, over)?)
}

/// Which number the mean of best-move changes is of.
pub(super) fn changes_of(rules: RuleSet) -> TallyNumber {
    match rules {
        RuleSet::Burnham => TallyNumber::ChangesAfter,
        _ => TallyNumber::Changes,
    }
}

impl CoreFigures {
    fn resample(&mut self, all: &Replicates, list: MoveList, rules: RuleSet) {
        let moves = column(list, TallyNumber::Moves);
        let certain = column(list, TallyNumber::Certain);
        let of = |number| ends(all, column(list, number), moves);
        let of_certain = |number| ends(all, column(list, number), certain);
        self.first_choice.over_games(of(TallyNumber::Top(0)));
        for (place, top) in self.top.iter_mut().enumerate() {
            top.over_games(of(TallyNumber::Top(place)));
        }
        self.equal.over_games(of(TallyNumber::Equal));
        for (step, loss) in self.losses.iter_mut().enumerate() {
            loss.share.over_games(of_certain(TallyNumber::Above(step)));
        }
        let last = self.loss_ranges.len().saturating_sub(1);
        for (range, share) in self.loss_ranges.iter_mut().enumerate() {
            let foot = match range {
                0 => certain,
                _ => column(list, TallyNumber::Above(range - 1)),
            };
            // The last has no top.
            let top = column(list, TallyNumber::Above(range.min(last - 1)));
            let part = if range == last { 0.0 } else { 1.0 };
            if all.games(certain) > 1 {
                let value = |[foot, top, certain]: [f64; 3]| {
                    let share = (foot - part * top) / certain;
                    share.is_finite().then_some(share)
                };
                share.over_games(middle_95(all.each([foot, top, certain], value)));
            }
        }
        let first = column(list, TallyNumber::Top(0));
        for (step, gain) in self.better_than_best.iter_mut().enumerate() {
            let ratios = all.ratios_less(column(list, TallyNumber::Gain(step)), moves, first);
            gain.share.over_games(ratios.and_then(middle_95));
        }
        for (mean, number) in [
            (&mut self.average_error_cp, TallyNumber::Loss),
            (&mut self.capped_loss_cp, TallyNumber::CappedLoss),
            (&mut self.scaled_loss, TallyNumber::ScaledLoss),
            (&mut self.winning_loss, TallyNumber::WinningLoss),
            (&mut self.accuracy, TallyNumber::Accuracy),
        ] {
            mean.over_games(of_certain(number));
        }
        self.partial_credit.over_games(of(TallyNumber::Credit));
        self.best_move_changes.over_games(of(changes_of(rules)));
    }
}

fn resample_parts(parts: &mut [Part], all: &Replicates, list: fn(usize) -> MoveList, by: RuleSet) {
    for (at, part) in parts.iter_mut().enumerate() {
        if let Some(figures) = &mut part.figures {
            figures.resample(all, list(at), by);
        }
    }
}

impl Figures {
    /// Gives each figure the interval over the games that it is of.
    pub fn resample(&mut self, all: &Replicates) {
        let rules = self.rules;
        for divided in &mut self.core {
            if let Some(figures) = &mut divided.figures {
                figures.resample(all, MoveList::Divided(divided.denominator), rules);
            }
        }
        resample_parts(&mut self.by_phase, all, MoveList::Phase, rules);
        resample_parts(&mut self.by_balance, all, MoveList::Balance, rules);
        resample_parts(&mut self.by_pace, all, MoveList::Pace, rules);
        let of = |number, over| ends(all, total_column(number), total_column(over));
        if let Some(share) = &mut self.only_moves {
            share.over_games(of(GameTotal::OnlyMovesFound, GameTotal::OnlyMoves));
        }
        if let Some(share) = &mut self.mates.found_share {
            share.over_games(found_share(all));
        }
        if let Some(engine_like) = &mut self.engine_like {
            let ends = of(GameTotal::EngineLike, GameTotal::Rated);
            engine_like.share.over_games(ends);
        }
        if let Some(mean) = &mut self.mates.risk_excess {
            mean.over_games(of(GameTotal::RiskExcess, GameTotal::RisksCompared));
        }
        if let Some(mean) = &mut self.between_games {
            mean.over_games(of(GameTotal::GameAccuracy, GameTotal::Games));
        }
        if let Some(pace) = &mut self.pace {
            pace.seconds
                .over_games(of(GameTotal::Seconds, GameTotal::Timed));
            pace.instant
                .over_games(of(GameTotal::Instant, GameTotal::Timed));
            if let Some(correlation) = &mut pace.time_against_difficulty {
                correlation.over_games(time_against_difficulty(all));
            }
        }
    }
}

/// Mates found of those found and missed.
fn found_share(all: &Replicates) -> Option<[f64; 2]> {
    let columns = [GameTotal::MatesFound, GameTotal::MatesMissed].map(total_column);
    if columns.iter().map(|&at| all.games(at)).sum::<u32>() < 2 {
        return None;
    }
    let share = |[found, missed]: [f64; 2]| {
        let all = found + missed;
        (all > 0.0).then(|| found / all)
    };
    middle_95(all.each(columns, share))
}

/// Pearson's coefficient of depths and the logarithms of times.
fn time_against_difficulty(all: &Replicates) -> Option<[f64; 2]> {
    if all.games(total_column(GameTotal::Timed)) < 2 {
        return None;
    }
    let columns = [
        GameTotal::Timed,
        GameTotal::Depths,
        GameTotal::LogSeconds,
        GameTotal::DepthSquares,
        GameTotal::LogSecondsSquares,
        GameTotal::Products,
    ]
    .map(total_column);
    let value = |[n, x, y, xx, yy, xy]: [f64; 6]| {
        let spread = (xx - x * x / n) * (yy - y * y / n);
        let value = (xy - x * y / n) / spread.sqrt();
        value.is_finite().then(|| value.clamp(-1.0, 1.0))
    };
    middle_95(all.each(columns, value))
}

#[cfg(test)]
#[path = "intervals_tests.rs"]
mod tests;

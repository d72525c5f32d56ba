//! How far figures move when the same moves are looked at again: less deep,
//! deeper, or by several threads.
//!
//! Every pass makes its own records, leaves out by its own values, and comes to
//! figures of its own; a figure's range is the least and the greatest of them,
//! its own among them. Passes in which it is withheld say nothing. Start with
//! `Figures::widen`.

use super::comparison::Comparison;
use super::figures::{Figures, FiguresByDenominator, MateFigures, Part};
use super::moments::{Correlation, Mean, Share};
use super::pace_figures::PaceFigures;
use super::tally::CoreFigures;

/// The range of a figure of this value, widened by another pass's value of it.
fn widen(range: &mut Option<[f64; 2]>, own: f64, other: f64) {
    let [least, greatest] = range.unwrap_or([own; 2]);
    *range = Some([least.min(other), greatest.max(other)]);
}

impl Share {
    fn widen(&mut self, pass: &Share) {
        widen(&mut self.range, self.share, pass.share);
    }
}

impl Mean {
    fn widen(&mut self, pass: &Mean) {
        widen(&mut self.range, self.mean, pass.mean);
    }
}

impl Correlation {
    fn widen(&mut self, pass: &Correlation) {
        widen(&mut self.range, self.value, pass.value);
    }
}

/// Both, where neither is withheld.
fn both<'a, T>(own: &'a mut Option<T>, pass: &'a Option<T>) -> Option<(&'a mut T, &'a T)> {
    own.as_mut().zip(pass.as_ref())
}

impl CoreFigures {
    fn widen(&mut self, pass: &CoreFigures) {
        self.first_choice.widen(&pass.first_choice);
        for (own, theirs) in self.top.iter_mut().zip(&pass.top) {
            own.widen(theirs);
        }
        self.equal.widen(&pass.equal);
        self.average_error_cp.widen(&pass.average_error_cp);
        self.capped_loss_cp.widen(&pass.capped_loss_cp);
        for (own, theirs) in self.losses.iter_mut().zip(&pass.losses) {
            own.share.widen(&theirs.share);
        }
        self.scaled_loss.widen(&pass.scaled_loss);
        self.winning_loss.widen(&pass.winning_loss);
        self.accuracy.widen(&pass.accuracy);
        self.partial_credit.widen(&pass.partial_credit);
        let gains = self.better_than_best.iter_mut();
        for (own, theirs) in gains.zip(&pass.better_than_best) {
            own.share.widen(&theirs.share);
        }
        self.best_move_changes.widen(&pass.best_move_changes);
    }
}

/// Parts that a pass has no moves for may be missing from it.
fn widen_parts(own: &mut [Part], pass: &[Part]) {
    for part in own {
        let theirs = pass.iter().find(|theirs| theirs.key == part.key);
        if let Some((own, theirs)) =
            theirs.and_then(|theirs| both(&mut part.figures, &theirs.figures))
        {
            own.widen(theirs);
        }
    }
}

fn widen_denominators(own: &mut [FiguresByDenominator], pass: &[FiguresByDenominator]) {
    for (own, theirs) in own.iter_mut().zip(pass) {
        if let Some((own, theirs)) = both(&mut own.figures, &theirs.figures) {
            own.widen(theirs);
        }
    }
}

impl MateFigures {
    fn widen(&mut self, pass: &MateFigures) {
        if let Some((own, theirs)) = both(&mut self.found_share, &pass.found_share) {
            own.widen(theirs);
        }
        if let Some((own, theirs)) = both(&mut self.risk_excess, &pass.risk_excess) {
            own.widen(theirs);
        }
    }
}

impl PaceFigures {
    fn widen(&mut self, pass: &PaceFigures) {
        self.seconds.widen(&pass.seconds);
        self.instant.widen(&pass.instant);
        let difficulty = &mut self.time_against_difficulty;
        if let Some((own, theirs)) = both(difficulty, &pass.time_against_difficulty) {
            own.widen(theirs);
        }
    }
}

impl Figures {
    /// Gives each figure the range that it has over this pass, itself, and all
    /// passes that were given before. Both are of the same level and rules.
    pub fn widen(&mut self, pass: &Figures) {
        widen_denominators(&mut self.core, &pass.core);
        widen_parts(&mut self.by_phase, &pass.by_phase);
        widen_parts(&mut self.by_balance, &pass.by_balance);
        widen_parts(&mut self.by_pace, &pass.by_pace);
        if let Some((own, theirs)) = both(&mut self.only_moves, &pass.only_moves) {
            own.widen(theirs);
        }
        self.mates.widen(&pass.mates);
        if let Some((own, theirs)) = both(&mut self.between_games, &pass.between_games) {
            own.widen(theirs);
        }
        if let Some((own, theirs)) = both(&mut self.pace, &pass.pace) {
            own.widen(theirs);
        }
    }
}

impl Comparison {
    /// The same for a player and all whom he stands beside.
    pub fn widen(&mut self, pass: &Comparison) {
        self.player.widen(&pass.player);
        self.opponents.widen(&pass.opponents);
        self.field.widen(&pass.field);
    }
}

#[cfg(test)]
#[path = "range_tests.rs"]
mod tests;

//! How far figures move when the same moves are looked at again: less deep,
//! deeper, or by several threads.
//!
//! Every pass makes its own records, leaves out by its own values, and comes to
//! figures of its own; a figure's range is the least and the greatest of them,
//! its own among them. Passes in which it is withheld say nothing. Start with
//! `Figures::widen`.

use std::collections::BTreeMap;

use super::field::Beside;
use super::figures::Figures;
use super::moments::{Correlation, Mean, Share};
use super::tally::CoreFigures;

/// A figure's value, and where its range belongs.
struct Spot<'a> {
    value: f64,
    range: &'a mut Option<[f64; 2]>,
}

/// All figures of something, by names that are the same in every pass.
type Spots<'a> = BTreeMap<String, Spot<'a>>;

fn share(share: &mut Share) -> Spot<'_> {
    Spot {
        value: share.share,
        range: &mut share.range,
    }
}

fn mean(mean: &mut Mean) -> Spot<'_> {
    Spot {
        value: mean.mean,
        range: &mut mean.range,
    }
}

fn correlation(correlation: &mut Correlation) -> Spot<'_> {
    Spot {
        value: correlation.value,
        range: &mut correlation.range,
    }
}

fn core<'a>(part: &str, core: &'a mut CoreFigures, spots: &mut Spots<'a>) {
    let mut add = |name: &str, spot| spots.insert(format!("{part} {name}"), spot);
    add("first choice", share(&mut core.first_choice));
    for (index, top) in core.top.iter_mut().enumerate() {
        add(&format!("top {index}"), share(top));
    }
    add("equal", share(&mut core.equal));
    add("average error", mean(&mut core.average_error_cp));
    add("capped loss", mean(&mut core.capped_loss_cp));
    for loss in &mut core.losses {
        add(&format!("above {}", loss.above_cp), share(&mut loss.share));
    }
    add("scaled loss", mean(&mut core.scaled_loss));
    add("winning loss", mean(&mut core.winning_loss));
    add("accuracy", mean(&mut core.accuracy));
    add("credit", mean(&mut core.partial_credit));
    add("better", share(&mut core.better_than_best));
    add("changes", mean(&mut core.best_move_changes));
}

fn spots(figures: &mut Figures) -> Spots<'_> {
    let mut spots = Spots::new();
    for divided in &mut figures.core {
        if let Some(figures) = &mut divided.figures {
            core(divided.denominator.key(), figures, &mut spots);
        }
    }
    let by_phase = figures.by_phase.iter_mut().chain(&mut figures.by_balance);
    for part in by_phase.chain(&mut figures.by_pace) {
        if let Some(figures) = &mut part.figures {
            core(part.key, figures, &mut spots);
        }
    }
    let mut add = |name: &str, spot| spots.insert(name.to_owned(), spot);
    if let Some(only) = &mut figures.only_moves {
        add("only moves", share(only));
    }
    if let Some(found) = &mut figures.mates.found_share {
        add("mates found", share(found));
    }
    if let Some(excess) = &mut figures.mates.risk_excess {
        add("mate risk", mean(excess));
    }
    if let Some(between) = &mut figures.between_games {
        add("between games", mean(between));
    }
    if let Some(pace) = &mut figures.pace {
        add("seconds", mean(&mut pace.seconds));
        add("instant", share(&mut pace.instant));
        if let Some(difficulty) = &mut pace.time_against_difficulty {
            add("difficulty", correlation(difficulty));
        }
    }
    spots
}

fn widen(spot: &mut Spot<'_>, other: f64) {
    let [least, greatest] = spot.range.unwrap_or([spot.value; 2]);
    *spot.range = Some([least.min(other), greatest.max(other)]);
}

impl Figures {
    /// Gives each figure the range that it has over this pass, itself, and all
    /// passes that were given before.
    pub fn widen(&mut self, pass: &Figures) {
        let mut mine = spots(self);
        let mut pass = pass.clone();
        for (name, theirs) in spots(&mut pass) {
            if let Some(spot) = mine.get_mut(&name) {
                widen(spot, theirs.value);
            }
        }
    }
}

impl Beside {
    /// The same for a player and all whom he stands beside.
    pub fn widen(&mut self, pass: &Beside) {
        self.player.widen(&pass.player);
        self.opponents.widen(&pass.opponents);
        self.field.widen(&pass.field);
    }
}

#[cfg(test)]
#[path = "range_tests.rs"]
mod tests;

//! The time of each move, from what files note: the time itself, or the clock after the move.
//!
//! Start with `times_spent`; `clock_note` has the reason where times are missing.

use crate::games::{ClockForm, NoTimeControl, SourceGame, TimeControl, move_numbers};
use plumb_chess::board::Color;
use plumb_support::wording::{excerpt, say, text};

/// A clock that rose by this much more than the increment has got the time of the next stage, in
/// milliseconds: clocks are rounded to seconds, or to minutes.
const ROUNDING_MS: [u64; 2] = [2_000, 60_000];
/// A clock of minutes says nothing about less, in milliseconds.
const COARSE_MS: u64 = 60_000;

/// The time of each move of a game, in milliseconds: as noted (`[%emt]`), or else from the
/// player's clock before and after, with what the `TimeControl` tag adds between. None where it
/// cannot be known: without clocks, at a player's first move, where the clock rose by more than
/// was added, within a minute of clocks that show minutes.
pub fn times_spent(game: &SourceGame) -> Vec<Option<u64>> {
    let mut times: Vec<Option<u64>> = game.plies.iter().map(|ply| ply.spent_ms).collect();
    let Ok(control) = TimeControl::of_tags(&game.tags) else {
        return times;
    };
    if control.is_correspondence() {
        return times;
    }
    for side in Color::ALL {
        let readings = readings(game, side);
        let known = readings
            .iter()
            .filter_map(|one| Some((one.number, one.clock_ms?)));
        let control = control.fitted(&known.collect::<Vec<_>>());
        let added = times_added(&readings, &control, game.clock_form);
        for (index, pair) in readings.windows(2).enumerate() {
            let [before, after] = pair else { continue };
            let time = &mut times[after.ply];
            *time = time.or_else(|| {
                let added = added[index + 1]?;
                let time = difference(before, after, &control, added)?;
                (!game.clock_form.is_coarse() || time >= COARSE_MS).then_some(time)
            });
        }
    }
    times
}

/// Why times of moves are missing from a game that has clocks, or are known to a minute only;
/// none where they are known, or nothing was noted.
pub fn clock_note(game: &SourceGame) -> Option<String> {
    let control = TimeControl::of_tags(&game.tags);
    if game.clock_form == ClockForm::Undecided {
        return Some(text!(clock.undecided).to_owned());
    }
    // Who has both times and clocks lacks nothing.
    let lacks = |ply: &crate::games::Ply| ply.clock_ms.is_some() && ply.spent_ms.is_none();
    if !game.plies.iter().any(lacks) {
        return None;
    }
    Some(match control {
        Ok(control) if control.is_correspondence() => text!(clock.correspondence).to_owned(),
        Ok(_) if game.clock_form.is_coarse() => text!(clock.minutes).to_owned(),
        Ok(_) => return None,
        Err(NoTimeControl::Missing) => text!(clock.no_control).to_owned(),
        Err(NoTimeControl::Unknown) => text!(clock.unknown_control).to_owned(),
        Err(NoTimeControl::NoLimit) => text!(clock.no_limit).to_owned(),
        Err(NoTimeControl::Hourglass) => text!(clock.hourglass).to_owned(),
        Err(NoTimeControl::Unreadable(tag)) => say!(clock.unreadable, tag = excerpt(&tag)),
    })
}

/// A player's clock after one move.
struct Reading {
    ply: usize,
    /// The number of the player's move, from 1.
    number: u64,
    clock_ms: Option<u64>,
}

fn readings(game: &SourceGame, side: Color) -> Vec<Reading> {
    let plies = game.plies.iter().zip(move_numbers(&game.start)).enumerate();
    plies
        .filter(|(_, (_, (mover, _)))| *mover == side)
        .map(|(ply, (noted, (_, number)))| Reading {
            ply,
            number,
            clock_ms: noted.clock_ms,
        })
        .collect()
}

/// The time of a new stage within each move, in milliseconds; none where it is not known whether
/// there was any. Some clocks add it when the stage's last move is made, others when the time of
/// the stage before has run out: the first rise shows it.
fn times_added(readings: &[Reading], control: &TimeControl, form: ClockForm) -> Vec<Option<u64>> {
    let mut added = vec![Some(0); readings.len()];
    let rounding = ROUNDING_MS[usize::from(form.is_coarse())];
    let last = readings.last().map_or(0, |reading| reading.number);
    let additions = control.additions(last);
    for (index, &(number, time)) in additions.iter().enumerate() {
        let next = additions.get(index + 1).map_or(u64::MAX, |&(next, _)| next);
        let place = |number: u64| readings.partition_point(|reading| reading.number < number);
        let (from, to) = (place(number), place(next));
        // The clock before a move, with the increment, and after it.
        let around = |at: usize| {
            let before = readings[at.checked_sub(1)?].clock_ms?;
            let reading = &readings[at];
            let full = before.checked_add(control.increment_ms(reading.number))?;
            Some((full, reading.clock_ms?))
        };
        let rise = (from..to).find(|&at| {
            around(at).is_some_and(|(full, after)| {
                after > full + rounding && after <= full + time + rounding
            })
        });
        match rise {
            Some(at) => added[at] = Some(time),
            // No rise is seen: it may lie within one long move.
            None => {
                let is_last = from < to && readings[from].number == number;
                if is_last && around(from).is_none_or(|(full, _)| full >= time) {
                    added[from] = None;
                }
            }
        }
    }
    added
}

fn difference(
    before: &Reading,
    after: &Reading,
    control: &TimeControl,
    added_ms: u64,
) -> Option<u64> {
    let (from, to) = (before.clock_ms?, after.clock_ms?);
    let delay = control.delay_ms(after.number);
    if delay > 0 && added_ms == 0 && to >= from {
        // Within the delay the clock stands still.
        return None;
    }
    let increment = control.increment_ms(after.number) + delay;
    (from.checked_add(increment)?.checked_add(added_ms)?).checked_sub(to)
}

#[cfg(test)]
#[path = "time_spent_tests.rs"]
mod tests;

//! Whether `1:29` on a clock is 89 seconds or an hour and 29 minutes.
//!
//! One comment cannot say it. The whole game can: clocks begin near the time that the players
//! were given, they never show more than that, and they go up by no more than was added.
//! Start with `Clocks::form`.

use serde::{Deserialize, Serialize};

use super::clock::NotedTime;
use super::time_control::TimeControl;
use plumb_chess::board::{Color, Position};

/// What the last field of a game's short clocks counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockForm {
    /// Seconds: `m:ss`, and all clocks of three fields.
    #[default]
    Seconds,
    /// Minutes: `h:mm`. Times of moves are known to about a minute.
    Minutes,
    /// It cannot be told, and the game's clocks are left out.
    Undecided,
}

impl ClockForm {
    /// No time where the form does not say it.
    pub(super) fn ms(self, time: NotedTime) -> Option<u64> {
        match self {
            ClockForm::Seconds => Some(time.ms),
            ClockForm::Minutes if time.is_short => time.ms.checked_mul(60),
            ClockForm::Minutes => Some(time.ms),
            ClockForm::Undecided => (!time.is_short).then_some(time.ms),
        }
    }

    /// Whether the form says no more than minutes.
    pub(crate) fn is_coarse(self) -> bool {
        self == ClockForm::Minutes
    }
}

/// No clock of a game without days for a move shows more, in milliseconds: five hours.
const LONGEST_CLOCK_MS: u64 = 18_000_000;
/// The first clock of a side is near the beginning up to this move.
const FIRST_MOVES: u64 = 10;

/// The clocks of a game by side, each with the number of the player's move, from 1.
pub(super) struct Clocks {
    sides: [Vec<(u64, NotedTime)>; 2],
}

/// The number of the player's move at each ply, as the position counts them.
pub(crate) fn move_numbers(start: &Position) -> impl Iterator<Item = (Color, u64)> + use<> {
    let (mut side, mut number) = (start.turn(), u64::from(start.fullmove_number()).max(1));
    std::iter::from_fn(move || {
        let now = (side, number);
        number += u64::from(side == Color::Black);
        side = !side;
        Some(now)
    })
}

impl Clocks {
    /// The times noted at the plies of a game that begins here.
    pub(super) fn of(start: &Position, noted: impl Iterator<Item = Option<NotedTime>>) -> Clocks {
        let mut sides = [Vec::new(), Vec::new()];
        for ((side, number), time) in move_numbers(start).zip(noted) {
            if let Some(time) = time {
                sides[side.index()].push((number, time));
            }
        }
        Clocks { sides }
    }

    fn all(&self) -> impl Iterator<Item = &(u64, NotedTime)> {
        self.sides.iter().flatten()
    }

    fn has_short(&self) -> bool {
        self.all().any(|(_, time)| time.is_short)
    }

    /// The form of the game's clocks.
    pub(super) fn form(&self, control: Option<&TimeControl>) -> ClockForm {
        if !self.has_short() {
            return ClockForm::Seconds;
        }
        let forms = [ClockForm::Seconds, ClockForm::Minutes];
        let Some(control) = control else {
            let fitting = forms.map(|form| self.fits_any_control(form));
            return decide(fitting);
        };
        // PGN counts seconds. Only where that cannot be are bare numbers minutes.
        let likely = forms.map(|form| self.fits(form, &control.likely()));
        if likely.contains(&true) {
            return decide(likely);
        }
        let variants = control.variants();
        decide(forms.map(|form| variants.iter().any(|variant| self.fits(form, variant))))
    }

    /// Whether clocks of this form are those of a game with the time control.
    fn fits(&self, form: ClockForm, control: &TimeControl) -> bool {
        self.sides.iter().all(|side| fits_side(side, form, control))
    }

    /// Whether clocks of this form can be, whatever the control was.
    fn fits_any_control(&self, form: ClockForm) -> bool {
        let shown = |time: &NotedTime| form.ms(*time).unwrap_or(u64::MAX);
        self.sides.iter().all(|side| {
            side.iter()
                .all(|(_, time)| !time.is_short || shown(time) <= LONGEST_CLOCK_MS)
                && side.windows(2).all(|pair| {
                    let [(_, before), (_, after)] = pair else {
                        return true;
                    };
                    let (from, to) = (shown(before), shown(after));
                    before.is_short == after.is_short
                        || to <= from.saturating_add(120_000) && !is_steep(from, to)
                })
        })
    }
}

/// A fall by nearly all of a long time where the number of fields changes: another form.
fn is_steep(from_ms: u64, to_ms: u64) -> bool {
    from_ms > 600_000 && to_ms < from_ms / 20
}

fn decide([seconds, minutes]: [bool; 2]) -> ClockForm {
    match (seconds, minutes) {
        (true, false) => ClockForm::Seconds,
        (false, true) => ClockForm::Minutes,
        _ => ClockForm::Undecided,
    }
}

fn fits_side(side: &[(u64, NotedTime)], form: ClockForm, control: &TimeControl) -> bool {
    let Some(&(first_number, _)) = side.first() else {
        return true;
    };
    // Clocks are set by hand, and minutes are rounded.
    let margin = match form {
        ClockForm::Minutes => 60_000,
        _ => 1_000 + control.base_ms() / 50,
    };
    let additions = control.additions(side.last().map_or(0, |&(number, _)| number));
    let first_addition = additions.first().map_or(u64::MAX, |&(number, _)| number);
    let largest_addition = additions.iter().map(|&(_, ms)| ms).max().unwrap_or(0);
    let mut odd = 0;
    let mut before: Option<(u64, NotedTime, u64)> = None;
    for &(number, time) in side {
        let Some(shown) = form.ms(time) else {
            return false;
        };
        // Some clocks show the next increment already.
        let granted = control.granted_ms(number) + control.increment_ms(number + 1);
        if shown > granted + margin {
            return false;
        }
        if let Some((last, noted, from)) = before {
            let increments = (number - last).saturating_mul(control.increment_ms(number));
            let added = if number >= first_addition {
                largest_addition
            } else {
                0
            };
            let is_other_form = noted.is_short != time.is_short && is_steep(from, shown);
            odd += usize::from(shown > from + increments + added + margin || is_other_form);
        }
        before = Some((number, time, shown));
    }
    let is_near_the_start = form.ms(side[0].1).is_some_and(|shown| {
        // Two fifths: somebody may have been late, or thought for long.
        first_number > FIRST_MOVES || 5 * shown >= 2 * control.base_ms()
    });
    // An arbiter may correct a clock.
    is_near_the_start && odd * 20 <= side.len()
}

/// The form of the times noted for moves (`[%emt]`), with the form of the game's clocks known.
pub(super) fn spent_form(
    spent: &Clocks,
    clocks: &Clocks,
    clock_form: ClockForm,
    control: Option<&TimeControl>,
) -> ClockForm {
    if !spent.has_short() {
        return ClockForm::Seconds;
    }
    if let Some(form) = form_beside_clocks(spent, clocks, clock_form, control) {
        return form;
    }
    // What a side took is no more than what it was given.
    let is_too_long = spent.sides.iter().any(|side| {
        let total = side
            .iter()
            .map(|(_, time)| ClockForm::Minutes.ms(*time).unwrap_or(u64::MAX));
        let total = total.fold(0_u64, u64::saturating_add);
        let number = side.last().map_or(0, |&(number, _)| number);
        let given = match control {
            Some(control) => control.likely().granted_ms(number),
            None => LONGEST_CLOCK_MS,
        };
        total > given.saturating_add(60_000)
    });
    match is_too_long {
        true => ClockForm::Seconds,
        false => ClockForm::Undecided,
    }
}

/// The form in which the noted times are what the clocks fell by, in sum.
fn form_beside_clocks(
    spent: &Clocks,
    clocks: &Clocks,
    clock_form: ClockForm,
    control: Option<&TimeControl>,
) -> Option<ClockForm> {
    let (mut fallen, mut noted) = (0_u64, 0_u64);
    for (spent, clocks) in spent.sides.iter().zip(&clocks.sides) {
        for pair in clocks.windows(2) {
            let [(last, before), (number, after)] = pair else {
                continue;
            };
            let time = spent
                .iter()
                .find(|(at, time)| at == number && time.is_short);
            let (Some((_, time)), true) = (time, last + 1 == *number) else {
                continue;
            };
            let increment = control.map_or(0, |control| control.increment_ms(*number));
            let (from, to) = (clock_form.ms(*before)?, clock_form.ms(*after)?);
            let Some(took) = (from + increment).checked_sub(to) else {
                continue;
            };
            fallen += took;
            noted += time.ms;
        }
    }
    let is_near = |noted: u64| noted > 0 && noted / 2 <= fallen && fallen / 2 <= noted;
    match (is_near(noted), is_near(noted.saturating_mul(60))) {
        (true, false) => Some(ClockForm::Seconds),
        (false, true) => Some(ClockForm::Minutes),
        _ => None,
    }
}

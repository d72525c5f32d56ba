//! The `TimeControl` tag: as PGN defines it, and as people and clocks write it.
//!
//! Start with `TimeControl::parse`.

use super::time_control_text::stages_of_text;

/// A time control whose stages are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeControl {
    stages: Vec<Stage>,
    /// Bare numbers such as `90+30`: PGN counts seconds, people often mean minutes.
    has_bare_numbers: bool,
}

/// One stage of a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stage {
    /// Moves of the stage; none for the rest of the game.
    pub(super) moves: Option<u64>,
    /// Time for the stage, in milliseconds.
    pub(super) base_ms: u64,
    /// Time added for each move, in milliseconds.
    pub(super) increment_ms: u64,
    /// Time of each move before the clock runs, in milliseconds; unused delay is lost.
    pub(super) delay_ms: u64,
}

/// Why a game's time control says nothing about the time of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoTimeControl {
    /// There is no tag, or an empty one.
    Missing,
    /// The tag says `?`.
    Unknown,
    /// The tag says `-`: no limit.
    NoLimit,
    /// An hourglass: the opponent's time runs back.
    Hourglass,
    /// The tag's text, in which no time control was recognised.
    Unreadable(String),
}

/// From this on, in milliseconds for one move, it is correspondence chess: half a day.
const CORRESPONDENCE_MS: u64 = 43_200_000;
/// The longest stage that is read, in milliseconds: a year.
const LONGEST_MS: f64 = 365.0 * 86_400_000.0;
/// No game has more stages, repeated ones included.
const MOST_ADDITIONS: usize = 1_000;
/// No tag names more stages.
const MOST_STAGES: usize = 10;
/// No stage has more moves.
const MOST_MOVES: u64 = 100_000;
/// Increments beyond a sixth of the base make bare numbers of seconds implausible: nobody
/// plays 90 seconds with 30 more for each move.
const PLAUSIBLE_RATIO: u64 = 6;

impl Stage {
    pub(super) fn rest(base_ms: u64) -> Stage {
        Stage {
            moves: None,
            base_ms,
            increment_ms: 0,
            delay_ms: 0,
        }
    }
}

/// Milliseconds of a number of seconds; none if no clock shows that much.
pub(super) fn ms_of(seconds: f64) -> Option<u64> {
    let ms = libm::round(seconds * 1_000.0);
    (0.0..=LONGEST_MS).contains(&ms).then_some(ms as u64)
}

impl TimeControl {
    /// Reads the tag among those of a game.
    pub fn of_tags(tags: &[(String, String)]) -> Result<TimeControl, NoTimeControl> {
        let tag = tags.iter().find(|(name, _)| name == "TimeControl");
        TimeControl::parse(tag.map(|(_, value)| value.as_str()))
    }

    /// Reads the tag's value; none if the game has no such tag.
    pub fn parse(text: Option<&str>) -> Result<TimeControl, NoTimeControl> {
        let text = text.unwrap_or("").trim();
        match text {
            "" => return Err(NoTimeControl::Missing),
            "?" => return Err(NoTimeControl::Unknown),
            "-" | "inf" | "none" | "unlimited" => return Err(NoTimeControl::NoLimit),
            _ if text.starts_with('*') => return Err(NoTimeControl::Hourglass),
            _ => {}
        }
        let (stages, has_bare_numbers) = match standard(text) {
            Some(stages) => (stages, true),
            None => (
                stages_of_text(text).ok_or_else(|| NoTimeControl::Unreadable(text.to_owned()))?,
                false,
            ),
        };
        Ok(TimeControl {
            stages,
            has_bare_numbers,
        })
    }

    /// What the control means in a game whose clocks showed this: the numbers of the player's
    /// moves with milliseconds. As it is written where the clocks fit it, or fit neither.
    pub(crate) fn fitted(&self, shown: &[(u64, u64)]) -> TimeControl {
        let fits = |variant: &TimeControl| {
            (shown.iter()).all(|&(number, ms)| ms <= variant.granted_ms(number + 1) + 60_000)
        };
        let fitting = self.variants().into_iter().find(fits);
        fitting.unwrap_or_else(|| self.clone())
    }

    /// The stages that the numbers can mean: seconds first, then minutes where nobody said.
    pub(super) fn variants(&self) -> Vec<TimeControl> {
        let mut variants = vec![self.clone()];
        let first = self.stages[0].base_ms;
        if self.has_bare_numbers && first <= 180_000 {
            let mut minutes = self.clone();
            for stage in &mut minutes.stages {
                stage.base_ms *= 60;
            }
            variants.push(minutes);
        }
        variants
    }

    /// Whether somebody would play this as it is.
    pub(super) fn is_plausible(&self) -> bool {
        let first = &self.stages[0];
        first.increment_ms * PLAUSIBLE_RATIO < first.base_ms
    }

    /// What the numbers mean where nothing else says it.
    pub(super) fn likely(&self) -> TimeControl {
        let variants = self.variants();
        let plausible = variants.iter().find(|variant| variant.is_plausible());
        plausible.unwrap_or(self).clone()
    }

    /// Days for each move.
    pub fn is_correspondence(&self) -> bool {
        let first = &self.stages[0];
        first
            .moves
            .is_some_and(|moves| first.base_ms / moves >= CORRESPONDENCE_MS)
    }

    /// The time of the first stage, in milliseconds.
    pub(super) fn base_ms(&self) -> u64 {
        self.stages[0].base_ms
    }

    /// Seconds for 40 moves of the first stage, and for each move.
    pub(super) fn pace(&self) -> (f64, f64) {
        let first = &self.stages[0];
        let seconds = first.base_ms as f64 / 1_000.0;
        let per_move = first.increment_ms.max(first.delay_ms) as f64 / 1_000.0;
        match first.moves {
            Some(moves) => (seconds / moves as f64 * 40.0, per_move),
            None => (seconds, per_move),
        }
    }

    /// The stage that a player's move with this number, from 1, belongs to.
    fn stage(&self, number: u64) -> &Stage {
        let mut last = 0;
        for stage in &self.stages {
            match stage.moves {
                Some(moves) => last += moves,
                None => return stage,
            }
            if number <= last {
                return stage;
            }
        }
        &self.stages[self.stages.len() - 1]
    }

    /// The increment for a player's move with this number, in milliseconds.
    pub(crate) fn increment_ms(&self, number: u64) -> u64 {
        self.stage(number).increment_ms
    }

    /// The delay before the clock runs, in milliseconds.
    pub(crate) fn delay_ms(&self, number: u64) -> u64 {
        self.stage(number).delay_ms
    }

    /// The moves after which a stage's time is added, up to `last`, with that time in
    /// milliseconds. The last stage is repeated if it has a number of moves.
    pub(crate) fn additions(&self, last: u64) -> Vec<(u64, u64)> {
        let mut additions = Vec::new();
        let mut number = 0;
        for index in 0.. {
            let stage = self.stages[index.min(self.stages.len() - 1)];
            let next = self.stages[(index + 1).min(self.stages.len() - 1)];
            let Some(moves) = stage.moves else { break };
            number += moves;
            if number > last || additions.len() > MOST_ADDITIONS {
                break;
            }
            additions.push((number, next.base_ms));
        }
        additions
    }

    /// All time that a player has had after a move with this number, in milliseconds.
    pub(super) fn granted_ms(&self, number: u64) -> u64 {
        let mut total = self.base_ms();
        let mut made = 0;
        for index in 0..MOST_ADDITIONS {
            let stage = self.stages[index.min(self.stages.len() - 1)];
            let left = number - made;
            let moves = stage.moves.map_or(left, |moves| moves.min(left));
            total += moves.min(MOST_MOVES) * (stage.increment_ms + stage.delay_ms);
            made += moves;
            if stage.moves != Some(moves) {
                break;
            }
            total += self.stages[(index + 1).min(self.stages.len() - 1)].base_ms;
        }
        total
    }
}

/// PGN's own form: stages with `:` between them, each `300`, `300+3`, `40/7200`, and, beyond the
/// standard, `40/5400+30` and `2700d5`; all in seconds.
fn standard(text: &str) -> Option<Vec<Stage>> {
    let parts = text.split(':').take(MOST_STAGES + 1);
    let stages: Option<Vec<Stage>> = parts.map(standard_stage).collect();
    let stages = stages?;
    let (_, all_but_last) = stages.split_last()?;
    let has_order = all_but_last.iter().all(|stage| stage.moves.is_some());
    (has_order && stages.len() <= MOST_STAGES).then_some(stages)
}

fn standard_stage(text: &str) -> Option<Stage> {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let (base, increment, delay) = if let Some((base, increment)) = compact.split_once('+') {
        (base, increment, "0")
    } else if let Some((base, delay)) = compact.split_once('d') {
        (base, "0", delay)
    } else {
        (compact.as_str(), "0", "0")
    };
    let (moves, base) = match base.split_once('/') {
        Some((moves, base)) => (Some(moves_of(moves)?), base),
        None => (None, base),
    };
    let time = |text: &str| ms_of(number(text)?);
    let stage = Stage {
        moves,
        base_ms: time(base)?,
        increment_ms: time(increment)?,
        delay_ms: time(delay)?,
    };
    (stage.base_ms + stage.increment_ms > 0).then_some(stage)
}

/// A number of moves of a stage.
pub(super) fn moves_of(text: &str) -> Option<u64> {
    let moves = text.parse().ok()?;
    (1..=500).contains(&moves).then_some(moves)
}

/// A number without a sign or an exponent.
pub(super) fn number(text: &str) -> Option<f64> {
    let is_number = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    (is_number && text.len() <= 12).then(|| text.parse().ok())?
}

#[cfg(test)]
#[path = "time_control_tests.rs"]
mod tests;

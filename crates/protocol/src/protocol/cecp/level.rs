//! The time control, `level MPS BASE INC`.
//!
//! BASE is minutes (`5`) or minutes and seconds (`0:30`); INC is seconds, and
//! may have a fraction. What follows is ignored.

use std::fmt;

use crate::protocol::error::ParseError;
use crate::protocol::numbers::{clamp_u64, decimal_ms, next_small, seconds};
use crate::protocol::words::Words;

/// A time control. In the middle of a game it holds what is left of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Moves for each `base_ms`; 0 means the whole game.
    pub moves_per_session: u32,
    /// Time for a session, in milliseconds.
    pub base_ms: u64,
    /// Time added after each move, in milliseconds.
    pub increment_ms: u64,
}

const PLACE: &str = "level";

/// Reads everything after `level`. Without INC there is no increment.
pub(super) fn parse(words: &mut Words<'_>) -> Result<Level, ParseError> {
    let moves_per_session = next_small(words, PLACE, "moves per session, from 0")?;

    const BASE: &str = "minutes or minutes:seconds";
    let word = words
        .next()
        .ok_or_else(|| ParseError::missing(PLACE, BASE))?;
    let base = base_ms(word).ok_or_else(|| ParseError::bad_number(PLACE, word, BASE))?;

    const INCREMENT: &str = "an increment in seconds";
    let increment = match words.next() {
        Some(word) => {
            decimal_ms(word, 1000).ok_or_else(|| ParseError::bad_number(PLACE, word, INCREMENT))?
        }
        None => 0,
    };
    Ok(Level {
        moves_per_session,
        base_ms: clamp_u64(base),
        increment_ms: clamp_u64(increment),
    })
}

fn base_ms(text: &str) -> Option<i64> {
    let Some((minutes, seconds)) = text.split_once(':') else {
        return decimal_ms(text, 60_000);
    };
    let minutes_ms = decimal_ms(minutes, 60_000)?;
    let seconds_ms = decimal_ms(seconds, 1000)?;
    // `-0:30` is no number of minutes, but its sign counts for the whole.
    Some(if text.starts_with('-') {
        minutes_ms.saturating_sub(seconds_ms)
    } else {
        minutes_ms.saturating_add(seconds_ms)
    })
}

/// The base is written in whole seconds, the only form every engine reads; a
/// fraction of a second is dropped, unless that would leave nothing.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = if self.base_ms == 0 {
            0
        } else {
            (self.base_ms / 1000).max(1)
        };
        write!(f, "level {} {}", self.moves_per_session, whole / 60)?;
        if whole % 60 != 0 {
            write!(f, ":{:02}", whole % 60)?;
        }
        write!(f, " {}", seconds(self.increment_ms))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_line(line: &str) -> Result<Level, ParseError> {
        parse(&mut Words::new(line))
    }

    fn level(moves_per_session: u32, base_ms: u64, increment_ms: u64) -> Level {
        Level {
            moves_per_session,
            base_ms,
            increment_ms,
        }
    }

    #[test]
    fn base_and_increment_have_several_forms() {
        for (line, expected) in [
            ("40 5 0", level(40, 300_000, 0)),
            ("40 0:30 0", level(40, 30_000, 0)),
            ("0 1:01 0.1", level(0, 61_000, 100)),
            ("0 5 12 trailing junk", level(0, 300_000, 12_000)),
            ("0 0.5 0", level(0, 30_000, 0)),
            ("0 2", level(0, 120_000, 0)),
            ("0 -0:30 -1", level(0, 0, 0)),
            ("0 0 0", level(0, 0, 0)),
        ] {
            assert_eq!(parse_line(line), Ok(expected), "{line}");
        }
        let huge = parse_line("0 99999999999999999:99999999999999999999 1").unwrap();
        assert_eq!(huge.base_ms, i64::MAX as u64);
    }

    #[test]
    fn each_bad_part_is_named() {
        let message = |line| parse_line(line).unwrap_err().to_string();
        assert_eq!(
            message("x 5 0"),
            "level: expected moves per session, from 0, found 'x'"
        );
        assert_eq!(
            message("40"),
            "level: expected minutes or minutes:seconds, found the end of the line"
        );
        assert_eq!(
            message("40 1:2:3 0"),
            "level: expected minutes or minutes:seconds, found '1:2:3'"
        );
        assert_eq!(
            message("40 5 fast"),
            "level: expected an increment in seconds, found 'fast'"
        );
    }

    #[test]
    fn the_base_is_written_in_whole_seconds() {
        assert_eq!(level(40, 300_000, 0).to_string(), "level 40 5 0");
        assert_eq!(level(0, 61_999, 100).to_string(), "level 0 1:01 0.1");
        assert_eq!(level(0, 5, 10).to_string(), "level 0 0:01 0.01");
        assert_eq!(level(0, 0, 0).to_string(), "level 0 0 0");
    }
}

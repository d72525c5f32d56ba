//! A game as fair play sees it: who played, when, and every move with its clock.

use serde::{Deserialize, Serialize};

use crate::board::{Color, Game, Move, Position};

/// A game read from a file, its moves legal.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceGame {
    /// The file's name as it was given.
    pub file: String,
    /// Its number in the file, from 1.
    pub number: usize,
    /// The line of the file on which it begins, from 1.
    pub line: u64,
    /// All tags in their order, names and values.
    pub tags: Vec<(String, String)>,
    /// Where it begins.
    pub start: Position,
    /// The moves of the main line.
    pub plies: Vec<Ply>,
}

/// A move of a game and what was noted beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ply {
    /// The move; none for a null move, which only annotators make.
    pub mv: Option<Move>,
    /// What the mover's clock showed after it, in milliseconds (`[%clk]`).
    pub clock_ms: Option<u64>,
    /// What he took for it, in milliseconds (`[%emt]`, `[%timestamp]`).
    pub spent_ms: Option<u64>,
}

/// A date of which parts may be unknown, as PGN writes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Date {
    /// The year.
    pub year: Option<u16>,
    /// The month, from 1.
    pub month: Option<u8>,
    /// The day, from 1.
    pub day: Option<u8>,
}

impl Date {
    /// From `1857.11.02`, `1857.??.??` and the like, also with dashes or slashes.
    /// What cannot be a number in its place is unknown.
    pub fn parse(text: &str) -> Date {
        let mut parts = text.trim().split(['.', '-', '/']);
        let mut number = |most: u16| {
            let part = parts.next()?.trim();
            let number = part.parse::<u16>().ok()?;
            (1..=most).contains(&number).then_some(number)
        };
        let year = number(9_999);
        let month = number(12).map(|month| month as u8);
        let day = number(31).map(|day| day as u8);
        Date {
            year,
            month: month.filter(|_| year.is_some()),
            day: day.filter(|_| year.is_some() && month.is_some()),
        }
    }

    /// The earliest day it can mean, as yyyymmdd; none without a year.
    pub fn earliest(self) -> Option<u32> {
        let year = u32::from(self.year?);
        let month = u32::from(self.month.unwrap_or(1));
        Some(year * 10_000 + month * 100 + u32::from(self.day.unwrap_or(1)))
    }

    /// The latest day it can mean, as yyyymmdd (a month has 31 days here); none
    /// without a year.
    pub fn latest(self) -> Option<u32> {
        let year = u32::from(self.year?);
        let month = u32::from(self.month.unwrap_or(12));
        Some(year * 10_000 + month * 100 + u32::from(self.day.unwrap_or(31)))
    }
}

impl SourceGame {
    /// The value of a tag; nothing if it is missing, empty or `?`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let (_, value) = self.tags.iter().find(|(tag, _)| tag == name)?;
        Some(value.as_str()).filter(|value| !value.is_empty() && *value != "?")
    }

    /// The player of a side, as the file names him.
    pub fn player(&self, side: Color) -> Option<&str> {
        self.tag(match side {
            Color::White => "White",
            Color::Black => "Black",
        })
    }

    /// When it was played: `UTCDate` where there is no `Date`.
    pub fn date(&self) -> Date {
        let text = self.tag("Date").or_else(|| self.tag("UTCDate"));
        text.map(Date::parse).unwrap_or_default()
    }

    /// The game up to before the ply with this index, from 0.
    pub fn before(&self, ply: usize) -> Game {
        let mut game = Game::new(self.start.clone());
        for ply in &self.plies[..ply] {
            match ply.mv {
                Some(mv) => game.play(mv),
                None => game.play_null(),
            }
        }
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_with_unknown_parts_are_spans() {
        let span = |text| {
            let date = Date::parse(text);
            (date.earliest(), date.latest())
        };
        assert_eq!(span("1857.11.02"), (Some(18_571_102), Some(18_571_102)));
        assert_eq!(span("1857.??.??"), (Some(18_570_101), Some(18_571_231)));
        assert_eq!(span("1857.05.??"), (Some(18_570_501), Some(18_570_531)));
        assert_eq!(span("1857-05-03"), (Some(18_570_503), Some(18_570_503)));
        assert_eq!(span("????.??.??"), (None, None));
        assert_eq!(span("????.11.02"), (None, None));
        assert_eq!(span("1857.13.40"), (Some(18_570_101), Some(18_571_231)));
        assert_eq!(span(""), (None, None));
    }
}

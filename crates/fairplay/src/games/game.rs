//! A game as fair play sees it: who played, when, and every move with its clock.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::clock_form::ClockForm;
use plumb_chess::board::{Color, Game, Move, Position};
use plumb_chess::notation::pgn::{PgnProblem, parse_rating};

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
    /// How the file's clocks of fewer than three fields are read.
    pub clock_form: ClockForm,
    /// What a reader of the game should know, although it could be read; each in a line.
    pub notes: Vec<String>,
    /// Spellings that are shown in the place of those in the tags, White\'s first; `None`
    /// where the tag\'s own is.
    pub shown_names: [Option<String>; 2],
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
    /// What cannot be a number in its place is unknown, and so is a year that has not
    /// four digits: `05.11.2019` says nothing.
    pub fn parse(text: &str) -> Date {
        let mut parts = text.trim().split(['.', '-', '/']);
        let mut number = |most: u16| {
            let part = parts.next()?.trim();
            let number = part.parse::<u16>().ok()?;
            (1..=most).contains(&number).then_some(number)
        };
        let has_year = text
            .trim_start()
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count()
            == 4;
        let year = number(9_999).filter(|_| has_year);
        let month = number(12).map(|month| month as u8);
        let day = number(31).map(|day| day as u8);
        Date {
            year,
            month: month.filter(|_| year.is_some()),
            day: day.filter(|_| year.is_some() && month.is_some()),
        }
    }

    /// From `1857`, `1857.11` or `1857.11.02`, as somebody writes it who asks for a
    /// day: nothing else, and only days that there are.
    pub fn parse_strictly(text: &str) -> Option<Date> {
        let parts: Vec<&str> = text.trim().split(['.', '-', '/']).collect();
        let is_number = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
        let lengths = [4, 2, 2];
        let fits = parts.len() <= 3
            && parts.iter().all(is_number)
            && parts
                .iter()
                .zip(lengths)
                .all(|(part, length)| part.len() == length);
        let date = Date::parse(text);
        let month_days = match (date.month, date.year) {
            (Some(2), Some(year)) => {
                let leap =
                    year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
                28 + u8::from(leap)
            }
            (Some(4 | 6 | 9 | 11), _) => 30,
            _ => 31,
        };
        let known = [
            date.year.is_some(),
            date.month.is_some(),
            date.day.is_some(),
        ];
        let is_whole = known.iter().filter(|is| **is).count() == parts.len();
        (fits && is_whole && date.day.is_none_or(|day| day <= month_days)).then_some(date)
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

/// As far as it is known: `1857`, `1857.11` or `1857.11.02`; `????` without a year.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.year {
            Some(year) => write!(f, "{year:04}")?,
            None => return f.write_str("????"),
        }
        for part in [self.month, self.day].into_iter().map_while(|part| part) {
            write!(f, ".{part:02}")?;
        }
        Ok(())
    }
}

/// Whether a name is a player's: some files say that they do not know who it was.
pub(crate) fn is_somebody(name: &str) -> bool {
    let bare = name.replace(['.', ' '], "").to_ascii_lowercase();
    let unknown = ["nn", "unknown", "anonymous", "anon", "?", ""];
    !unknown.contains(&bare.as_str())
}

impl SourceGame {
    /// A problem with this game.
    pub(crate) fn problem(&self, reason: String) -> PgnProblem {
        PgnProblem::of_game(self.number, self.line, reason).in_file(&self.file)
    }

    /// The value of a tag; nothing if it is missing, empty or `?`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let (_, value) = self.tags.iter().find(|(tag, _)| tag == name)?;
        Some(value.as_str()).filter(|value| !value.is_empty() && *value != "?")
    }

    /// The rating of a side's player, as the file has it; nothing where it is none that
    /// any list gives.
    pub fn rating(&self, side: Color) -> Option<i32> {
        let rating = self.tag(match side {
            Color::White => "WhiteElo",
            Color::Black => "BlackElo",
        })?;
        parse_rating(rating).map(i32::from)
    }

    /// The player of a side by the spelling shown for them; `None` where the file says that
    /// it does not know (`NN`, `Unknown`): that is not one player.
    pub fn player(&self, side: Color) -> Option<&str> {
        let shown = self.shown_names[side.index()].as_deref();
        shown.or_else(|| self.written_player(side))
    }

    /// The player of a side as this game spells the name; `None` as in [`Self::player`].
    pub fn written_player(&self, side: Color) -> Option<&str> {
        let name = self.tag(match side {
            Color::White => "White",
            Color::Black => "Black",
        })?;
        is_somebody(name).then_some(name)
    }

    /// When it was played: `UTCDate` where `Date` says no year.
    pub fn date(&self) -> Date {
        let dates = ["Date", "UTCDate"].map(|name| self.tag(name).map(Date::parse));
        let mut known = dates.into_iter().flatten();
        known.find(|date| date.year.is_some()).unwrap_or_default()
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
    fn what_somebody_asks_for_is_a_day() {
        for good in ["1857", "1857.11", "1857-11-02", "2024.02.29"] {
            assert!(Date::parse_strictly(good).is_some(), "{good}");
        }
        for wrong in [
            "12/06/1858",
            "06.1858",
            "1858.13",
            "1858.02.30",
            "1900.02.29",
            "1858.06.01x",
            "1858.??.??",
            "1858.6.1",
            "1858.06.01.02",
            "",
            "x",
        ] {
            assert_eq!(Date::parse_strictly(wrong), None, "{wrong}");
        }
    }

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
        assert_eq!(span("05.11.2019"), (None, None));
        assert_eq!(span("????.11.02"), (None, None));
        assert_eq!(span("1857.13.40"), (Some(18_570_101), Some(18_571_231)));
        assert_eq!(span(""), (None, None));
    }
}

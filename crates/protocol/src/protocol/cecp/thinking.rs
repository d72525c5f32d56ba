//! The thinking line, `ply score time nodes [seldepth nps tbhits]<TAB>pv`.
//!
//! Engines differ: no TAB, a mark after the ply, more numbers, text in the line.
//! Reading takes whatever begins with four numbers.

use std::fmt;

use crate::protocol::numbers::{clamp_i32, clamp_u32, clamp_u64, integer};
use crate::protocol::score::{Bound, ScoreValue};
use crate::protocol::words::{OneLine, Words, join};

/// What an engine shows of its thinking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThinkingLine {
    /// Depth of the search, in plies.
    pub ply: u32,
    /// The score, from the engine's point of view.
    pub score: ScoreValue,
    /// Written as a `?` (failed low) or `!` (failed high) at the line's end.
    pub bound: Bound,
    /// Time since the search began, in centiseconds.
    pub time_cs: u64,
    /// Positions searched.
    pub nodes: u64,
    /// The numbers that newer engines add.
    pub counters: Option<ThinkingCounters>,
    /// The line expected: moves, and with some engines move numbers and text.
    pub pv: Vec<String>,
}

/// The numbers before the TAB; those that an engine leaves out are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThinkingCounters {
    /// Plies of the longest line looked at.
    pub seldepth: u32,
    /// Positions per second.
    pub nps: u64,
    /// Positions found in endgame tables.
    pub tbhits: u64,
}

/// A mate in N moves is written as this plus N, being mated as minus that.
const MATE: i64 = 100_000;

impl ThinkingLine {
    /// Reads a line; `None` if it does not begin with four numbers.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let mut words = Words::new(line);
        let ply = ply(words.next()?)?;
        let score = from_number(words.next().and_then(integer)?);
        let time_cs = clamp_u64(words.next().and_then(integer)?);
        let nodes = clamp_u64(words.next().and_then(integer)?);
        let mut extra = Vec::new();
        while let Some(number) = words.peek().and_then(integer) {
            extra.push(number);
            words.next();
        }
        let mut pv: Vec<String> = words.map(str::to_owned).collect();
        let bound = take_bound(&mut pv);
        Some(ThinkingLine {
            ply,
            score,
            bound,
            time_cs,
            nodes,
            counters: counters(&extra),
            pv,
        })
    }
}

/// Some engines write a mark after the ply: `9.`, `9&`, `9+`.
fn ply(word: &str) -> Option<u32> {
    let digits = word.strip_suffix(['.', '&', '+', '-', '*', '?', '!']);
    integer(digits.unwrap_or(word)).map(clamp_u32)
}

/// Future numbers are to come between the speed and the table hits.
fn counters(extra: &[i64]) -> Option<ThinkingCounters> {
    let seldepth = clamp_u32(*extra.first()?);
    let nps = extra.get(1).map_or(0, |&n| clamp_u64(n));
    let tbhits = match extra {
        [_, _, .., last] => clamp_u64(*last),
        _ => 0,
    };
    Some(ThinkingCounters {
        seldepth,
        nps,
        tbhits: if extra.len() > 2 { tbhits } else { 0 },
    })
}

/// Takes the mark off the last move, or the word that is nothing but a mark.
fn take_bound(pv: &mut Vec<String>) -> Bound {
    let Some(last) = pv.last_mut() else {
        return Bound::Exact;
    };
    let bound = match last.as_str() {
        "++" => Bound::Lower,
        "--" => Bound::Upper,
        word if word.ends_with('!') => Bound::Lower,
        word if word.ends_with('?') => Bound::Upper,
        _ => return Bound::Exact,
    };
    let kept = match last.as_str() {
        "++" | "--" => 0,
        word => word.trim_end_matches(['!', '?']).len(),
    };
    last.truncate(kept);
    if last.is_empty() {
        pv.pop();
    }
    bound
}

/// A number over 100000 is a mate in as many moves as it is over; -100000 or less is being
/// mated likewise, -100000 itself being mated already. Exactly 100000 would mean that the
/// mate has been given already, which a `ScoreValue` cannot say: it becomes 99999 centipawns.
fn from_number(number: i64) -> ScoreValue {
    if number > MATE {
        ScoreValue::Mate(clamp_i32(number - MATE))
    } else if number <= -MATE {
        ScoreValue::Mate(clamp_i32(number + MATE))
    } else {
        ScoreValue::Cp(clamp_i32(number.min(MATE - 1)))
    }
}

fn to_number(score: ScoreValue) -> i64 {
    match score {
        ScoreValue::Cp(cp) => i64::from(cp).clamp(1 - MATE, MATE - 1),
        ScoreValue::Mate(moves) if moves > 0 => MATE + i64::from(moves),
        ScoreValue::Mate(moves) => i64::from(moves) - MATE,
    }
}

impl fmt::Display for ThinkingLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = to_number(self.score);
        write!(f, "{} {score} {} {}", self.ply, self.time_cs, self.nodes)?;
        if let Some(counters) = self.counters {
            let ThinkingCounters {
                seldepth,
                nps,
                tbhits,
            } = counters;
            write!(f, " {seldepth} {nps} {tbhits}")?;
        }
        write!(f, "\t{}", OneLine(&join(&self.pv)))?;
        f.write_str(match self.bound {
            Bound::Exact => "",
            Bound::Lower => "!",
            Bound::Upper => "?",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> ThinkingLine {
        ThinkingLine::parse(line).unwrap_or_else(|| panic!("{line:?}"))
    }

    #[test]
    fn the_full_form() {
        let line = "9 156 1084 48000 14 44280 2\tNf3 Nc6 Nc3!";
        let thinking = parse(line);
        let expected = ThinkingLine {
            ply: 9,
            score: ScoreValue::Cp(156),
            bound: Bound::Lower,
            time_cs: 1084,
            nodes: 48_000,
            counters: Some(ThinkingCounters {
                seldepth: 14,
                nps: 44_280,
                tbhits: 2,
            }),
            pv: vec!["Nf3".to_owned(), "Nc6".to_owned(), "Nc3".to_owned()],
        };
        assert_eq!(thinking, expected);
        assert_eq!(thinking.to_string(), line);
    }

    #[test]
    fn what_older_engines_print() {
        let short = parse("  5.   -12    3  400  1. e4 e5 2. Nf3 ?");
        assert_eq!((short.ply, short.counters), (5, None));
        assert_eq!(short.score, ScoreValue::Cp(-12));
        assert_eq!(short.bound, Bound::Upper);
        assert_eq!(short.pv, ["1.", "e4", "e5", "2.", "Nf3"]);
        assert_eq!(parse("5& 1 2 3 d4 ++").bound, Bound::Lower);
        assert_eq!(parse("5 1 2 3").pv, [""; 0]);
        assert_eq!(parse("1 0 0 0 (book)").pv, ["(book)"]);
        let untabbed = parse("7 1 2 3 12 13 e2e4").counters.unwrap();
        assert_eq!(
            (untabbed.seldepth, untabbed.nps, untabbed.tbhits),
            (12, 13, 0)
        );
        let future = parse("7 1 2 3 12 13 99 4\te2e4").counters.unwrap();
        assert_eq!(future.tbhits, 4);
    }

    #[test]
    fn mates_are_counted_in_moves() {
        for (number, score) in [
            (100_003, ScoreValue::Mate(3)),
            (-100_002, ScoreValue::Mate(-2)),
            (-100_000, ScoreValue::Mate(0)),
            (99_999, ScoreValue::Cp(99_999)),
            (-99_999, ScoreValue::Cp(-99_999)),
        ] {
            assert_eq!(from_number(number), score);
            assert_eq!(to_number(score), number);
        }
        assert_eq!(from_number(100_000), ScoreValue::Cp(99_999));
        assert_eq!(from_number(i64::MAX), ScoreValue::Mate(i32::MAX));
        assert_eq!(to_number(ScoreValue::Cp(500_000)), 99_999);
        assert_eq!(to_number(ScoreValue::Mate(i32::MIN)), -2_147_583_648);
    }

    #[test]
    fn other_lines_are_not_thinking() {
        for line in [
            "",
            "1 2 3",
            "1-0 {x}",
            "1. e4 e5",
            "move e2e4",
            "3 4 5 x",
            "1/2-1/2",
        ] {
            assert_eq!(ThinkingLine::parse(line), None, "{line}");
        }
    }
}

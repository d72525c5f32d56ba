//! The `info` line. Rendering writes whole numbers only, in the order GUIs are
//! used to; reading skips what it does not know, since engines add words.

use std::fmt;

use crate::protocol::numbers::{clamp_i32, clamp_u32, clamp_u64, integer_prefix};
use crate::protocol::score::{Bound, ScoreValue};
use crate::protocol::words::{OneLine, Words, join};

/// What an engine tells about its search. Nothing in it need be present.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InfoLine {
    /// Plies searched in full.
    pub depth: Option<u32>,
    /// Plies of the longest line looked at.
    pub seldepth: Option<u32>,
    /// Rank of this line, from 1, when several are shown.
    pub multipv: Option<u32>,
    /// The score, from the point of view of the side to move.
    pub score: Option<(ScoreValue, Bound)>,
    /// Winning, drawing and losing chances of the side to move.
    pub wdl: Option<WinDrawLoss>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Positions per second.
    pub nps: Option<u64>,
    /// How full the hash table is, in thousandths.
    pub hashfull: Option<u32>,
    /// Positions found in endgame tables.
    pub tbhits: Option<u64>,
    /// Time since the search began, in milliseconds.
    pub time_ms: Option<u64>,
    /// The move being searched.
    pub currmove: Option<String>,
    /// The number of that move, from 1.
    pub currmovenumber: Option<u32>,
    /// The line expected, in coordinate notation.
    pub pv: Vec<String>,
    /// Free text.
    pub string: Option<String>,
}

/// Chances in thousandths, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinDrawLoss {
    /// Chance to win.
    pub win: u32,
    /// Chance to draw.
    pub draw: u32,
    /// Chance to lose.
    pub loss: u32,
}

/// Every word that may begin a part of the line, also those that are skipped
/// with what follows them: they end a `pv`.
const KEYWORDS: [&str; 18] = [
    "depth",
    "seldepth",
    "multipv",
    "score",
    "wdl",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "time",
    "currmove",
    "currmovenumber",
    "pv",
    "string",
    "cpuload",
    "sbhits",
    "refutation",
    "currline",
];

fn keyword(word: &str) -> Option<&'static str> {
    // Most words are moves, and those have a digit here.
    if word.as_bytes().get(1).is_some_and(u8::is_ascii_digit) {
        return None;
    }
    let known = KEYWORDS.iter().find(|k| word.eq_ignore_ascii_case(k));
    known.copied()
}

impl InfoLine {
    /// A line of free text, `info string …`.
    pub fn text(text: impl Into<String>) -> Self {
        InfoLine {
            string: Some(text.into()),
            ..InfoLine::default()
        }
    }

    /// Reads everything after `info`. There is no error: a part that cannot be
    /// read is left out.
    pub(super) fn parse(words: &mut Words<'_>) -> Self {
        Self::parse_with(words, moves)
    }

    /// Reads a whole line but leaves its `pv` out, which is most of it and
    /// mostly not needed; `None` if it is no `info` line.
    pub fn parse_numbers(line: &str) -> Option<Self> {
        let mut words = Words::new(line);
        let is_info = words.next()?.eq_ignore_ascii_case("info");
        is_info.then(|| Self::parse_with(&mut words, skip_moves))
    }

    fn parse_with(words: &mut Words<'_>, moves: fn(&mut Words<'_>) -> Vec<String>) -> Self {
        let mut info = InfoLine::default();
        while let Some(word) = words.next() {
            match keyword(word) {
                Some("depth") => info.depth = small(words).or(info.depth),
                Some("seldepth") => info.seldepth = small(words).or(info.seldepth),
                Some("multipv") => info.multipv = small(words).or(info.multipv),
                Some("score") => info.score = score(words).or(info.score),
                Some("wdl") => info.wdl = wdl(words).or(info.wdl),
                Some("nodes") => info.nodes = large(words).or(info.nodes),
                Some("nps") => info.nps = large(words).or(info.nps),
                Some("hashfull") => info.hashfull = small(words).or(info.hashfull),
                Some("tbhits") => info.tbhits = large(words).or(info.tbhits),
                Some("time") => info.time_ms = large(words).or(info.time_ms),
                Some("currmove") => info.currmove = argument(words).map(str::to_owned),
                Some("currmovenumber") => {
                    info.currmovenumber = small(words).or(info.currmovenumber);
                }
                Some("pv") => info.pv = moves(words),
                Some("string") => {
                    info.string = Some(words.rest().to_owned());
                    break;
                }
                _ => {}
            }
        }
        info
    }
}

/// The next word, unless it begins another part.
fn argument<'a>(words: &mut Words<'a>) -> Option<&'a str> {
    let word = words.peek().filter(|word| keyword(word).is_none())?;
    words.next();
    Some(word)
}

/// The next word if a number begins it; anything else stays where it is.
fn number(words: &mut Words<'_>) -> Option<i64> {
    let number = words.peek().and_then(integer_prefix)?;
    words.next();
    Some(number)
}

fn small(words: &mut Words<'_>) -> Option<u32> {
    number(words).map(clamp_u32)
}

fn large(words: &mut Words<'_>) -> Option<u64> {
    number(words).map(clamp_u64)
}

/// `cp N` or `mate N`, with a bound before or after.
fn score(words: &mut Words<'_>) -> Option<(ScoreValue, Bound)> {
    let mut score = None;
    let mut bound = Bound::Exact;
    while let Some(word) = words.peek() {
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        if is("lowerbound") {
            bound = Bound::Lower;
        } else if is("upperbound") {
            bound = Bound::Upper;
        } else if score.is_none() && (is("cp") || is("mate")) {
            words.next();
            let number = clamp_i32(number(words)?);
            score = Some(if is("cp") {
                ScoreValue::Cp(number)
            } else {
                ScoreValue::Mate(number)
            });
            continue;
        } else {
            break;
        }
        words.next();
    }
    score.map(|score| (score, bound))
}

fn wdl(words: &mut Words<'_>) -> Option<WinDrawLoss> {
    Some(WinDrawLoss {
        win: small(words)?,
        draw: small(words)?,
        loss: small(words)?,
    })
}

fn moves(words: &mut Words<'_>) -> Vec<String> {
    std::iter::from_fn(|| argument(words).map(str::to_owned)).collect()
}

fn skip_moves(words: &mut Words<'_>) -> Vec<String> {
    let mut ahead = words.clone();
    while ahead.next().is_some_and(|word| keyword(word).is_none()) {
        *words = ahead.clone();
    }
    Vec::new()
}

impl fmt::Display for InfoLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        part(f, "depth", self.depth)?;
        part(f, "seldepth", self.seldepth)?;
        part(f, "multipv", self.multipv)?;
        if let Some((score, bound)) = self.score {
            match score {
                ScoreValue::Cp(cp) => write!(f, " score cp {cp}")?,
                ScoreValue::Mate(moves) => write!(f, " score mate {moves}")?,
            }
            f.write_str(match bound {
                Bound::Exact => "",
                Bound::Lower => " lowerbound",
                Bound::Upper => " upperbound",
            })?;
        }
        if let Some(WinDrawLoss { win, draw, loss }) = self.wdl {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        part(f, "nodes", self.nodes)?;
        part(f, "nps", self.nps)?;
        part(f, "hashfull", self.hashfull)?;
        part(f, "tbhits", self.tbhits)?;
        part(f, "time", self.time_ms)?;
        part(f, "currmove", self.currmove.as_deref().map(OneLine))?;
        part(f, "currmovenumber", self.currmovenumber)?;
        if !self.pv.is_empty() {
            write!(f, " pv {}", OneLine(&join(&self.pv)))?;
        }
        match self.string.as_deref() {
            Some("") => f.write_str(" string"),
            text => part(f, "string", text.map(OneLine)),
        }
    }
}

fn part(f: &mut fmt::Formatter<'_>, name: &str, value: Option<impl fmt::Display>) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> InfoLine {
        InfoLine::parse(&mut Words::new(line))
    }

    #[test]
    fn the_order_is_the_usual_one() {
        let line = "depth 12 seldepth 20 multipv 1 score cp -35 upperbound wdl 10 900 90 \
                    nodes 12345 nps 1000000 hashfull 37 tbhits 2 time 12 pv e2e4 e7e5";
        assert_eq!(parse(line).to_string(), format!("info {line}"));
        let line = "depth 5 currmove e2e4 currmovenumber 1";
        assert_eq!(parse(line).to_string(), format!("info {line}"));
    }

    #[test]
    fn mates_keep_their_sign() {
        let score = |line| parse(line).score;
        let mate = |n| Some((ScoreValue::Mate(n), Bound::Exact));
        assert_eq!(score("score mate 3"), mate(3));
        assert_eq!(score("score mate -2"), mate(-2));
        assert_eq!(score("score mate 0"), mate(0));
        assert_eq!(
            score("score lowerbound cp 9"),
            Some((ScoreValue::Cp(9), Bound::Lower))
        );
    }

    #[test]
    fn what_engines_add_is_skipped() {
        let info = parse(
            "depth 3 novelty x score cp 12 wibble nps 1234.5 cpuload 500 sbhits 3 time 7 pv a2a3",
        );
        assert_eq!(info.depth, Some(3));
        assert_eq!(info.score, Some((ScoreValue::Cp(12), Bound::Exact)));
        assert_eq!((info.nps, info.time_ms), (Some(1234), Some(7)));
        assert_eq!(info.pv, ["a2a3"]);
    }

    #[test]
    fn a_missing_value_does_not_eat_the_next_part() {
        let info = parse("depth seldepth 4 score nodes 5 currmove pv e2e4 depth 6");
        assert_eq!((info.depth, info.seldepth), (Some(6), Some(4)));
        assert_eq!((info.score, info.nodes), (None, Some(5)));
        assert_eq!((info.currmove, info.pv), (None, vec!["e2e4".to_owned()]));
    }

    #[test]
    fn a_string_takes_the_rest_of_the_line() {
        let info = parse("string depth 5  is  text");
        assert_eq!(info, InfoLine::text("depth 5  is  text"));
        assert_eq!(
            InfoLine::text("two\nlines").to_string(),
            "info string two lines"
        );
    }

    #[test]
    fn numbers_out_of_range_are_clamped() {
        let info = parse("depth -1 time -5 score cp 99999999999 nodes 99999999999999999999");
        assert_eq!((info.depth, info.time_ms), (Some(0), Some(0)));
        assert_eq!(info.score, Some((ScoreValue::Cp(i32::MAX), Bound::Exact)));
        assert_eq!(info.nodes, Some(i64::MAX as u64));
    }
}

//! The limits that follow `go`.
//!
//! A sub-command with a bad or missing number is an error, because guessing a
//! limit loses games; a word that is no sub-command is kept apart and ignored,
//! because the protocol asks for it.

use std::fmt;

use crate::protocol::error::ParseError;
use crate::protocol::numbers::{clamp_u32, next_integer, next_small, next_unsigned};
use crate::protocol::words::{OneLine, Words, join};

/// The sub-commands of `go`. A repeated one counts as last given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoParameters {
    /// `wtime`: White's clock in milliseconds; it may be 0 or negative.
    pub white_time_ms: Option<i64>,
    /// `btime`: Black's clock in milliseconds; it may be 0 or negative.
    pub black_time_ms: Option<i64>,
    /// `winc`: White's increment per move in milliseconds.
    pub white_increment_ms: Option<i64>,
    /// `binc`: Black's increment per move in milliseconds.
    pub black_increment_ms: Option<i64>,
    /// `movestogo`: moves to the next time control; a negative number arrives as 0.
    pub moves_to_go: Option<u32>,
    /// `depth`: plies to search.
    pub depth: Option<u32>,
    /// `nodes`: positions to search.
    pub nodes: Option<u64>,
    /// `mate`: look for a mate in this many moves.
    pub mate: Option<u32>,
    /// `movetime`: milliseconds for this move; it may be 0 or negative.
    pub move_time_ms: Option<i64>,
    /// `infinite`: search until told to stop.
    pub infinite: bool,
    /// `ponder`: search on the opponent's time.
    pub ponder: bool,
    /// `perft`: count move sequences of this many plies instead of searching.
    pub perft: Option<u32>,
    /// `searchmoves`: the only moves to look at; empty means all.
    pub search_moves: Vec<String>,
    /// Words that are no sub-command. They have no effect and are not rendered;
    /// they are kept so that the engine can say that it ignored them.
    pub ignored: Vec<String>,
}

const KEYWORDS: [&str; 13] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "ponder",
    "perft",
    "searchmoves",
];

fn keyword(word: &str) -> Option<&'static str> {
    KEYWORDS.into_iter().find(|k| word.eq_ignore_ascii_case(k))
}

const MILLISECONDS: &str = "a whole number of milliseconds";
const PLIES: &str = "a depth in plies, from 0";

impl GoParameters {
    /// Reads everything after `go`.
    pub(super) fn parse(words: &mut Words<'_>) -> Result<Self, ParseError> {
        let mut go = GoParameters::default();
        while let Some(word) = words.next() {
            match keyword(word) {
                Some("wtime") => {
                    go.white_time_ms = Some(next_integer(words, "go wtime", MILLISECONDS)?);
                }
                Some("btime") => {
                    go.black_time_ms = Some(next_integer(words, "go btime", MILLISECONDS)?);
                }
                Some("winc") => {
                    go.white_increment_ms = Some(next_integer(words, "go winc", MILLISECONDS)?);
                }
                Some("binc") => {
                    go.black_increment_ms = Some(next_integer(words, "go binc", MILLISECONDS)?);
                }
                Some("movestogo") => {
                    let moves = next_integer(words, "go movestogo", "a whole number of moves")?;
                    go.moves_to_go = Some(clamp_u32(moves));
                }
                Some("depth") => go.depth = Some(next_small(words, "go depth", PLIES)?),
                Some("nodes") => {
                    let nodes = next_unsigned(words, "go nodes", "a number of nodes, from 0")?;
                    go.nodes = Some(nodes);
                }
                Some("mate") => {
                    go.mate = Some(next_small(words, "go mate", "a number of moves, from 0")?);
                }
                Some("movetime") => {
                    go.move_time_ms = Some(next_integer(words, "go movetime", MILLISECONDS)?);
                }
                Some("perft") => go.perft = Some(next_small(words, "go perft", PLIES)?),
                Some("infinite") => go.infinite = true,
                Some("ponder") => go.ponder = true,
                Some("searchmoves") => go.search_moves = moves(words),
                _ => go.ignored.push(word.to_owned()),
            }
        }
        Ok(go)
    }
}

/// The words up to the next sub-command: some GUIs do not put `searchmoves` last.
fn moves(words: &mut Words<'_>) -> Vec<String> {
    let mut moves = Vec::new();
    while let Some(word) = words.peek().filter(|word| keyword(word).is_none()) {
        moves.push(word.to_owned());
        words.next();
    }
    moves
}

impl fmt::Display for GoParameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        let numbers: [(&str, Option<i128>); 10] = [
            ("wtime", self.white_time_ms.map(i128::from)),
            ("btime", self.black_time_ms.map(i128::from)),
            ("winc", self.white_increment_ms.map(i128::from)),
            ("binc", self.black_increment_ms.map(i128::from)),
            ("movestogo", self.moves_to_go.map(i128::from)),
            ("depth", self.depth.map(i128::from)),
            ("nodes", self.nodes.map(i128::from)),
            ("mate", self.mate.map(i128::from)),
            ("movetime", self.move_time_ms.map(i128::from)),
            ("perft", self.perft.map(i128::from)),
        ];
        for (name, number) in numbers {
            if let Some(number) = number {
                write!(f, " {name} {number}")?;
            }
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if !self.search_moves.is_empty() {
            write!(f, " searchmoves {}", OneLine(&join(&self.search_moves)))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<GoParameters, ParseError> {
        GoParameters::parse(&mut Words::new(line))
    }

    #[test]
    fn every_sub_command_is_read() {
        let line = "ponder wtime 1 btime -2 winc 3 binc 4 movestogo 5 depth 6 nodes 7 \
                    mate 8 movetime 9 perft 10 infinite searchmoves e2e4 d2d4";
        let go = parse(line).unwrap();
        let expected = GoParameters {
            white_time_ms: Some(1),
            black_time_ms: Some(-2),
            white_increment_ms: Some(3),
            black_increment_ms: Some(4),
            moves_to_go: Some(5),
            depth: Some(6),
            nodes: Some(7),
            mate: Some(8),
            move_time_ms: Some(9),
            infinite: true,
            ponder: true,
            perft: Some(10),
            search_moves: vec!["e2e4".to_owned(), "d2d4".to_owned()],
            ignored: Vec::new(),
        };
        assert_eq!(go, expected);
        assert_eq!(go.to_string(), format!("go {line}"));
    }

    #[test]
    fn searchmoves_need_not_come_last() {
        let go = parse("searchmoves e2e4 d2d4 DEPTH 3").unwrap();
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        assert_eq!(go.depth, Some(3));
    }

    #[test]
    fn odd_clocks_are_kept_and_absurd_ones_saturate() {
        let go = parse("wtime 0 btime -50 movestogo -1 depth 99999999999").unwrap();
        assert_eq!((go.white_time_ms, go.black_time_ms), (Some(0), Some(-50)));
        assert_eq!((go.moves_to_go, go.depth), (Some(0), Some(u32::MAX)));
        let go = parse("wtime 123456789012345678901234567890").unwrap();
        assert_eq!(go.white_time_ms, Some(i64::MAX));
        assert_eq!(go.black_time_ms, None);
    }

    #[test]
    fn a_bad_or_missing_number_names_the_token() {
        let message = |line| parse(line).unwrap_err().to_string();
        assert_eq!(
            message("depth five"),
            "go depth: expected a depth in plies, from 0, found 'five'"
        );
        assert_eq!(
            message("wtime btime 100"),
            "go wtime: expected a whole number of milliseconds, found 'btime'"
        );
        assert_eq!(
            message("nodes"),
            "go nodes: expected a number of nodes, from 0, found the end of the line"
        );
        assert_eq!(
            message("nodes -1"),
            "go nodes: expected a number of nodes, from 0, found '-1'"
        );
    }

    #[test]
    fn unknown_words_are_set_aside() {
        let go = parse("rtime 5 depth 3").unwrap();
        assert_eq!(go.depth, Some(3));
        assert_eq!(go.ignored, ["rtime", "5"]);
    }
}

//! The limits that follow `go`.
//!
//! A word that is no sub-command, and a sub-command with a bad or missing number,
//! are kept apart: whoever searches says so and goes by what was understood,
//! because a GUI whose `go` is refused waits for a move while its clock runs.

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
    /// Sub-commands whose number was bad or missing; as without effect as those.
    pub problems: Vec<ParseError>,
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
    pub(super) fn parse(words: &mut Words<'_>) -> Self {
        let mut go = GoParameters::default();
        while let Some(word) = words.next() {
            if let Some(keyword) = keyword(word) {
                let mut ahead = words.clone();
                match go.read(keyword, &mut ahead) {
                    Ok(()) => *words = ahead,
                    Err(problem) => {
                        go.problems.push(problem);
                        // What stands there is no number, but it may be the
                        // next sub-command.
                        words.next_if(|word| self::keyword(word).is_none());
                    }
                }
            } else {
                go.ignored.push(word.to_owned());
            }
        }
        go
    }

    /// Reads what follows a sub-command.
    fn read(&mut self, keyword: &str, words: &mut Words<'_>) -> Result<(), ParseError> {
        let milliseconds =
            |words: &mut Words<'_>, place| next_integer(words, place, MILLISECONDS).map(Some);
        match keyword {
            "wtime" => self.white_time_ms = milliseconds(words, "go wtime")?,
            "btime" => self.black_time_ms = milliseconds(words, "go btime")?,
            "winc" => self.white_increment_ms = milliseconds(words, "go winc")?,
            "binc" => self.black_increment_ms = milliseconds(words, "go binc")?,
            "movetime" => self.move_time_ms = milliseconds(words, "go movetime")?,
            "movestogo" => {
                let moves = next_integer(words, "go movestogo", "a whole number of moves")?;
                self.moves_to_go = Some(clamp_u32(moves));
            }
            "depth" => self.depth = Some(next_small(words, "go depth", PLIES)?),
            "nodes" => {
                let nodes = next_unsigned(words, "go nodes", "a number of nodes, from 0")?;
                self.nodes = Some(nodes);
            }
            "mate" => {
                self.mate = Some(next_small(words, "go mate", "a number of moves, from 0")?);
            }
            "perft" => self.perft = Some(next_small(words, "go perft", PLIES)?),
            "infinite" => self.infinite = true,
            "ponder" => self.ponder = true,
            _ => self.search_moves = moves(words),
        }
        Ok(())
    }

    /// Whether every word was understood.
    pub fn is_fully_known(&self) -> bool {
        self.ignored.is_empty() && self.problems.is_empty()
    }

    /// Whether a number could not be read at this place, such as `go wtime`.
    pub fn is_unread(&self, place: &str) -> bool {
        self.problems.iter().any(|problem| match problem {
            ParseError::MissingArgument { place: found, .. }
            | ParseError::BadNumber { place: found, .. } => *found == place,
            _ => false,
        })
    }

    /// Whether something says when the search is to end, if only that it is
    /// told so later.
    pub fn has_limit(&self) -> bool {
        let times = [
            self.white_time_ms,
            self.black_time_ms,
            self.white_increment_ms,
            self.black_increment_ms,
            self.move_time_ms,
        ];
        self.infinite
            || times.iter().any(Option::is_some)
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
    }
}

/// The words up to the next sub-command: some GUIs do not put `searchmoves` last.
fn moves(words: &mut Words<'_>) -> Vec<String> {
    let mut moves = Vec::new();
    while let Some(word) = words.next_if(|word| keyword(word).is_none()) {
        moves.push(word.to_owned());
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

    fn parse(line: &str) -> GoParameters {
        GoParameters::parse(&mut Words::new(line))
    }

    #[test]
    fn every_sub_command_is_read() {
        let line = "ponder wtime 1 btime -2 winc 3 binc 4 movestogo 5 depth 6 nodes 7 \
                    mate 8 movetime 9 perft 10 infinite searchmoves e2e4 d2d4";
        let go = parse(line);
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
            problems: Vec::new(),
        };
        assert_eq!(go, expected);
        assert_eq!(go.to_string(), format!("go {line}"));
    }

    #[test]
    fn searchmoves_need_not_come_last() {
        let go = parse("searchmoves e2e4 d2d4 DEPTH 3");
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        assert_eq!(go.depth, Some(3));
    }

    #[test]
    fn odd_clocks_are_kept_and_absurd_ones_saturate() {
        let go = parse("wtime 0 btime -50 movestogo -1 depth 99999999999");
        assert_eq!((go.white_time_ms, go.black_time_ms), (Some(0), Some(-50)));
        assert_eq!((go.moves_to_go, go.depth), (Some(0), Some(u32::MAX)));
        let go = parse("wtime 123456789012345678901234567890");
        assert_eq!(go.white_time_ms, Some(i64::MAX));
        assert_eq!(go.black_time_ms, None);
    }

    #[test]
    fn a_bad_or_missing_number_names_the_token_and_costs_no_other() {
        let problems = |line| {
            let problems = parse(line).problems;
            let texts: Vec<String> = problems.iter().map(ParseError::to_string).collect();
            texts.join("; ")
        };
        assert_eq!(
            problems("depth five"),
            "go depth: expected a depth in plies, from 0, found 'five'"
        );
        assert_eq!(
            problems("wtime btime 100"),
            "go wtime: expected a whole number of milliseconds, found 'btime'"
        );
        assert_eq!(parse("wtime btime 100").black_time_ms, Some(100));
        assert_eq!(
            problems("nodes 1e30 depth"),
            "go nodes: expected a number of nodes, from 0, found '1e30'; \
             go depth: expected a depth in plies, from 0, found the end of the line"
        );
        let go = parse("wtime 60000.5 btime 60000 depth -1 winc 100");
        assert_eq!(go.problems.len(), 2);
        assert_eq!((go.white_time_ms, go.black_time_ms), (None, Some(60_000)));
        assert_eq!((go.depth, go.white_increment_ms), (None, Some(100)));
        assert!(go.ignored.is_empty() && go.has_limit() && !go.is_fully_known());
        assert!(go.is_unread("go wtime") && !go.is_unread("go btime"));
        assert!(!parse("depth -1 ponder movestogo 3").has_limit());
        // The last one that was understood counts.
        assert_eq!(parse("depth 5 depth x").depth, Some(5));
    }

    #[test]
    fn unknown_words_are_set_aside() {
        let go = parse("rtime 5 depth 3");
        assert_eq!(go.depth, Some(3));
        assert_eq!(go.ignored, ["rtime", "5"]);
    }
}

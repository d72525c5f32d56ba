//! The commands a person types, which both protocols understand. They count
//! only as the first word of a line.

use std::fmt;

use super::error::ParseError;
use super::numbers::next_small;
use super::words::{OneLine, Words, join};

/// A command for people, the same in every protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HumanCommand {
    /// `d`: draw the board.
    Display,
    /// `eval`: explain the static evaluation.
    Eval,
    /// `perft N`: count the legal move sequences of N plies.
    Perft {
        /// Length of the sequences, in plies.
        depth: u32,
    },
    /// `bench …`: search the fixed set of positions.
    Bench {
        /// The words after `bench`.
        args: Vec<String>,
    },
    /// `flip`: give the move, and the board, to the other side.
    Flip,
    /// `help`: list the commands.
    Help,
}

impl HumanCommand {
    /// The command that begins with `first`, if it is one of these; the words
    /// after it are taken from `words`.
    pub(super) fn parse(first: &str, words: &mut Words<'_>) -> Option<Result<Self, ParseError>> {
        let is = |word: &str| first.eq_ignore_ascii_case(word);
        let command = if is("d") {
            HumanCommand::Display
        } else if is("eval") {
            HumanCommand::Eval
        } else if is("flip") {
            HumanCommand::Flip
        } else if is("help") {
            HumanCommand::Help
        } else if is("bench") {
            HumanCommand::Bench {
                args: words.map(str::to_owned).collect(),
            }
        } else if is("perft") {
            let depth = next_small(words, "perft", "a depth in plies");
            return Some(depth.map(|depth| HumanCommand::Perft { depth }));
        } else {
            return None;
        };
        Some(Ok(command))
    }
}

impl fmt::Display for HumanCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HumanCommand::Display => f.write_str("d"),
            HumanCommand::Eval => f.write_str("eval"),
            HumanCommand::Perft { depth } => write!(f, "perft {depth}"),
            HumanCommand::Bench { args } if args.is_empty() => f.write_str("bench"),
            HumanCommand::Bench { args } => write!(f, "bench {}", OneLine(&join(args))),
            HumanCommand::Flip => f.write_str("flip"),
            HumanCommand::Help => f.write_str("help"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Option<Result<HumanCommand, ParseError>> {
        let mut words = Words::new(line);
        let first = words.next()?;
        HumanCommand::parse(first, &mut words)
    }

    #[test]
    fn each_command_is_read() {
        assert_eq!(parse("d"), Some(Ok(HumanCommand::Display)));
        assert_eq!(parse("EVAL"), Some(Ok(HumanCommand::Eval)));
        assert_eq!(parse("perft 5"), Some(Ok(HumanCommand::Perft { depth: 5 })));
        let args = vec!["16".to_owned(), "1".to_owned()];
        assert_eq!(parse("bench 16 1"), Some(Ok(HumanCommand::Bench { args })));
        assert_eq!(parse("dd"), None);
    }

    #[test]
    fn perft_wants_a_depth() {
        let message = |line| parse(line).unwrap().unwrap_err().to_string();
        assert_eq!(
            message("perft"),
            "perft: expected a depth in plies, found the end of the line"
        );
        assert_eq!(
            message("perft -1"),
            "perft: expected a depth in plies, found '-1'"
        );
    }
}

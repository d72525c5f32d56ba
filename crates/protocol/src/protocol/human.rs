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
    /// `eval …`: explain the static evaluation.
    Eval(EvalForm),
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
    /// `moves`: list the legal moves.
    Moves,
}

/// How the evaluation is to be explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvalForm {
    /// `eval`: the table of groups.
    Groups,
    /// `eval terms`: every term that counts, with its sentence.
    Terms,
    /// `eval squares`: also how often each weight counts, and where.
    Squares,
    /// `eval json`: everything, on one line.
    Json,
    /// `eval diff …`: what changes from the board to another position.
    Diff {
        /// Moves from the board, or a FEN.
        with: String,
    },
}

impl EvalForm {
    fn parse(words: &mut Words<'_>) -> Result<EvalForm, ParseError> {
        let Some(word) = words.next() else {
            return Ok(EvalForm::Groups);
        };
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        if is("terms") {
            Ok(EvalForm::Terms)
        } else if is("squares") {
            Ok(EvalForm::Squares)
        } else if is("json") {
            Ok(EvalForm::Json)
        } else if !is("diff") {
            let expected = "nothing, 'terms', 'squares', 'json' or 'diff'";
            Err(ParseError::bad_argument("eval", word, expected))
        } else if words.is_empty() {
            Err(ParseError::missing("eval diff", "moves or a FEN"))
        } else {
            let with = join(words);
            Ok(EvalForm::Diff { with })
        }
    }
}

impl fmt::Display for EvalForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvalForm::Groups => f.write_str("eval"),
            EvalForm::Terms => f.write_str("eval terms"),
            EvalForm::Squares => f.write_str("eval squares"),
            EvalForm::Json => f.write_str("eval json"),
            EvalForm::Diff { with } => write!(f, "eval diff {}", OneLine(with)),
        }
    }
}

impl HumanCommand {
    /// The command that begins with `first`, if it is one of these; the words
    /// after it are taken from `words`.
    pub(super) fn parse(first: &str, words: &mut Words<'_>) -> Option<Result<Self, ParseError>> {
        let is = |word: &str| first.eq_ignore_ascii_case(word);
        let command = if is("d") {
            HumanCommand::Display
        } else if is("eval") {
            return Some(EvalForm::parse(words).map(HumanCommand::Eval));
        } else if is("flip") {
            HumanCommand::Flip
        } else if is("help") {
            HumanCommand::Help
        } else if is("moves") {
            HumanCommand::Moves
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
            HumanCommand::Eval(form) => form.fmt(f),
            HumanCommand::Perft { depth } => write!(f, "perft {depth}"),
            HumanCommand::Bench { args } if args.is_empty() => f.write_str("bench"),
            HumanCommand::Bench { args } => write!(f, "bench {}", OneLine(&join(args))),
            HumanCommand::Flip => f.write_str("flip"),
            HumanCommand::Help => f.write_str("help"),
            HumanCommand::Moves => f.write_str("moves"),
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
        let eval = |form| Some(Ok(HumanCommand::Eval(form)));
        assert_eq!(parse("EVAL"), eval(EvalForm::Groups));
        assert_eq!(parse("eval JSON"), eval(EvalForm::Json));
        let with = "e2e4 e7e5".to_owned();
        assert_eq!(parse("eval diff  e2e4 e7e5"), eval(EvalForm::Diff { with }));
        assert_eq!(parse("perft 5"), Some(Ok(HumanCommand::Perft { depth: 5 })));
        let args = vec!["16".to_owned(), "1".to_owned()];
        assert_eq!(parse("bench 16 1"), Some(Ok(HumanCommand::Bench { args })));
        assert_eq!(parse("dd"), None);
    }

    #[test]
    fn arguments_are_checked() {
        let message = |line| parse(line).unwrap().unwrap_err().to_string();
        assert_eq!(
            message("perft"),
            "perft: expected a depth in plies, found the end of the line"
        );
        assert_eq!(
            message("perft -1"),
            "perft: expected a depth in plies, found '-1'"
        );
        assert_eq!(
            message("eval fully"),
            "eval: expected nothing, 'terms', 'squares', 'json' or 'diff', found 'fully'"
        );
    }
}

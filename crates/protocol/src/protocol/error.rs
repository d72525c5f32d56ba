//! What can be wrong with a line, said in one line of its own.
//!
//! The messages name the place, what was found there and what was expected;
//! they never hold more than an excerpt of the input.

use plumb_support::wording::excerpt;

/// Why a line could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// The first word is no command of the protocol.
    #[error("unknown command: {line}")]
    UnknownCommand {
        /// The line, shortened.
        line: String,
    },
    /// The line is no reply of the protocol: a banner, a debug print.
    #[error("unknown reply: {line}")]
    UnknownReply {
        /// The line, shortened.
        line: String,
    },
    /// The line ended where something was needed.
    #[error("{place}: expected {expected}, found the end of the line")]
    MissingArgument {
        /// The command, and the sub-command if there is one: `go wtime`.
        place: &'static str,
        /// What should have stood there.
        expected: &'static str,
    },
    /// A number was needed and something else stood there.
    #[error("{place}: expected {expected}, found '{found}'")]
    BadNumber {
        /// The command, and the sub-command if there is one.
        place: &'static str,
        /// The word found, shortened.
        found: String,
        /// What should have stood there.
        expected: &'static str,
    },
    /// A word that the command does not know stood where one of a few was needed.
    #[error("{place}: expected {expected}, found '{found}'")]
    BadArgument {
        /// The command, and the sub-command if there is one.
        place: &'static str,
        /// The word found, shortened.
        found: String,
        /// What should have stood there.
        expected: &'static str,
    },
}

impl ParseError {
    pub(super) fn unknown_command(line: &str) -> Self {
        ParseError::UnknownCommand {
            line: excerpt(line),
        }
    }

    pub(super) fn unknown_reply(line: &str) -> Self {
        ParseError::UnknownReply {
            line: excerpt(line),
        }
    }

    pub(super) fn missing(place: &'static str, expected: &'static str) -> Self {
        ParseError::MissingArgument { place, expected }
    }

    pub(super) fn bad_number(place: &'static str, found: &str, expected: &'static str) -> Self {
        ParseError::BadNumber {
            place,
            found: excerpt(found),
            expected,
        }
    }

    pub(super) fn bad_argument(place: &'static str, found: &str, expected: &'static str) -> Self {
        ParseError::BadArgument {
            place,
            found: excerpt(found),
            expected,
        }
    }

    /// The message without the line itself, for CECP's `Error (reason): line`.
    pub fn reason(&self) -> String {
        match self {
            ParseError::UnknownCommand { .. } => "unknown command".to_owned(),
            ParseError::UnknownReply { .. } => "unknown reply".to_owned(),
            other => other.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_say_where_what_and_what_was_expected() {
        let error = ParseError::bad_number("go wtime", "soon", "a whole number of milliseconds");
        assert_eq!(
            error.to_string(),
            "go wtime: expected a whole number of milliseconds, found 'soon'"
        );
        let error = ParseError::missing("sd", "a depth in plies");
        assert_eq!(
            error.to_string(),
            "sd: expected a depth in plies, found the end of the line"
        );
    }

    #[test]
    fn a_long_line_is_cut_between_characters() {
        let line = "é".repeat(100_000);
        let message = ParseError::unknown_command(&line).to_string();
        assert_eq!(message.chars().count(), "unknown command: ".len() + 201);
        assert!(message.ends_with("é…"));
    }

    #[test]
    fn a_message_is_one_line() {
        let message = ParseError::unknown_command("a\nb\u{1b}[31m").to_string();
        assert_eq!(message, "unknown command: a b [31m");
    }

    #[test]
    fn the_reason_of_an_unknown_command_leaves_the_line_out() {
        assert_eq!(ParseError::unknown_command("x").reason(), "unknown command");
        assert_eq!(
            ParseError::missing("st", "seconds").reason(),
            "st: expected seconds, found the end of the line"
        );
    }
}

//! What a GUI says to a UCI engine.
//!
//! Reading is as tolerant as the protocol asks: case, blanks and unknown words
//! before a command do not matter. See [`UciCommand::parse`] for what that
//! means for prose.

use std::fmt;

use super::go::GoParameters;
use crate::protocol::error::ParseError;
use crate::protocol::human::HumanCommand;
use crate::protocol::numbers::integer;
use crate::protocol::words::{OneLine, Words, join};

/// A command of the UCI protocol, or a human one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciCommand {
    /// `uci`: name yourself and list the options.
    Uci,
    /// `isready`: answer `readyok`.
    IsReady,
    /// `ucinewgame`: the next position is from another game.
    NewGame,
    /// `position …`: set up a position and play moves.
    Position {
        /// Where the game starts.
        start: StartPosition,
        /// The moves played since, in coordinate notation.
        moves: Vec<String>,
    },
    /// `go …`: search.
    Go(GoParameters),
    /// `stop`: end the search and give its move.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit,
    /// `setoption name … [value …]`.
    SetOption {
        /// The option's name, single blanks between its words.
        name: String,
        /// The text after `value`, which may be empty; `None` without that word.
        value: Option<String>,
    },
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `register …`, with the words after it.
    Register(String),
    /// `quit`: end the program.
    Quit,
    /// A command for people.
    Human(HumanCommand),
}

/// Where the moves of a `position` command begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartPosition {
    /// The initial position of ordinary chess.
    Startpos,
    /// A FEN, its fields separated by single blanks; it may be anything.
    Fen(String),
}

impl UciCommand {
    /// Reads one line; `None` if it says nothing (blank, or a `#` comment).
    ///
    /// Unknown words before a command are skipped, as the protocol asks, so
    /// `joho debug on` switches debugging on. So that a sentence doesn't start
    /// a search, a command found that way must be well formed to its last word;
    /// human commands are never looked for past the first word.
    pub fn parse(line: &str) -> Result<Option<Self>, ParseError> {
        let mut words = Words::new(line);
        let Some(first) = words.next().filter(|word| !word.starts_with('#')) else {
            return Ok(None);
        };
        if let Some(command) = Self::after(first, &mut words) {
            return command.map(Some);
        }
        if let Some(command) = HumanCommand::parse(first, &mut words) {
            return command.map(|command| Some(UciCommand::Human(command)));
        }
        while let Some(word) = words.next() {
            match Self::after(word, &mut words) {
                Some(Ok(command)) if words.is_empty() && command.is_fully_known() => {
                    return Ok(Some(command));
                }
                Some(_) => break,
                None => {}
            }
        }
        Err(ParseError::unknown_command(line))
    }

    /// The command that `word` begins, if it begins one.
    fn after(word: &str, words: &mut Words<'_>) -> Option<Result<Self, ParseError>> {
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        let command = if is("uci") {
            UciCommand::Uci
        } else if is("isready") {
            UciCommand::IsReady
        } else if is("ucinewgame") {
            UciCommand::NewGame
        } else if is("stop") {
            UciCommand::Stop
        } else if is("ponderhit") {
            UciCommand::PonderHit
        } else if is("quit") {
            UciCommand::Quit
        } else if is("register") {
            let text = words.rest().to_owned();
            words.by_ref().for_each(drop);
            UciCommand::Register(text)
        } else if is("go") {
            UciCommand::Go(GoParameters::parse(words))
        } else if is("position") {
            return Some(position(words));
        } else if is("setoption") {
            return Some(set_option(words));
        } else if is("debug") {
            return Some(debug(words));
        } else {
            return None;
        };
        Some(Ok(command))
    }

    /// Whether no word of the command was ignored.
    fn is_fully_known(&self) -> bool {
        !matches!(self, UciCommand::Go(go) if !go.is_fully_known())
    }
}

/// `startpos` or a FEN, then moves; the words `fen` and `moves` may be left out.
fn position(words: &mut Words<'_>) -> Result<UciCommand, ParseError> {
    const EXPECTED: &str = "startpos or fen";
    let first = words
        .peek()
        .ok_or_else(|| ParseError::missing("position", EXPECTED))?;
    let start = if first.eq_ignore_ascii_case("startpos") {
        words.next();
        StartPosition::Startpos
    } else if first.eq_ignore_ascii_case("fen") {
        words.next();
        StartPosition::Fen(fen(words)?)
    } else if first.contains('/') {
        StartPosition::Fen(fen(words)?)
    } else {
        return Err(ParseError::bad_argument("position", first, EXPECTED));
    };
    if words.peek().is_some_and(is_moves) {
        words.next();
    }
    let moves = words.map(str::to_owned).collect();
    Ok(UciCommand::Position { start, moves })
}

fn is_moves(word: &str) -> bool {
    word.eq_ignore_ascii_case("moves")
}

/// The words up to `moves`; without that word, as many as a FEN has.
fn fen(words: &mut Words<'_>) -> Result<String, ParseError> {
    let fields: Vec<&str> = words.clone().take_while(|word| !is_moves(word)).collect();
    let length = if words.clone().any(is_moves) {
        fields.len()
    } else {
        fen_length(&fields)
    };
    if length == 0 {
        return Err(ParseError::missing("position fen", "a FEN"));
    }
    words.by_ref().take(length).for_each(drop);
    Ok(join(&fields[..length]))
}

/// How many of these words a FEN at their beginning takes: four fields, and two
/// more if they are numbers.
fn fen_length(words: &[&str]) -> usize {
    let counters = words.iter().skip(4).take(2);
    let counters = counters.take_while(|word| integer(word).is_some()).count();
    words.len().min(4 + counters)
}

/// `name N [value V]`; the word `name` may be left out.
fn set_option(words: &mut Words<'_>) -> Result<UciCommand, ParseError> {
    if words
        .peek()
        .is_some_and(|word| word.eq_ignore_ascii_case("name"))
    {
        words.next();
    }
    let mut name = Vec::new();
    let mut value = None;
    while let Some(word) = words.next() {
        if word.eq_ignore_ascii_case("value") {
            value = Some(words.rest().to_owned());
            words.by_ref().for_each(drop);
        } else {
            name.push(word);
        }
    }
    if name.is_empty() {
        return Err(ParseError::missing("setoption name", "an option's name"));
    }
    let name = join(name);
    Ok(UciCommand::SetOption { name, value })
}

fn debug(words: &mut Words<'_>) -> Result<UciCommand, ParseError> {
    const EXPECTED: &str = "on or off";
    match words.next() {
        Some(word) if word.eq_ignore_ascii_case("on") => Ok(UciCommand::Debug(true)),
        Some(word) if word.eq_ignore_ascii_case("off") => Ok(UciCommand::Debug(false)),
        Some(word) => Err(ParseError::bad_argument("debug", word, EXPECTED)),
        None => Err(ParseError::missing("debug", EXPECTED)),
    }
}

impl fmt::Display for UciCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciCommand::Uci => f.write_str("uci"),
            UciCommand::IsReady => f.write_str("isready"),
            UciCommand::NewGame => f.write_str("ucinewgame"),
            UciCommand::Position { start, moves } => {
                // A FEN with words too many would be cut where moves may begin.
                let mut is_cut = false;
                match start {
                    StartPosition::Startpos => f.write_str("position startpos")?,
                    StartPosition::Fen(fen) => {
                        write!(f, "position fen {}", OneLine(fen))?;
                        let words: Vec<&str> = Words::new(fen).collect();
                        is_cut = fen_length(&words) < words.len();
                    }
                }
                if is_cut || !moves.is_empty() {
                    f.write_str(" moves")?;
                }
                moves
                    .iter()
                    .try_for_each(|text| write!(f, " {}", OneLine(text)))
            }
            UciCommand::Go(go) => go.fmt(f),
            UciCommand::Stop => f.write_str("stop"),
            UciCommand::PonderHit => f.write_str("ponderhit"),
            UciCommand::SetOption { name, value } => {
                write!(f, "setoption name {}", OneLine(name))?;
                match value.as_deref() {
                    None => Ok(()),
                    Some("") => f.write_str(" value"),
                    Some(value) => write!(f, " value {}", OneLine(value)),
                }
            }
            UciCommand::Debug(on) => f.write_str(if *on { "debug on" } else { "debug off" }),
            UciCommand::Register(text) if text.is_empty() => f.write_str("register"),
            UciCommand::Register(text) => write!(f, "register {}", OneLine(text)),
            UciCommand::Quit => f.write_str("quit"),
            UciCommand::Human(command) => command.fmt(f),
        }
    }
}

#[cfg(test)]
#[path = "command_tests.rs"]
mod tests;

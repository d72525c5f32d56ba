//! Reading [`CecpCommand`] from a line. Arguments that a command does not use
//! are ignored.

use super::command::{ALONE, CecpCommand, MoveFilter};
use super::level;
use super::result::parse_result;
use crate::protocol::error::ParseError;
use crate::protocol::human::HumanCommand;
use crate::protocol::move_shape::looks_like_move;
use crate::protocol::numbers::{clamp_u64, decimal_ms, integer};
use crate::protocol::numbers::{next_integer, next_small, next_unsigned};
use crate::protocol::words::Words;

impl CecpCommand {
    /// Reads one line outside edit mode; `None` if it says nothing (blank, or a
    /// `#` comment). Inside edit mode use [`EditLine::parse`](super::EditLine::parse).
    pub fn parse(line: &str) -> Result<Option<Self>, ParseError> {
        let mut words = Words::new(line);
        let Some(first) = words.next().filter(|word| !word.starts_with('#')) else {
            return Ok(None);
        };
        if let Some(command) = with_argument(first, &mut words).or_else(|| alone(first).map(Ok)) {
            return command.map(Some);
        }
        if let Some(command) = HumanCommand::parse(first, &mut words) {
            return command.map(|command| Some(CecpCommand::Human(command)));
        }
        if words.is_empty() && looks_like_move(first) {
            return Ok(Some(CecpCommand::BareMove(first.to_owned())));
        }
        if is_ignored(first) {
            let line = Words::new(line).join();
            return Ok(Some(CecpCommand::Ignored(line)));
        }
        Err(ParseError::unknown_command(line))
    }
}

fn alone(first: &str) -> Option<CecpCommand> {
    ALONE
        .into_iter()
        .find(|(name, _)| first.eq_ignore_ascii_case(name))
        .map(|(_, command)| command)
}

fn with_argument(first: &str, words: &mut Words<'_>) -> Option<Result<CecpCommand, ParseError>> {
    let is = |name: &str| first.eq_ignore_ascii_case(name);
    let command = if is("usermove") {
        word(words, "usermove", "a move").map(CecpCommand::UserMove)
    } else if is("time") {
        centiseconds(words, "time").map(|centiseconds| CecpCommand::EngineClock { centiseconds })
    } else if is("otim") {
        centiseconds(words, "otim").map(|centiseconds| CecpCommand::OpponentClock { centiseconds })
    } else if is("ping") {
        next_integer(words, "ping", "a whole number").map(CecpCommand::Ping)
    } else if is("level") {
        level::parse(words).map(CecpCommand::Level)
    } else if is("st") {
        seconds_per_move(words)
    } else if is("sd") {
        next_small(words, "sd", "a depth in plies, from 0").map(CecpCommand::MaxDepth)
    } else if is("nps") {
        next_integer(words, "nps", "a whole number of nodes").map(CecpCommand::NodeRate)
    } else if is("setboard") {
        text(words, "setboard", "a FEN").map(CecpCommand::SetBoard)
    } else if is("variant") {
        text(words, "variant", "a variant's name").map(CecpCommand::Variant)
    } else if is("protover") {
        next_small(words, "protover", "a version number").map(CecpCommand::Protover)
    } else if is("memory") {
        next_unsigned(words, "memory", "a number of megabytes").map(CecpCommand::MemoryMegabytes)
    } else if is("cores") {
        next_small(words, "cores", "a number of threads").map(CecpCommand::Cores)
    } else if is("egtpath") {
        word(words, "egtpath", "a kind of tables and a path").map(|kind| CecpCommand::EgtPath {
            kind,
            path: words.rest().to_owned(),
        })
    } else if is("option") {
        option(words.rest())
    } else if is("exclude") {
        move_filter(words, "exclude").map(CecpCommand::Exclude)
    } else if is("include") {
        move_filter(words, "include").map(CecpCommand::Include)
    } else {
        return never_wrong(first, words).map(Ok);
    };
    Some(command)
}

/// Commands that only inform: whatever their arguments, they get no error.
fn never_wrong(first: &str, words: &mut Words<'_>) -> Option<CecpCommand> {
    let is = |name: &str| first.eq_ignore_ascii_case(name);
    if is("accepted") {
        Some(CecpCommand::Accepted(words.clone().join()))
    } else if is("rejected") {
        Some(CecpCommand::Rejected(words.clone().join()))
    } else if is("name") {
        Some(CecpCommand::Name(words.rest().to_owned()))
    } else if is("rating") {
        let mut rating = || words.next().and_then(integer).unwrap_or(0);
        Some(CecpCommand::Rating {
            engine: rating(),
            opponent: rating(),
        })
    } else if is("result") {
        let (result, comment) = parse_result(words.rest());
        Some(CecpCommand::Result { result, comment })
    } else {
        None
    }
}

fn is_ignored(first: &str) -> bool {
    [
        "random", "ics", "setscore", "lift", "put", "hover", "partner", "ptell", "holding",
    ]
    .iter()
    .any(|name| first.eq_ignore_ascii_case(name))
}

fn word(
    words: &mut Words<'_>,
    place: &'static str,
    expected: &'static str,
) -> Result<String, ParseError> {
    words
        .next()
        .map(str::to_owned)
        .ok_or_else(|| ParseError::missing(place, expected))
}

/// All the words left, single blanks between them.
fn text(
    words: &mut Words<'_>,
    place: &'static str,
    expected: &'static str,
) -> Result<String, ParseError> {
    let text = words.clone().join();
    if text.is_empty() {
        return Err(ParseError::missing(place, expected));
    }
    Ok(text)
}

fn centiseconds(words: &mut Words<'_>, place: &'static str) -> Result<i64, ParseError> {
    next_integer(words, place, "a whole number of centiseconds")
}

fn seconds_per_move(words: &mut Words<'_>) -> Result<CecpCommand, ParseError> {
    const EXPECTED: &str = "seconds, which may have a fraction";
    let word = words
        .next()
        .ok_or_else(|| ParseError::missing("st", EXPECTED))?;
    let time_ms =
        decimal_ms(word, 1000).ok_or_else(|| ParseError::bad_number("st", word, EXPECTED))?;
    Ok(CecpCommand::SecondsPerMove {
        time_ms: clamp_u64(time_ms),
    })
}

fn option(text: &str) -> Result<CecpCommand, ParseError> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.trim().to_owned())),
        None => (text, None),
    };
    let name = Words::new(name).join();
    if name.is_empty() {
        return Err(ParseError::missing("option", "NAME or NAME=VALUE"));
    }
    Ok(CecpCommand::Option { name, value })
}

fn move_filter(words: &mut Words<'_>, place: &'static str) -> Result<MoveFilter, ParseError> {
    let word = word(words, place, "a move or all")?;
    Ok(if word.eq_ignore_ascii_case("all") {
        MoveFilter::All
    } else {
        MoveFilter::Move(word)
    })
}

#[cfg(test)]
#[path = "command_tests.rs"]
mod tests;

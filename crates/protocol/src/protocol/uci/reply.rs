//! What a UCI engine answers.

use std::fmt;

use super::info::InfoLine;
use super::option;
use crate::protocol::error::ParseError;
use crate::protocol::option::OptionDeclaration;
use crate::protocol::words::{OneLine, Words};

/// A line from a UCI engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciReply {
    /// `id name …`
    IdName(String),
    /// `id author …`
    IdAuthor(String),
    /// `option …`
    OptionLine(OptionDeclaration),
    /// `uciok`: the options are all told.
    UciOk,
    /// `readyok`
    ReadyOk,
    /// `bestmove … [ponder …]`: the end of a search.
    BestMove {
        /// The move, in coordinate notation; `None` if there is none to play.
        best: Option<String>,
        /// The answer expected; not rendered if there is no best move.
        ponder: Option<String>,
    },
    /// `info …`
    Info(InfoLine),
}

impl UciReply {
    /// Reads one line; `None` if it is blank. A line that is no reply, such as a
    /// banner, is [`ParseError::UnknownReply`], which a client may overlook.
    pub fn parse(line: &str) -> Result<Option<Self>, ParseError> {
        let mut words = Words::new(line);
        let Some(first) = words.next() else {
            return Ok(None);
        };
        let is = |name: &str| first.eq_ignore_ascii_case(name);
        let reply = if is("info") {
            UciReply::Info(InfoLine::parse(&mut words))
        } else if is("bestmove") {
            best_move(&mut words)?
        } else if is("readyok") {
            UciReply::ReadyOk
        } else if is("uciok") {
            UciReply::UciOk
        } else if is("option") {
            UciReply::OptionLine(option::parse(&mut words)?)
        } else if is("id") {
            id(&mut words)?
        } else {
            return Err(ParseError::unknown_reply(line));
        };
        Ok(Some(reply))
    }
}

fn best_move(words: &mut Words<'_>) -> Result<UciReply, ParseError> {
    let best = words
        .next()
        .ok_or_else(|| ParseError::missing("bestmove", "a move or (none)"))?;
    let has_ponder = words
        .next()
        .is_some_and(|word| word.eq_ignore_ascii_case("ponder"));
    let ponder = words.next().filter(|_| has_ponder);
    Ok(UciReply::BestMove {
        best: real_move(best),
        ponder: ponder.and_then(real_move),
    })
}

/// Engines without a move to play have several ways to say so.
fn real_move(word: &str) -> Option<String> {
    let is_none = ["(none)", "none", "0000", "null", "(null)"]
        .iter()
        .any(|none| word.eq_ignore_ascii_case(none));
    (!is_none).then(|| word.to_owned())
}

fn id(words: &mut Words<'_>) -> Result<UciReply, ParseError> {
    const EXPECTED: &str = "name or author";
    let which = words
        .next()
        .ok_or_else(|| ParseError::missing("id", EXPECTED))?;
    let text = words.rest().to_owned();
    if which.eq_ignore_ascii_case("name") {
        Ok(UciReply::IdName(text))
    } else if which.eq_ignore_ascii_case("author") {
        Ok(UciReply::IdAuthor(text))
    } else {
        Err(ParseError::bad_argument("id", which, EXPECTED))
    }
}

impl fmt::Display for UciReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciReply::IdName(name) => write!(f, "id name {}", OneLine(name)),
            UciReply::IdAuthor(author) => write!(f, "id author {}", OneLine(author)),
            UciReply::OptionLine(declaration) => option::render(declaration, f),
            UciReply::UciOk => f.write_str("uciok"),
            UciReply::ReadyOk => f.write_str("readyok"),
            UciReply::BestMove { best: None, .. } => f.write_str("bestmove (none)"),
            UciReply::BestMove {
                best: Some(best),
                ponder,
            } => {
                write!(f, "bestmove {}", OneLine(best))?;
                match ponder {
                    Some(ponder) => write!(f, " ponder {}", OneLine(ponder)),
                    None => Ok(()),
                }
            }
            UciReply::Info(info) => info.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> UciReply {
        UciReply::parse(line).unwrap().unwrap()
    }

    fn best(best: Option<&str>, ponder: Option<&str>) -> UciReply {
        UciReply::BestMove {
            best: best.map(str::to_owned),
            ponder: ponder.map(str::to_owned),
        }
    }

    #[test]
    fn a_best_move_and_its_ponder_move() {
        assert_eq!(parse("bestmove e2e4"), best(Some("e2e4"), None));
        assert_eq!(
            parse("bestmove e2e4 ponder e7e5"),
            best(Some("e2e4"), Some("e7e5"))
        );
        assert_eq!(
            parse("bestmove e2e4 ponder (none)"),
            best(Some("e2e4"), None)
        );
        assert_eq!(parse("bestmove e2e4 ponder"), best(Some("e2e4"), None));
    }

    #[test]
    fn no_move_has_many_spellings_and_one_rendering() {
        for word in ["(none)", "0000", "NULL", "(null)", "none"] {
            assert_eq!(parse(&format!("bestmove {word}")), best(None, None));
        }
        assert_eq!(best(None, Some("e7e5")).to_string(), "bestmove (none)");
        assert!(UciReply::parse("bestmove").is_err());
    }

    #[test]
    fn names_keep_their_blanks() {
        assert_eq!(
            parse("id name A  B 1.0"),
            UciReply::IdName("A  B 1.0".to_owned())
        );
        assert_eq!(
            parse("id author C, D"),
            UciReply::IdAuthor("C, D".to_owned())
        );
        assert!(UciReply::parse("id").is_err());
    }

    #[test]
    fn a_banner_is_told_apart_from_a_damaged_reply() {
        assert_eq!(UciReply::parse(" "), Ok(None));
        assert!(matches!(
            UciReply::parse("Engine 1.0 by somebody"),
            Err(ParseError::UnknownReply { .. })
        ));
        assert!(matches!(
            UciReply::parse("id elo 5"),
            Err(ParseError::BadArgument { .. })
        ));
    }
}

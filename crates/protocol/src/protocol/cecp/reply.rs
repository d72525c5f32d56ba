//! What a CECP engine answers.

use std::fmt;

use super::feature::{self, Feature};
use super::result::{GameResult, parse_result, write_comment};
use super::thinking::ThinkingLine;
use crate::protocol::error::ParseError;
use crate::protocol::numbers::{clamp_u32, clamp_u64, integer, next_integer};
use crate::protocol::words::{OneLine, Words, join};

/// A line from a CECP engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CecpReply {
    /// `feature …`; [`feature_lines`](super::feature_lines) makes lines of a good length.
    Feature(Vec<Feature>),
    /// `move M`: the engine's move.
    Move(String),
    /// `pong N`: the answer to `ping N`.
    Pong(i64),
    /// `Illegal move (reason): M`. Some GUIs end the game on it, so it is for
    /// nothing but illegal moves.
    IllegalMove {
        /// Why it is illegal, if that is said.
        reason: Option<String>,
        /// The move as it was received.
        text: String,
    },
    /// `Error (reason): LINE`: the command is unknown, or not possible now.
    Error {
        /// What is wrong.
        reason: String,
        /// The line as it was received.
        line: String,
    },
    /// `telluser …` and its kin: words for somebody.
    Tell {
        /// Who is told.
        audience: Audience,
        /// The words.
        text: String,
    },
    /// `offer draw`: offers a draw, or accepts one.
    OfferDraw,
    /// `resign`: gives up the game.
    Resign,
    /// `1-0 {White mates}`: the game is over by rule.
    Result {
        /// Who won.
        result: GameResult,
        /// Why, without its braces; it may be empty.
        comment: String,
    },
    /// `Hint: M`: the move the engine suggests or ponders on.
    Hint(String),
    /// A line of thinking.
    Thinking(ThinkingLine),
    /// `stat01: …`: how the analysis stands, the answer to `.`.
    Status(SearchStatus),
    /// `# …`: a comment for the log.
    Comment(String),
    /// A line of the answer to `bk`, which begins with a TAB. An empty one ends
    /// the answer and is rendered as an empty line, which reads as `None`.
    BookText(String),
}

/// Who is told something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// `telluser`: the person at this board.
    User,
    /// `tellusererror`: the same, as an error.
    UserError,
    /// `tellall`: both players and the watchers.
    All,
    /// `tellothers`: the watchers.
    Others,
    /// `tellopponent`: the opponent.
    Opponent,
    /// `tellics`: the chess server.
    Server,
    /// `tellicsnoalias`: the same, around the user's aliases.
    ServerNoAlias,
}

/// How an analysis stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchStatus {
    /// Time since the search began, in centiseconds.
    pub time_cs: u64,
    /// Positions searched.
    pub nodes: u64,
    /// Depth being searched, in plies.
    pub ply: u32,
    /// Root moves still to search at this depth.
    pub moves_left: u32,
    /// Root moves in all.
    pub moves_total: u32,
    /// The root move being searched.
    pub current_move: Option<String>,
}

const AUDIENCES: [(&str, Audience); 7] = [
    ("telluser", Audience::User),
    ("tellusererror", Audience::UserError),
    ("tellall", Audience::All),
    ("tellothers", Audience::Others),
    ("tellopponent", Audience::Opponent),
    ("tellics", Audience::Server),
    ("tellicsnoalias", Audience::ServerNoAlias),
];

impl CecpReply {
    /// Reads one line; `None` if it is blank. A line that is no reply, such as a
    /// banner, is [`ParseError::UnknownReply`], which a client may overlook.
    ///
    /// A line that begins with a blank and is not thinking is book text.
    pub fn parse(line: &str) -> Result<Option<Self>, ParseError> {
        let mut words = Words::new(line);
        let text = words.rest();
        if text.is_empty() {
            return Ok(None);
        }
        if let Some(thinking) = ThinkingLine::parse(line) {
            return Ok(Some(CecpReply::Thinking(thinking)));
        }
        if line.starts_with([' ', '\t']) {
            return Ok(Some(CecpReply::BookText(text.to_owned())));
        }
        if let Some(comment) = text.strip_prefix('#') {
            return Ok(Some(CecpReply::Comment(comment.trim().to_owned())));
        }
        let first = words.next().unwrap_or_default();
        if GameResult::from_word(first).is_some() {
            let (result, comment) = parse_result(text);
            return Ok(Some(CecpReply::Result { result, comment }));
        }
        match reply(first, &mut words) {
            Some(reply) => reply.map(Some),
            None => Err(ParseError::unknown_reply(line)),
        }
    }
}

/// The reply that begins with the word `first`.
fn reply(first: &str, words: &mut Words<'_>) -> Option<Result<CecpReply, ParseError>> {
    let is = |name: &str| first.eq_ignore_ascii_case(name);
    let next_is = |name: &str| {
        words
            .peek()
            .is_some_and(|word| word.eq_ignore_ascii_case(name))
    };
    if is("offer") && next_is("draw") {
        return Some(Ok(CecpReply::OfferDraw));
    }
    if is("illegal") && words.peek().is_some_and(|w| starts_with(w, "move")) {
        let (reason, text) = reason_and_subject(after_prefix(words.rest(), "move"));
        return Some(Ok(CecpReply::IllegalMove { reason, text }));
    }
    // The colon, or the reason, may follow without a blank.
    if starts_with(first, "error") && !first[5..].starts_with(|c: char| c.is_alphanumeric()) {
        let rest = format!("{} {}", &first[5..], words.rest());
        let (reason, line) = reason_and_subject(&rest);
        let reason = reason.unwrap_or_default();
        return Some(Ok(CecpReply::Error { reason, line }));
    }
    if let Some((_, audience)) = AUDIENCES.into_iter().find(|(name, _)| is(name)) {
        let text = words.rest().to_owned();
        return Some(Ok(CecpReply::Tell { audience, text }));
    }
    let reply = if is("feature") {
        Ok(CecpReply::Feature(feature::parse(words.rest())))
    } else if is("move") {
        a_move(words, "move").map(CecpReply::Move)
    } else if is("hint:") {
        a_move(words, "Hint").map(CecpReply::Hint)
    } else if is("pong") {
        next_integer(words, "pong", "a whole number").map(CecpReply::Pong)
    } else if is("resign") {
        Ok(CecpReply::Resign)
    } else if is("stat01:") {
        Ok(CecpReply::Status(status(words)))
    } else {
        return None;
    };
    Some(reply)
}

fn starts_with(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

fn after_prefix<'a>(text: &'a str, prefix: &str) -> &'a str {
    text.get(prefix.len()..).unwrap_or_default()
}

/// ` (reason): subject`, of which the reason and the colon may be missing.
fn reason_and_subject(text: &str) -> (Option<String>, String) {
    let text = text.trim();
    let (reason, subject) = match text.strip_prefix('(').and_then(|t| t.split_once(')')) {
        Some((reason, subject)) => (Some(reason.trim().to_owned()), subject.trim_start()),
        None => (None, text),
    };
    let subject = subject.strip_prefix(':').unwrap_or(subject);
    (reason, subject.trim().to_owned())
}

fn a_move(words: &mut Words<'_>, place: &'static str) -> Result<String, ParseError> {
    words
        .next()
        .map(str::to_owned)
        .ok_or_else(|| ParseError::missing(place, "a move"))
}

/// Numbers that are missing, as with engines that do not tell, are 0.
fn status(words: &mut Words<'_>) -> SearchStatus {
    let mut number = || words.next().and_then(integer).unwrap_or(0);
    SearchStatus {
        time_cs: clamp_u64(number()),
        nodes: clamp_u64(number()),
        ply: clamp_u32(number()),
        moves_left: clamp_u32(number()),
        moves_total: clamp_u32(number()),
        current_move: words.next().map(str::to_owned),
    }
}

impl fmt::Display for CecpReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CecpReply::Feature(features) => {
                f.write_str("feature")?;
                features
                    .iter()
                    .try_for_each(|feature| write!(f, " {feature}"))
            }
            CecpReply::Move(text) => write!(f, "move {}", OneLine(text)),
            CecpReply::Pong(number) => write!(f, "pong {number}"),
            CecpReply::IllegalMove { reason, text } => {
                f.write_str("Illegal move")?;
                if let Some(reason) = reason {
                    write!(f, " ({})", OneLine(&without_parentheses(reason)))?;
                }
                write!(f, ": {}", OneLine(text))
            }
            CecpReply::Error { reason, line } => {
                let reason = without_parentheses(reason);
                write!(f, "Error ({}): {}", OneLine(&reason), OneLine(line))
            }
            CecpReply::Tell { audience, text } => {
                let word = AUDIENCES.iter().find(|(_, a)| a == audience);
                let word = word.map_or("telluser", |(word, _)| word);
                write!(f, "{word} {}", OneLine(text))
            }
            CecpReply::OfferDraw => f.write_str("offer draw"),
            CecpReply::Resign => f.write_str("resign"),
            CecpReply::Result { result, comment } => {
                result.fmt(f)?;
                write_comment(f, comment)
            }
            CecpReply::Hint(text) => write!(f, "Hint: {}", OneLine(text)),
            CecpReply::Thinking(thinking) => thinking.fmt(f),
            CecpReply::Status(status) => status.fmt(f),
            CecpReply::Comment(text) => write!(f, "# {}", OneLine(text)),
            CecpReply::BookText(text) if text.is_empty() => Ok(()),
            CecpReply::BookText(text) => write!(f, "\t{}", OneLine(text)),
        }
    }
}

/// A parenthesis would end the reason early.
fn without_parentheses(reason: &str) -> String {
    reason.replace('(', "[").replace(')', "]")
}

impl fmt::Display for SearchStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SearchStatus {
            time_cs,
            nodes,
            ply,
            moves_left,
            moves_total,
            current_move,
        } = self;
        write!(
            f,
            "stat01: {time_cs} {nodes} {ply} {moves_left} {moves_total}"
        )?;
        match current_move {
            Some(text) => write!(f, " {}", OneLine(&join(text.split_whitespace()))),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
#[path = "reply_tests.rs"]
mod tests;

//! The text form of [`CecpCommand`], one line each.

use std::fmt;

use super::command::{ALONE, CecpCommand, MoveFilter};
use super::result::write_comment;
use crate::protocol::numbers::seconds;
use crate::protocol::words::OneLine;

impl fmt::Display for CecpCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CecpCommand::Protover(version) => write!(f, "protover {version}"),
            CecpCommand::Accepted(name) => with_text(f, "accepted", name),
            CecpCommand::Rejected(name) => with_text(f, "rejected", name),
            CecpCommand::Variant(name) => with_text(f, "variant", name),
            CecpCommand::Level(level) => level.fmt(f),
            CecpCommand::SecondsPerMove { time_ms } => write!(f, "st {}", seconds(*time_ms)),
            CecpCommand::MaxDepth(depth) => write!(f, "sd {depth}"),
            CecpCommand::NodeRate(rate) => write!(f, "nps {rate}"),
            CecpCommand::EngineClock { centiseconds } => write!(f, "time {centiseconds}"),
            CecpCommand::OpponentClock { centiseconds } => write!(f, "otim {centiseconds}"),
            CecpCommand::UserMove(text) => with_text(f, "usermove", text),
            CecpCommand::BareMove(text) => OneLine(text).fmt(f),
            CecpCommand::Ping(number) => write!(f, "ping {number}"),
            CecpCommand::Result { result, comment } => {
                write!(f, "result {result}")?;
                write_comment(f, comment)
            }
            CecpCommand::SetBoard(fen) => with_text(f, "setboard", fen),
            CecpCommand::Name(name) => with_text(f, "name", name),
            CecpCommand::Rating { engine, opponent } => write!(f, "rating {engine} {opponent}"),
            CecpCommand::MemoryMegabytes(megabytes) => write!(f, "memory {megabytes}"),
            CecpCommand::Cores(cores) => write!(f, "cores {cores}"),
            CecpCommand::EgtPath { kind, path } => {
                with_text(f, "egtpath", kind)?;
                with_text(f, "", path)
            }
            CecpCommand::Option { name, value } => {
                with_text(f, "option", name)?;
                match value {
                    Some(value) => write!(f, "={}", OneLine(value)),
                    None => Ok(()),
                }
            }
            CecpCommand::Exclude(filter) => write!(f, "exclude {filter}"),
            CecpCommand::Include(filter) => write!(f, "include {filter}"),
            CecpCommand::Ignored(line) => OneLine(line).fmt(f),
            CecpCommand::Human(command) => command.fmt(f),
            alone => {
                let name = ALONE.iter().find(|(_, command)| command == alone);
                f.write_str(name.map_or("", |(name, _)| name))
            }
        }
    }
}

/// The word, and the text after a blank if there is any.
fn with_text(f: &mut fmt::Formatter<'_>, word: &str, text: &str) -> fmt::Result {
    f.write_str(word)?;
    if text.is_empty() {
        return Ok(());
    }
    write!(f, " {}", OneLine(text))
}

impl fmt::Display for MoveFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveFilter::All => f.write_str("all"),
            MoveFilter::Move(text) => OneLine(text).fmt(f),
        }
    }
}

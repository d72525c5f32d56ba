//! How each protocol says that something was wrong.

use super::output::Output;
use crate::protocol::{Audience, CecpReply, Dialect, InfoLine, UciReply};

/// Writes an error: in CECP as an answer to `line`, otherwise as UCI's free text.
pub(super) fn write_error(out: &mut Output, dialect: Dialect, reason: &str, line: &str) {
    if dialect == Dialect::Cecp {
        let line: String = line.chars().take(200).collect();
        out.line(CecpReply::Error {
            reason: harmless(reason),
            line: harmless(&line),
        });
    } else {
        write_note(out, dialect, &format!("error: {reason}"));
    }
}

/// Writes what a person may want to know and a program need not.
pub(super) fn write_note(out: &mut Output, dialect: Dialect, text: &str) {
    if dialect == Dialect::Cecp {
        out.line(CecpReply::Comment(harmless(text)));
    } else {
        out.line(UciReply::Info(InfoLine {
            string: Some(text.to_owned()),
            ..InfoLine::default()
        }));
    }
}

/// Writes what a user has to know, and that is no answer to a line.
pub(super) fn write_warning(out: &mut Output, dialect: Dialect, text: &str) {
    if dialect == Dialect::Cecp {
        out.line(CecpReply::Tell {
            audience: Audience::User,
            text: harmless(text),
        });
    } else {
        write_note(out, dialect, text);
    }
}

/// Text for a message, without the words that GUIs look for in any line:
/// XBoard takes the first six for the death of the engine, wherever they
/// stand, and the last two together for a draw offer.
pub(super) fn harmless(text: &str) -> String {
    let mut text = text.to_owned();
    for (words, instead) in [
        ("not found", "missing"),
        ("No such file", "no file"),
        ("Permission denied", "no permission"),
        ("unknown host", "unknown-host"),
        ("No remote directory", "no remote directory"),
        ("can't alloc", "cannot alloc"),
    ] {
        text = text.replace(words, instead);
    }
    if text.contains("offer") {
        text = text.replace("draw", "d-r-a-w");
    }
    text
}

//! The members of a JSON object before a request is read from them, and what is wrong with them
//! so far, each with its JSON pointer.

use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use super::bounded_json::read_object;
use super::field_errors::FieldErrors;
use super::limits::JSON_LEVELS;
use super::problem::{FieldError, Mistake, Problem};
use plumb_support::wording::{self, say};

/// The members of a request, and what was wrong so far.
#[derive(Clone)]
pub(super) struct Fields {
    pub(super) members: Map<String, Value>,
    pub(super) errors: FieldErrors,
}

/// Whether brackets outside strings are nested deeper than so many levels.
fn is_deeper(text: &[u8], levels: usize) -> bool {
    let (mut depth, mut in_string, mut is_escaped) = (0_usize, false, false);
    for byte in text {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => depth += 1,
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > levels {
            return true;
        }
    }
    false
}

impl Fields {
    /// Reads a JSON object. Other JSON is a wrong value; what is no JSON is refused as such.
    pub(super) fn parse(text: &[u8]) -> Result<Fields, Problem> {
        if is_deeper(text, JSON_LEVELS) {
            let levels = JSON_LEVELS.to_string();
            let detail = say!(expected.levels, levels);
            return Err(Problem::not_json(detail));
        }
        let is_object = text.trim_ascii_start().first() == Some(&b'{');
        if !is_object {
            // Nothing of it is used: a list of a million numbers need not be kept.
            let parsed = serde_json::from_slice::<IgnoredAny>(text);
            parsed.map_err(not_json)?;
            let error = FieldError::wrong("", wording::text!(expected.json_object));
            return Err(Problem::wrong_values(error));
        }
        let (members, surplus) = read_object(text).map_err(not_json)?;
        let mut errors = FieldErrors::default();
        // No request has so many members: those that were not kept are wrong in any case.
        errors.count_more(surplus);
        Ok(Fields { members, errors })
    }

    /// Members from elsewhere than a body.
    pub(super) fn of(members: Map<String, Value>) -> Fields {
        Fields {
            members,
            errors: FieldErrors::default(),
        }
    }

    /// Takes a member away and notes why it is wrong.
    pub(super) fn refuse(&mut self, name: &str, detail: impl Into<String>) {
        self.members.remove(name);
        let pointer = format!("/{name}");
        self.errors.push(FieldError::wrong(pointer, detail));
    }

    /// Whether a member is there.
    pub(super) fn has(&self, name: &str) -> bool {
        self.members.contains_key(name)
    }

    /// Takes a member away unread.
    pub(super) fn forget(&mut self, name: &str) {
        self.members.remove(name);
    }

    /// The members as JSON in which each has its place: the same members are the same text.
    pub(super) fn canonical(&self) -> String {
        Value::Object(self.members.clone()).to_string()
    }
}

/// What is said of a member that nobody knows, in the object at this pointer.
pub(super) fn unknown(place: &str, name: &str, known: &[&str]) -> FieldError {
    // RFC 6901 writes these two in another way.
    let name = name.replace('~', "~0").replace('/', "~1");
    FieldError {
        pointer: format!("{place}/{name}"),
        detail: say!(expected.known, names = known.join(", ")),
        mistake: Mistake::Unknown,
    }
}

fn not_json(error: serde_json::Error) -> Problem {
    Problem::not_json(say!(refusal.not_json, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_counts_brackets_outside_strings() {
        assert!(!is_deeper(br#"{"a": "[[[[\"[["}"#, 1));
        assert!(is_deeper(b"[[1]]", 1) && !is_deeper(b"[[1],[2],[3]]", 2));
    }

    #[test]
    fn names_stand_once() {
        assert!(Fields::parse(br#"{"a": 1, "a": 2}"#).is_err());
        assert!(Fields::parse(b"[1]").is_err() && Fields::parse(b"{").is_err());
    }
}

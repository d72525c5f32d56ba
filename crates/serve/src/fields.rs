//! The members of a JSON object, read one by one; everything that is wrong with them is said
//! together, each with its JSON pointer.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::{Map, Value};

use super::limits::JSON_LEVELS;
use super::problem::{FieldError, Mistake, Problem};
use plumb_support::wording::{self, say};

/// The members of a request that have not been read yet, and what was wrong so far.
#[derive(Clone)]
pub(super) struct Fields {
    members: Map<String, Value>,
    errors: Vec<FieldError>,
}

/// An object in which no name stands twice: of two values, one would be ignored.
struct UniqueMembers(Map<String, Value>);

impl<'de> Deserialize<'de> for UniqueMembers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<UniqueMembers, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = UniqueMembers;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(wording::text!(expected.an_object))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<UniqueMembers, A::Error> {
                let mut members = Map::new();
                while let Some((name, value)) = map.next_entry::<String, Value>()? {
                    if members.insert(name, value).is_some() {
                        return Err(serde::de::Error::custom(wording::text!(expected.name_once)));
                    }
                }
                Ok(UniqueMembers(members))
            }
        }
        deserializer.deserialize_map(Members)
    }
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
            let parsed = serde_json::from_slice::<Value>(text);
            parsed.map_err(not_json)?;
            let error = FieldError {
                pointer: String::new(),
                detail: wording::text!(expected.json_object).to_owned(),
                mistake: Mistake::Wrong,
            };
            return Err(Problem::wrong_values(vec![error]));
        }
        let UniqueMembers(members) = serde_json::from_slice(text).map_err(not_json)?;
        Ok(Fields {
            members,
            errors: Vec::new(),
        })
    }

    /// Members from elsewhere than a body.
    pub(super) fn of(members: Map<String, Value>) -> Fields {
        Fields {
            members,
            errors: Vec::new(),
        }
    }

    /// Notes that a value is wrong; `name` may go on with the place inside it.
    pub(super) fn refuse(&mut self, name: impl fmt::Display, detail: impl Into<String>) {
        self.note(Mistake::Wrong, name, detail.into());
    }

    /// Notes that a value is not there.
    pub(super) fn miss(&mut self, name: &str, expected: &str) {
        self.note(Mistake::Missing, name, say!(expected.value, expected));
    }

    fn note(&mut self, mistake: Mistake, name: impl fmt::Display, detail: String) {
        self.errors.push(FieldError {
            pointer: format!("/{name}"),
            detail,
            mistake,
        });
    }

    /// The same of a member that should not be there; it counts as read.
    pub(super) fn refuse_member(&mut self, name: &str, detail: impl Into<String>) {
        self.members.remove(name);
        self.refuse(name, detail);
    }

    /// Whether a member is there and has not been read.
    pub(super) fn has(&self, name: &str) -> bool {
        self.members.contains_key(name)
    }

    /// Takes a member as it is, if it is there.
    pub(super) fn take(&mut self, name: &str) -> Option<Value> {
        self.members.remove(name)
    }

    /// A text, if the member is there.
    pub(super) fn text(&mut self, name: &str) -> Option<String> {
        match self.take(name)? {
            Value::String(text) => Some(text),
            _ => {
                self.refuse(name, wording::text!(expected.text));
                None
            }
        }
    }

    /// An object, if the member is there; `absorb` takes what was wrong inside it.
    pub(super) fn object(&mut self, name: &str) -> Option<Fields> {
        match self.take(name)? {
            Value::Object(members) => Some(Fields::of(members)),
            _ => {
                self.refuse(name, wording::text!(expected.object));
                None
            }
        }
    }

    /// Ends the reading of an object that is the member `name`.
    pub(super) fn absorb(&mut self, name: &str, mut object: Fields, known: &[&str]) {
        object.refuse_rest(known);
        for mut error in object.errors {
            error.pointer.insert_str(0, &format!("/{name}"));
            self.errors.push(error);
        }
    }

    /// Takes a member away unread.
    pub(super) fn forget(&mut self, name: &str) {
        self.members.remove(name);
    }

    /// Texts, if the member is there.
    pub(super) fn texts(&mut self, name: &str) -> Option<Vec<String>> {
        let Value::Array(values) = self.take(name)? else {
            self.refuse(name, wording::text!(expected.texts));
            return None;
        };
        let mut texts = Vec::with_capacity(values.len());
        for (index, value) in values.into_iter().enumerate() {
            match value {
                Value::String(text) => texts.push(text),
                _ => {
                    self.refuse(format!("{name}/{index}"), wording::text!(expected.text));
                    return None;
                }
            }
        }
        Some(texts)
    }

    /// A whole number within bounds that may be below 0, if the member is there.
    pub(super) fn signed(&mut self, name: &str, least: i64, most: i64) -> Option<i64> {
        let number = self.take(name)?.as_i64();
        let number = number.filter(|number| (least..=most).contains(number));
        if number.is_none() {
            self.refuse(name, say!(expected.whole_number, least, most));
        }
        number
    }

    /// A whole number within bounds, if the member is there.
    pub(super) fn number(&mut self, name: &str, least: u64, most: u64) -> Option<u64> {
        let value = self.take(name)?;
        // 5.0 is a whole number, too, and every f64 up to 2^53 is exact.
        let whole = |number: &f64| number.fract() == 0.0 && (0.0..=9e15).contains(number);
        let as_float = || value.as_f64().filter(whole).map(|number| number as u64);
        let number = value.as_u64().or_else(as_float);
        let number = number.filter(|number| (least..=most).contains(number));
        if number.is_none() {
            self.refuse(name, say!(expected.whole_number, least, most));
        }
        number
    }

    /// A number within bounds, if the member is there.
    pub(super) fn decimal(&mut self, name: &str, least: f64, most: f64) -> Option<f64> {
        let number = self.take(name)?.as_f64();
        let number = number.filter(|number| (least..=most).contains(number));
        if number.is_none() {
            self.refuse(name, say!(expected.number, least, most));
        }
        number
    }

    /// True or false, if the member is there.
    pub(super) fn flag(&mut self, name: &str) -> Option<bool> {
        let flag = self.take(name)?.as_bool();
        if flag.is_none() {
            self.refuse(name, wording::text!(expected.flag));
        }
        flag
    }

    /// A text that means something, such as a name of a list, if the member is there.
    pub(super) fn parsed<T>(&mut self, name: &str) -> Option<T>
    where
        T: std::str::FromStr,
        T::Err: fmt::Display,
    {
        match self.text(name)?.parse() {
            Ok(value) => Some(value),
            Err(error) => {
                self.refuse(name, error.to_string());
                None
            }
        }
    }

    /// The members that have not been read, as JSON in which each has its place: the same
    /// members are the same text.
    pub(super) fn canonical(&self) -> String {
        Value::Object(self.members.clone()).to_string()
    }

    /// Ends the reading: members that nobody has read are refused, with the names that are
    /// known; then everything that was wrong is the problem.
    pub(super) fn finish(mut self, known: &[&str]) -> Result<(), Problem> {
        self.refuse_rest(known);
        match self.errors.is_empty() {
            true => Ok(()),
            false => Err(Problem::wrong_values(self.errors)),
        }
    }

    fn refuse_rest(&mut self, known: &[&str]) {
        let names: Vec<String> = self.members.keys().cloned().collect();
        for name in names {
            // RFC 6901 writes these two in another way.
            let pointer = name.replace('~', "~0").replace('/', "~1");
            let detail = say!(expected.known, names = known.join(", "));
            self.note(Mistake::Unknown, pointer, detail);
        }
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
    fn what_is_wrong_is_said_together() {
        let mut fields = Fields::parse(br#"{"n": 7, "t": 1, "x/y": 2}"#).unwrap();
        assert_eq!((fields.number("n", 1, 5), fields.text("t")), (None, None));
        let problem = fields.finish(&["n", "t"]).unwrap_err().to_json();
        for words in [
            r#""pointer":"/n""#,
            "from 1 to 5",
            r#""pointer":"/t""#,
            r#""pointer":"/x~1y""#,
            "expected n, t",
        ] {
            assert!(problem.contains(words), "{words}: {problem}");
        }
    }

    #[test]
    fn whole_numbers_may_be_written_as_floats() {
        let mut fields = Fields::parse(br#"{"a": 5.0, "b": 5.5, "c": -1, "d": null}"#).unwrap();
        let numbers = ["a", "b", "c", "d"].map(|name| fields.number(name, 0, 9));
        assert_eq!(numbers, [Some(5), None, None, None]);
    }

    #[test]
    fn names_stand_once() {
        assert!(Fields::parse(br#"{"a": 1, "a": 2}"#).is_err());
        assert!(Fields::parse(b"[1]").is_err() && Fields::parse(b"{").is_err());
    }
}

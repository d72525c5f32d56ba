//! Options in a query, as the members of a JSON object would have them.

use serde_json::{Map, Value, json};

use crate::fields::Fields;
use plumb_support::wording;

/// The options of a query, of the types that this schema names; what is wrong with it is noted
/// in them.
pub(super) fn query_options(query: &str, schema: &Value) -> Fields {
    let mut members = Map::new();
    let mut twice = Vec::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (name, text) = (decoded(name), decoded(value));
        let kind = schema["properties"][&name]["type"].as_str();
        match (members.get_mut(&name), kind) {
            (Some(Value::Array(values)), _) => values.push(Value::String(text)),
            (Some(_), _) => twice.push(name),
            (None, Some("array")) => drop(members.insert(name, json!([text]))),
            (None, Some("string")) => drop(members.insert(name, json!(text))),
            (None, _) => drop(members.insert(name, value_of(text))),
        }
    }
    let mut fields = Fields::of(members);
    for name in twice {
        fields.refuse(&name, wording::text!(expected.once));
    }
    fields
}

/// A number, true or false; else the text.
fn value_of(text: String) -> Value {
    let is_number = text
        .strip_prefix('-')
        .unwrap_or(&text)
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let parsed = serde_json::from_str::<Value>(&text).ok();
    match parsed {
        Some(value @ Value::Bool(_)) => value,
        Some(value @ Value::Number(_)) if is_number => value,
        _ => Value::String(text),
    }
}

/// What stands for a text in a query: `+` for a blank, `%` with two digits for a byte. What is
/// no UTF-8 becomes U+FFFD.
fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut found = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let digits = bytes.get(at + 1..at + 3);
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let escaped = digits.and_then(|digits| Some(digit(digits[0])? * 16 + digit(digits[1])?));
        match (byte, escaped) {
            (b'%', Some(escaped)) => {
                found.push(escaped as u8);
                at += 3;
                continue;
            }
            (b'+', _) => found.push(b' '),
            _ => found.push(byte),
        }
        at += 1;
    }
    String::from_utf8_lossy(&found).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(query: &str) -> Fields {
        let text = json!({ "type": "string" });
        let list = json!({ "type": "array" });
        let schema = json!({ "properties": { "since": text, "player": list } });
        query_options(query, &schema)
    }

    #[test]
    fn options_are_numbers_texts_and_lists() {
        let query =
            "nodes=100&since=1857&player=M%C3%BCller%2C+A&player=7&second_pass=false&x=1e9&cp=-5";
        let expected = r#"{"cp":-5,"nodes":100,"player":["Müller, A","7"],"second_pass":false,"since":"1857","x":"1e9"}"#;
        assert_eq!(options(query).canonical(), expected);
        assert_eq!(options("").canonical(), "{}");
        assert_eq!(options("a=%zz%4").canonical(), r#"{"a":"%zz%4"}"#);
    }

    #[test]
    fn an_option_stands_once() {
        let fields = options("nodes=1&nodes=2");
        assert!(!fields.has("nodes"));
        let errors = fields.errors.into_named();
        assert!(errors[0].detail.contains("only once"));
    }
}

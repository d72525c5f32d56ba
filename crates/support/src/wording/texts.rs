//! The file of texts, and how one is had.

use std::sync::LazyLock;

use serde_json::{Map, Value};

/// The language of the texts, as web pages name it.
pub const LANGUAGE: &str = "en";

static TEXTS: LazyLock<Map<String, Value>> = LazyLock::new(|| {
    // A test reads the file; one that cannot be read leaves every text as its key.
    toml::from_str(include_str!("english.toml")).unwrap_or_default()
});

fn found(key: &str) -> Option<&'static Value> {
    let (section, name) = key.split_once('.')?;
    TEXTS.get(section)?.get(name)
}

/// The text under `section.key`; a key that is missing stands for itself.
pub fn text(key: &'static str) -> &'static str {
    found(key).and_then(Value::as_str).unwrap_or(key)
}

/// The text of a section under a key that is known only when it is asked for.
pub fn text_in<'a>(section: &str, key: &'a str) -> &'a str {
    let found = TEXTS.get(section).and_then(|section| section.get(key));
    found.and_then(Value::as_str).unwrap_or(key)
}

/// The forms of a noun that is counted.
pub(super) fn forms(key: &str) -> Option<&'static Map<String, Value>> {
    found(key)?.as_object()
}

/// The text under `section.key`, with its slots filled; braces around anything else stay.
/// Nothing that fills a slot is read for slots itself.
pub fn say(key: &'static str, slots: &[(&str, &str)]) -> String {
    filled(text(key), slots)
}

/// The text of a section under a key that is known only when it is asked for, with its slots
/// filled.
pub fn say_in(section: &str, key: &str, slots: &[(&str, &str)]) -> String {
    filled(text_in(section, key), slots)
}

fn filled(text: &str, slots: &[(&str, &str)]) -> String {
    let mut said = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        said += before;
        let Some((name, behind)) = after.split_once('}') else {
            rest = &rest[before.len()..];
            break;
        };
        let slot = slots.iter().find(|(slot, _)| *slot == name);
        let braces = &rest[before.len()..before.len() + name.len() + 2];
        said += slot.map_or(braces, |(_, value)| value);
        rest = behind;
    }
    said + rest
}

/// All sections with their texts.
pub fn sections() -> impl Iterator<Item = (&'static str, &'static Value)> {
    TEXTS.iter().map(|(name, texts)| (name.as_str(), texts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_holds_sections_of_texts() {
        let read: Result<Map<String, Value>, _> = toml::from_str(include_str!("english.toml"));
        assert_eq!(read.as_ref().err().map(ToString::to_string), None);
        for (section, texts) in sections() {
            for (key, text) in texts.as_object().unwrap() {
                let forms = text.as_object();
                let is_noun = forms.is_some_and(|forms| forms.contains_key("other"));
                assert!(text.is_string() || is_noun, "{section}.{key}");
            }
        }
    }

    #[test]
    fn slots_are_filled_once() {
        let told = say("page.broken", &[("problem", "{problem}")]);
        assert!(told.ends_with(": {problem}"), "{told}");
        assert_eq!(say("no.such {key", &[]), "no.such {key");
        assert_eq!(say("no {such} {b}", &[("b", "key")]), "no {such} key");
    }
}

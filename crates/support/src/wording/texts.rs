//! The texts of the file, and how one is had.

use serde_json::{Map, Value};

/// The language of the texts, as web pages name it.
pub const LANGUAGE: &str = "en";

/// The text under `section.key`, which has no slots; a key that is not in the file does not
/// compile. A counted noun is had as its [`Noun`](super::Noun).
#[macro_export]
macro_rules! text {
    ($section:ident.$key:ident) => {
        $crate::wording::english::$section::$key()
    };
}

/// The text of a section whose key is known only at run time: `text_in!(term, key)`; `None`
/// where the section has no such text without slots.
#[macro_export]
macro_rules! text_in {
    ($section:ident, $key:expr) => {
        $crate::wording::by_key($crate::wording::english::$section::BY_KEY, $key)
    };
}

/// The text under `section.key` with its slots filled by whatever can be displayed:
/// `say!(unreadable.ply, ply = index + 1, error)`. A slot that is missing, or that the text does
/// not have, does not compile. Nothing that fills a slot is read for slots itself.
#[macro_export]
macro_rules! say {
    (@value $slot:ident) => { &$slot };
    (@value $slot:ident $value:expr) => { &$value };
    ($section:ident.$key:ident $(, $slot:ident $(= $value:expr)?)+ $(,)?) => {
        $crate::wording::english::$section::$key::Slots {
            $($slot: $crate::say!(@value $slot $($value)?),)+
        }
        .filled()
    };
}

pub use {say, text, text_in};

/// What [`text_in!`] finds.
#[doc(hidden)]
pub fn by_key(texts: &[(&str, &'static str)], key: &str) -> Option<&'static str> {
    let found = texts.iter().find(|(its, _)| *its == key);
    found.map(|(_, text)| *text)
}

/// All sections with their texts, for pages.
pub fn sections() -> Map<String, Value> {
    // A test reads it; nothing else writes it than what builds this.
    serde_json::from_str(include_str!(concat!(env!("OUT_DIR"), "/texts.json"))).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_built_is_what_the_file_holds() {
        let file: Map<String, Value> = toml::from_str(include_str!("english.toml")).unwrap();
        assert_eq!(sections(), file);
    }

    #[test]
    fn the_file_holds_sections_of_texts() {
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
        let problem = "{problem}";
        let told = say!(page.broken, problem);
        assert!(told.ends_with(": {problem}"), "{told}");
        assert_eq!(
            say!(table.rows, to = 1 + 1, count = "3", from = 1),
            "1–2 of 3"
        );
    }
}

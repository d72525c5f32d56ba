//! A part of a message about a table. Start with [`Phrase`].

use std::fmt;

use plumb_support::wording::say;

/// What stands in a table or should stand there, in words. The file of texts is read only
/// when the phrase is shown: tables are read at every start, and messages about them are rare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase(Words);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Words {
    /// What the table itself has.
    Input(String),
    /// A text by its key, and what fills its slots.
    Text(&'static str, Vec<(&'static str, String)>),
}

/// The section of the file of texts that phrases are from.
const SECTION: &str = "table_value.";

impl Phrase {
    /// What the table itself has there.
    pub fn input(text: String) -> Phrase {
        Phrase(Words::Input(text))
    }

    /// The text under a key of the section `table_value`, with its slots filled with these.
    pub fn with(key: &'static str, slots: &[(&'static str, &dyn fmt::Display)]) -> Phrase {
        debug_assert!(key.starts_with(SECTION), "{key}");
        let slots = slots.iter().map(|(slot, value)| (*slot, value.to_string()));
        Phrase(Words::Text(key, slots.collect()))
    }

    /// What this value is: a list and a section in a word or two, anything else as it
    /// stands, on one line.
    pub fn of_value(value: &toml::Value) -> Phrase {
        match value {
            toml::Value::Array(items) => {
                Phrase::with("table_value.list_of", &[("count", &items.len())])
            }
            toml::Value::Table(_) => "table_value.section".into(),
            _ => {
                let text = value.to_string();
                Phrase::input(text.split_whitespace().collect::<Vec<_>>().join(" "))
            }
        }
    }
}

/// The text under this key, which has no slots.
impl From<&'static str> for Phrase {
    fn from(key: &'static str) -> Phrase {
        Phrase::with(key, &[])
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Words::Input(text) => f.write_str(text),
            Words::Text(key, slots) => {
                let slots = slots.iter().map(|(slot, value)| (*slot, value.as_str()));
                f.write_str(&say(key, &slots.collect::<Vec<_>>()))
            }
        }
    }
}

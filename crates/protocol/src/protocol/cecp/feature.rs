//! The engine's announcement, `feature name=value name="text" …`.
//!
//! Options are features too, and so this has CECP's form of an
//! [`OptionDeclaration`]. Clients parse it with simple patterns: some break on
//! a blank in an option's name or in a choice, so use one word for those here.

use std::fmt;

use crate::protocol::numbers::integer;
use crate::protocol::option::{OptionDeclaration, OptionKind};
use crate::protocol::words::{OneLine, Words};

/// One feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// The feature's name: `setboard`.
    pub name: String,
    /// What is announced about it.
    pub value: FeatureValue,
}

/// What is announced about a feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeatureValue {
    /// A number, written bare: mostly 0 for no, 1 for yes.
    Number(i64),
    /// A text, written in quotation marks.
    Text(String),
    /// An option, `option="NAME -KIND …"`; the feature's name is `option`.
    Option(OptionDeclaration),
}

impl Feature {
    /// The feature `name=number`.
    pub fn number(name: &str, number: i64) -> Self {
        let name = name.to_owned();
        let value = FeatureValue::Number(number);
        Feature { name, value }
    }

    /// The feature `name="text"`.
    pub fn text(name: &str, text: &str) -> Self {
        let name = name.to_owned();
        let value = FeatureValue::Text(text.to_owned());
        Feature { name, value }
    }

    /// The feature `option="…"`.
    pub fn option(option: OptionDeclaration) -> Self {
        let name = "option".to_owned();
        let value = FeatureValue::Option(option);
        Feature { name, value }
    }
}

/// How long a line of several features should get, in bytes.
pub const FEATURE_LINE_LENGTH: usize = 160;

/// Splits features, in order, into lines no longer than [`FEATURE_LINE_LENGTH`],
/// except that a feature longer than that has a line to itself.
pub fn feature_lines(features: impl IntoIterator<Item = Feature>) -> Vec<Vec<Feature>> {
    let mut lines: Vec<Vec<Feature>> = Vec::new();
    let mut length = usize::MAX;
    for feature in features {
        let added = 1 + feature.to_string().len();
        length = length.saturating_add(added);
        match lines.last_mut() {
            Some(line) if length <= FEATURE_LINE_LENGTH => line.push(feature),
            _ => {
                length = "feature".len() + added;
                lines.push(vec![feature]);
            }
        }
    }
    lines
}

/// Reads everything after `feature`. A part that is no `name=value` is skipped.
pub(super) fn parse(text: &str) -> Vec<Feature> {
    let mut features = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('=') {
        let name = before.split_ascii_whitespace().last().unwrap_or_default();
        let after = after.trim_start();
        let value;
        if let Some(quoted) = after.strip_prefix('"') {
            let (text, tail) = quoted.split_once('"').unwrap_or((quoted, ""));
            value = text_value(name, text);
            rest = tail;
        } else {
            let end = after
                .find(|c: char| c.is_ascii_whitespace())
                .unwrap_or(after.len());
            let (word, tail) = after.split_at(end);
            value = match integer(word) {
                Some(number) => FeatureValue::Number(number),
                None => FeatureValue::Text(word.to_owned()),
            };
            rest = tail;
        }
        if !name.is_empty() {
            let name = name.to_owned();
            features.push(Feature { name, value });
        }
    }
    features
}

fn text_value(name: &str, text: &str) -> FeatureValue {
    let option = Some(text)
        .filter(|_| name.eq_ignore_ascii_case("option"))
        .and_then(parse_option);
    option.map_or_else(|| FeatureValue::Text(text.to_owned()), FeatureValue::Option)
}

/// `NAME -KIND VALUE …`, or nothing if there is no kind that we know.
fn parse_option(text: &str) -> Option<OptionDeclaration> {
    let (name, kind_and_value) = text.split_once(" -")?;
    let mut words = Words::new(kind_and_value);
    let kind = match words.next()? {
        "button" | "save" | "reset" => OptionKind::Button,
        "check" => OptionKind::Check {
            default: words.next().and_then(integer).unwrap_or(0) != 0,
        },
        "spin" | "slider" => OptionKind::Spin {
            default: words.next().and_then(integer)?,
            min: words.next().and_then(integer)?,
            max: words.next().and_then(integer)?,
        },
        "string" | "file" | "path" => OptionKind::Text {
            default: Some(words.rest())
                .filter(|&text| text != "<empty>")
                .unwrap_or_default()
                .to_owned(),
        },
        "combo" => combo(words.rest()),
        _ => return None,
    };
    let name = name.trim().to_owned();
    Some(OptionDeclaration { name, kind })
}

/// Choices separated by `///`, the default marked with a star.
fn combo(text: &str) -> OptionKind {
    let mut default = None;
    let mut choices = Vec::new();
    for choice in text.split("///").map(str::trim) {
        let starred = choice.strip_prefix('*');
        let choice = starred.unwrap_or(choice).to_owned();
        if starred.is_some() {
            default = Some(choice.clone());
        }
        choices.push(choice);
    }
    OptionKind::Combo {
        default: default
            .or_else(|| choices.first().cloned())
            .unwrap_or_default(),
        choices,
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}=", OneLine(&self.name))?;
        match &self.value {
            FeatureValue::Number(number) => write!(f, "{number}"),
            FeatureValue::Text(text) => quoted(f, text),
            FeatureValue::Option(option) => quoted(f, &option_text(option)),
        }
    }
}

/// The protocol has no way to write a quotation mark inside a text.
fn quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    write!(f, "\"{}\"", OneLine(&text.replace('"', "'")))
}

fn option_text(option: &OptionDeclaration) -> String {
    let name = &option.name;
    match &option.kind {
        OptionKind::Check { default } => format!("{name} -check {}", i32::from(*default)),
        OptionKind::Spin { default, min, max } => format!("{name} -spin {default} {min} {max}"),
        OptionKind::Button => format!("{name} -button"),
        // XBoard wants a value: without one it throws the option away, and
        // version 4.9.1 crashes on the way.
        OptionKind::Text { default } if default.is_empty() => format!("{name} -string <empty>"),
        OptionKind::Text { default } => format!("{name} -string {default}"),
        OptionKind::Combo { default, choices } => {
            let choices: Vec<String> = choices
                .iter()
                .map(|choice| {
                    let star = if choice == default { "*" } else { "" };
                    format!("{star}{choice}")
                })
                .collect();
            format!("{name} -combo {}", choices.join(" /// "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_texts_and_options_are_read() {
        let features =
            parse(r#" ping=1  myname="A B 1.0" setboard = 0 option="Hash -spin 4 1 64" done=1"#);
        let hash = OptionDeclaration {
            name: "Hash".to_owned(),
            kind: OptionKind::Spin {
                default: 4,
                min: 1,
                max: 64,
            },
        };
        let expected = [
            Feature::number("ping", 1),
            Feature::text("myname", "A B 1.0"),
            Feature::number("setboard", 0),
            Feature::option(hash),
            Feature::number("done", 1),
        ];
        assert_eq!(features, expected);
    }

    #[test]
    fn damaged_features_do_no_harm() {
        assert_eq!(parse("colors"), []);
        assert_eq!(parse("=3 usermove=1"), [Feature::number("usermove", 1)]);
        assert_eq!(parse("myname=\"open"), [Feature::text("myname", "open")]);
        assert_eq!(
            parse("variants=normal"),
            [Feature::text("variants", "normal")]
        );
        assert_eq!(parse("ping="), [Feature::text("ping", "")]);
        assert_eq!(
            parse("option=\"Tutor Mode\""),
            [Feature::text("option", "Tutor Mode")]
        );
    }

    #[test]
    fn every_kind_of_option_has_its_text() {
        for text in [
            "Ponder -check 0",
            "Hash -spin 64 1 1024",
            "ClearHash -button",
            "BookFile -string book.bin",
            "SyzygyPath -string <empty>",
            "Style -combo Solid /// *Normal /// Risky",
        ] {
            let option = parse_option(text).unwrap();
            assert_eq!(option_text(&option), text);
        }
        assert!(parse_option("Tutor Mode -slider 3 0 9").is_some());
        assert!(parse_option("X -ode").is_none());
    }

    #[test]
    fn a_quotation_mark_cannot_break_the_line() {
        assert_eq!(
            Feature::text("myname", "a\"b\nc").to_string(),
            "myname=\"a'b c\""
        );
    }

    #[test]
    fn lines_are_filled_but_not_overfilled() {
        let features: Vec<_> = (0..60).map(|i| Feature::number("feature", i)).collect();
        let lines = feature_lines(features.clone());
        assert!(lines.len() > 3 && lines.len() < 10, "{}", lines.len());
        for line in &lines {
            let length: usize = line.iter().map(|f| 1 + f.to_string().len()).sum();
            assert!("feature".len() + length <= FEATURE_LINE_LENGTH);
        }
        assert_eq!(lines.concat(), features);
        let long = Feature::text("myname", &"x".repeat(500));
        assert_eq!(feature_lines([long.clone(), long]).len(), 2);
        assert!(feature_lines([]).is_empty());
    }
}

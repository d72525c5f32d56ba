//! The `option` line: a declaration in UCI's words. The parts may come in any
//! order, and names, values and choices may hold blanks.

use std::fmt;

use crate::protocol::error::ParseError;
use crate::protocol::numbers::integer;
use crate::protocol::option::{OptionDeclaration, OptionKind};
use crate::protocol::words::{OneLine, Words};

/// How UCI writes a text that is empty.
const EMPTY: &str = "<empty>";

/// The texts after the words that introduce them.
#[derive(Default)]
struct Parts {
    name: String,
    kind: String,
    default: Option<String>,
    min: Option<i64>,
    max: Option<i64>,
    choices: Vec<String>,
}

/// Reads everything after `option`.
pub(super) fn parse(words: &mut Words<'_>) -> Result<OptionDeclaration, ParseError> {
    let Parts {
        name,
        kind,
        default,
        min,
        max,
        choices,
    } = parts(words);
    if name.is_empty() {
        return Err(ParseError::missing("option name", "an option's name"));
    }
    let text = default.unwrap_or_default();
    let is = |name: &str| kind.eq_ignore_ascii_case(name);
    let kind = if is("check") {
        OptionKind::Check {
            default: text.eq_ignore_ascii_case("true"),
        }
    } else if is("spin") {
        let (min, max) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
        // An engine that gives no usable default leaves the number nearest to 0.
        let default = integer(&text).unwrap_or(0.max(min).min(max));
        OptionKind::Spin { default, min, max }
    } else if is("combo") {
        OptionKind::Combo {
            default: text,
            choices,
        }
    } else if is("button") {
        OptionKind::Button
    } else if is("string") {
        OptionKind::Text {
            default: if text == EMPTY { String::new() } else { text },
        }
    } else {
        return Err(ParseError::bad_argument(
            "option type",
            &kind,
            "check, spin, combo, button or string",
        ));
    };
    Ok(OptionDeclaration { name, kind })
}

fn parts(words: &mut Words<'_>) -> Parts {
    let mut parts = Parts::default();
    while let Some(word) = words.next() {
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        if !is_keyword(word) {
            continue;
        }
        let mut text = String::new();
        while let Some(word) = words.peek().filter(|word| !is_keyword(word)) {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
            words.next();
        }
        if is("name") {
            parts.name = text;
        } else if is("type") {
            parts.kind = text;
        } else if is("default") {
            parts.default = Some(text);
        } else if is("min") {
            parts.min = integer(&text);
        } else if is("max") {
            parts.max = integer(&text);
        } else {
            parts.choices.push(text);
        }
    }
    parts
}

fn is_keyword(word: &str) -> bool {
    ["name", "type", "default", "min", "max", "var"]
        .iter()
        .any(|k| word.eq_ignore_ascii_case(k))
}

/// Writes the whole line, `option` included.
pub(super) fn render(option: &OptionDeclaration, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "option name {} type ", OneLine(&option.name))?;
    match &option.kind {
        OptionKind::Check { default } => write!(f, "check default {default}"),
        OptionKind::Spin { default, min, max } => {
            write!(f, "spin default {default} min {min} max {max}")
        }
        OptionKind::Combo { default, choices } => {
            write!(f, "combo default {}", OneLine(default))?;
            choices
                .iter()
                .try_for_each(|choice| write!(f, " var {}", OneLine(choice)))
        }
        OptionKind::Button => f.write_str("button"),
        OptionKind::Text { default } if default.is_empty() => {
            write!(f, "string default {EMPTY}")
        }
        OptionKind::Text { default } => write!(f, "string default {}", OneLine(default)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_line(line: &str) -> Result<OptionDeclaration, ParseError> {
        parse(&mut Words::new(line))
    }

    fn kind(line: &str) -> OptionKind {
        parse_line(line).unwrap().kind
    }

    #[test]
    fn each_type_is_read() {
        let option = parse_line("name Move Overhead type spin default 10 min 0 max 5000").unwrap();
        assert_eq!(option.name, "Move Overhead");
        assert_eq!(
            option.kind,
            OptionKind::Spin {
                default: 10,
                min: 0,
                max: 5000
            }
        );
        assert_eq!(
            kind("name Ponder type check default false"),
            OptionKind::Check { default: false }
        );
        assert_eq!(kind("name Clear Hash type button"), OptionKind::Button);
        assert_eq!(
            kind("name Style type combo default Very Solid var Very Solid var Risky"),
            OptionKind::Combo {
                default: "Very Solid".to_owned(),
                choices: vec!["Very Solid".to_owned(), "Risky".to_owned()]
            }
        );
    }

    #[test]
    fn an_empty_text_has_three_spellings() {
        let empty = OptionKind::Text {
            default: String::new(),
        };
        for line in [
            "name P type string",
            "name P type string default",
            "name P type string default <empty>",
        ] {
            assert_eq!(kind(line), empty, "{line}");
        }
    }

    #[test]
    fn order_and_missing_limits_are_forgiven() {
        assert_eq!(
            kind("type spin max 9 min 3 name N"),
            OptionKind::Spin {
                default: 3,
                min: 3,
                max: 9
            }
        );
        // Limits the wrong way round must not panic.
        assert!(parse_line("name N type spin min 9 max 3").is_ok());
    }

    #[test]
    fn a_declaration_needs_a_name_and_a_type() {
        assert!(parse_line("type button").is_err());
        assert_eq!(
            parse_line("name N type slider").unwrap_err().to_string(),
            "option type: expected check, spin, combo, button or string, found 'slider'"
        );
    }
}

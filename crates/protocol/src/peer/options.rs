//! Options by name, and whether a value is one that the engine takes.

use super::error::PeerError;
use crate::protocol::{OptionDeclaration, OptionKind};
use plumb_support::wording::{say, text};

/// The option of this name, in any case.
pub(super) fn find<'a>(
    options: &'a [OptionDeclaration],
    name: &str,
) -> Option<&'a OptionDeclaration> {
    let name = name.trim();
    options
        .iter()
        .find(|option| option.name.eq_ignore_ascii_case(name))
}

/// Whether there is a button of this name.
pub(super) fn has_button(options: &[OptionDeclaration], name: &str) -> bool {
    find(options, name).is_some_and(|option| option.kind == OptionKind::Button)
}

/// The value as the engine is to get it, `None` for a button.
pub(super) fn check(
    engine: &str,
    option: &OptionDeclaration,
    value: &str,
) -> Result<Option<String>, PeerError> {
    let value = value.trim();
    let bad = |expected: String| PeerError::BadOption {
        engine: engine.to_owned(),
        option: option.name.clone(),
        problem: say!(peer_option.wrong, expected, value),
    };
    Ok(match &option.kind {
        OptionKind::Button if value.is_empty() => None,
        OptionKind::Button => return Err(bad(text!(peer_option.button).to_owned())),
        OptionKind::Check { .. } => match value.to_ascii_lowercase().as_str() {
            "true" | "on" | "yes" | "1" => Some("true".to_owned()),
            "false" | "off" | "no" | "0" => Some("false".to_owned()),
            _ => return Err(bad(text!(peer_option.check).to_owned())),
        },
        OptionKind::Spin { min, max, .. } => match value.parse::<i64>() {
            Ok(number) if (*min..=*max).contains(&number) => Some(number.to_string()),
            _ => {
                let (min, max) = (min.to_string(), max.to_string());
                let expected = say!(peer_option.spin, min, max);
                return Err(bad(expected));
            }
        },
        OptionKind::Combo { choices, .. } => {
            match choices.iter().find(|c| c.eq_ignore_ascii_case(value)) {
                Some(choice) => Some(choice.clone()),
                None => {
                    let choices = choices.join(", ");
                    return Err(bad(say!(peer_option.combo, choices)));
                }
            }
        }
        OptionKind::Text { .. } => Some(value.to_owned()),
    })
}

/// The error for an option that is not offered.
pub(super) fn unknown(engine: &str, name: &str, options: &[OptionDeclaration]) -> PeerError {
    let names: Vec<&str> = options.iter().map(|option| option.name.as_str()).collect();
    PeerError::BadOption {
        engine: engine.to_owned(),
        option: name.to_owned(),
        problem: if names.is_empty() {
            text!(peer_option.none).to_owned()
        } else {
            say!(peer_option.unknown, names = names.join(", "))
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(kind: OptionKind) -> OptionDeclaration {
        OptionDeclaration {
            name: "Opt".to_owned(),
            kind,
        }
    }

    #[test]
    fn values_are_checked_and_spelt_as_the_engine_wants() {
        let flag = option(OptionKind::Check { default: false });
        assert_eq!(check("E", &flag, "ON"), Ok(Some("true".to_owned())));
        let spin = option(OptionKind::Spin {
            default: 1,
            min: 1,
            max: 8,
        });
        assert_eq!(check("E", &spin, " 8 "), Ok(Some("8".to_owned())));
        assert_eq!(
            check("E", &spin, "9").unwrap_err().to_string(),
            "E: option Opt: expected a whole number from 1 to 8, found '9'"
        );
        let combo = option(OptionKind::Combo {
            default: "Fail High".to_owned(),
            choices: vec!["Fail High".to_owned(), "Never".to_owned()],
        });
        assert_eq!(
            check("E", &combo, "fail high"),
            Ok(Some("Fail High".to_owned()))
        );
        let button = option(OptionKind::Button);
        assert_eq!(check("E", &button, ""), Ok(None));
        assert!(check("E", &button, "now").is_err());
    }

    #[test]
    fn names_are_found_in_any_case() {
        let options = [option(OptionKind::Button)];
        assert!(find(&options, "oPT").is_some());
        assert!(find(&options, "other").is_none());
        assert_eq!(
            unknown("E", "other", &options).to_string(),
            "E: option other: the engine does not offer it, only Opt"
        );
    }
}

//! The text of `search.toml` with other values: comments and the form of lines
//! stay, since the build reads the file line by line and people read it too.

use plumb_engine::tables::{Table, TableError};

/// What stands between a parameter's name and its value, and after the value.
const BEFORE: &str = " = { value = ";
const AFTER: &str = ",";

/// The text with these values; a parameter that has no line of its own, in the
/// form of the table that Plumb was built with, is an error.
pub fn with_values<'v>(
    text: &str,
    values: impl IntoIterator<Item = (&'v str, i32)>,
) -> Result<String, TableError> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (name, value) in values {
        let start = format!("{name}{BEFORE}");
        let line = lines.iter_mut().find(|line| line.starts_with(&start));
        let rest = line
            .as_ref()
            .and_then(|line| line[start.len()..].find(AFTER))
            .map(|at| start.len() + at);
        let (Some(line), Some(rest)) = (line, rest) else {
            let expected = format!("a line that begins with '{start}'");
            return Err(Table::Search.fault(format!("{name} is missing; expected {expected}")));
        };
        *line = format!("{start}{value}{}", &line[rest..]);
    }
    Ok(lines.join("\n") + "\n")
}

/// The text with a `[meta]` of this instead of its own.
pub fn with_meta(text: &str, meta: &[(&str, toml::Value)]) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with('[') {
            inside = line.trim_end() == "[meta]";
            lines.push(line.to_owned());
            if inside {
                lines.extend(meta.iter().map(|(key, value)| format!("{key} = {value}")));
            }
        } else if !inside || line.is_empty() || line.starts_with('#') {
            lines.push(line.to_owned());
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_engine::search::{PARAMETERS, parameter_values};
    use plumb_engine::tables::Tables;

    #[test]
    fn only_values_and_meta_change() {
        let tables = Tables::embedded();
        let text = tables.text(Table::Search);
        let built: Vec<i32> = PARAMETERS.iter().map(|parameter| parameter.value).collect();
        assert_eq!(parameter_values(text), Ok(built));
        assert_eq!(with_values(text, []).as_deref(), Ok(text));

        let most = PARAMETERS.iter().map(|one| (one.name, one.most));
        let changed = with_values(text, most).expect("every parameter has a line");
        let values: Vec<i32> = PARAMETERS.iter().map(|parameter| parameter.most).collect();
        assert_eq!(parameter_values(&changed), Ok(values));
        let back = PARAMETERS.iter().map(|one| (one.name, one.value));
        assert_eq!(with_values(&changed, back).as_deref(), Ok(text));

        let meta = with_meta(text, &[("kind", "tuned".into()), ("seed", 7.into())]);
        assert!(
            meta.contains("[meta]\nkind = \"tuned\"\nseed = 7\n\n["),
            "{meta}"
        );
        assert!(!meta.contains("set by hand"), "{meta}");
        let after = |text: &str| text.split_once("\n\n[").map(|(_, rest)| rest.len());
        assert_eq!(
            after(&meta[meta.find("[meta]").unwrap()..]),
            after(&text[text.find("[meta]").unwrap()..])
        );
    }

    #[test]
    fn a_parameter_without_a_line_is_named() {
        let error = with_values("[moves]\n", [("late_move_base", 3)]).expect_err("no line");
        assert_eq!(
            error.to_string(),
            "search.toml: late_move_base is missing; expected a line that begins with 'late_move_base = { value = '"
        );
    }
}

//! Numbers with their nouns.

use std::fmt::Display;

use serde_json::Value;

use super::texts::forms;

/// A noun of the file, `noun.game`, as it stands behind a number in the language of the
/// texts. English has two forms; a language with more needs its rule here.
pub fn noun(count: u64, key: &'static str) -> &'static str {
    let form = if count == 1 { "one" } else { "other" };
    let found = forms(key).and_then(|forms| forms.get(form));
    found.and_then(Value::as_str).unwrap_or(key)
}

/// A number with its noun.
pub fn counted_noun(count: u64, key: &'static str) -> String {
    format!("{count} {}", noun(count, key))
}

/// `1 game`, `2 games`, `0 games`.
pub fn counted(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    let ending = if count == "1" { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_of_the_file_have_their_forms() {
        let counted = [0, 1, 2].map(|count| counted_noun(count, "noun.ply"));
        assert_eq!(counted, ["0 plies", "1 ply", "2 plies"]);
        assert_eq!(counted_noun(2, "noun.none"), "2 noun.none");
    }

    #[test]
    fn one_alone_is_singular() {
        let texts = [0, 1, 2, 11].map(|count| counted(count, "game"));
        assert_eq!(texts, ["0 games", "1 game", "2 games", "11 games"]);
    }
}

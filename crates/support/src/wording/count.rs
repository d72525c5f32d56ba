//! Numbers with their nouns.

use std::fmt::Display;

/// A noun of the file, `text!(noun.game)`, as it stands behind a number in the language of the
/// texts. English has two forms; a language with more needs its rule here.
#[derive(Clone, Copy, Debug)]
pub struct Noun {
    one: &'static str,
    other: &'static str,
}

impl Noun {
    #[doc(hidden)]
    pub const fn new(one: &'static str, other: &'static str) -> Noun {
        Noun { one, other }
    }

    /// Its form behind this number.
    pub const fn behind(self, count: u64) -> &'static str {
        if count == 1 { self.one } else { self.other }
    }
}

/// A number with its noun.
pub fn counted_noun(count: u64, noun: Noun) -> String {
    format!("{count} {}", noun.behind(count))
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
    use crate::wording::text;

    #[test]
    fn nouns_of_the_file_have_their_forms() {
        let counted = [0, 1, 2].map(|count| counted_noun(count, text!(noun.ply)));
        assert_eq!(counted, ["0 plies", "1 ply", "2 plies"]);
    }

    #[test]
    fn one_alone_is_singular() {
        let texts = [0, 1, 2, 11].map(|count| counted(count, "game"));
        assert_eq!(texts, ["0 games", "1 game", "2 games", "11 games"]);
    }
}

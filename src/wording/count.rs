//! Numbers with their nouns.

use std::fmt::Display;

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
    fn one_alone_is_singular() {
        let texts = [0, 1, 2, 11].map(|count| counted(count, "game"));
        assert_eq!(texts, ["0 games", "1 game", "2 games", "11 games"]);
    }
}

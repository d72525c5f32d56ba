//! Computers that play openly: sides of games that the game itself says a program played.
//!
//! Servers mark them in different ways, and one mark is enough. Start with
//! `SourceGame::is_computer`.

use super::game::SourceGame;
use plumb_chess::board::Color;

/// FICS puts this behind the names of computers in its lists, and some archives keep it.
const FICS_MARK: &str = "(C)";

/// Whether a game says that a program played a side; `tag` gives the value of a tag.
pub(super) fn is_computer<'t>(side: Color, tag: impl Fn(&str) -> Option<&'t str>) -> bool {
    let [name, is_comp, title, kind] = match side {
        Color::White => ["White", "WhiteIsComp", "WhiteTitle", "WhiteType"],
        Color::Black => ["Black", "BlackIsComp", "BlackTitle", "BlackType"],
    };
    let is_one_of = |name: &str, marks: &[&str]| {
        let value = tag(name).unwrap_or_default().trim();
        marks.iter().any(|mark| value.eq_ignore_ascii_case(mark))
    };
    // A mark without a name before it names nobody.
    let before_mark = tag(name).and_then(|name| name.trim().strip_suffix(FICS_MARK));
    is_one_of(is_comp, &["yes", "true", "1"])
        || is_one_of(title, &["bot"])
        || is_one_of(kind, &["program"])
        || before_mark.is_some_and(|before| !before.is_empty())
}

impl SourceGame {
    /// Whether the game says that a program played this side: `WhiteIsComp "Yes"` and
    /// `BlackIsComp` (FICS), the title `BOT` (lichess.org), `WhiteType "program"` and `BlackType`
    /// (the PGN standard), or a name with FICS's mark `(C)` at its end.
    pub fn is_computer(&self, side: Color) -> bool {
        is_computer(side, |name| self.tag(name))
    }

    /// [`Self::is_computer`] of White and of Black.
    pub fn computers(&self) -> [bool; 2] {
        [Color::White, Color::Black].map(|side| self.is_computer(side))
    }
}

#[cfg(test)]
mod tests {
    use crate::games::{games, tagged_games};

    /// What a game with these tags says of White and of Black, read either way.
    fn computers(tags: &str) -> [bool; 2] {
        let text = format!("{tags}\n\n1. e4 e5 *\n");
        let game = games("x", text.as_bytes()).next().unwrap().unwrap();
        let tagged = tagged_games("x", text.as_bytes()).next().unwrap().unwrap();
        let found = game.computers();
        assert_eq!(
            found,
            [tagged.white.is_computer, tagged.black.is_computer],
            "{tags}"
        );
        found
    }

    #[test]
    fn each_mark_of_a_computer_is_enough() {
        let named = "[White \"A\"]\n[Black \"B\"]\n";
        for (tag, values) in [
            (
                "IsComp",
                &["Yes", "yes", "YES", "1", "true", "True", " Yes "][..],
            ),
            ("Title", &["BOT", "bot"]),
            ("Type", &["program", "Program"]),
        ] {
            for value in values {
                let white = format!("{named}[White{tag} \"{value}\"]");
                assert_eq!(computers(&white), [true, false], "{white}");
                let black = format!("{named}[Black{tag} \"{value}\"]");
                assert_eq!(computers(&black), [false, true], "{black}");
            }
        }
        let named = "[White \"GriffySr(C)\"]\n[Black \"Carl\"]";
        assert_eq!(computers(named), [true, false]);
        let both = "[White \"Carl\"]\n[Black \"Some Engine (C)\"]\n[WhiteTitle \"BOT\"]";
        assert_eq!(computers(both), [true, true]);
    }

    #[test]
    fn what_only_looks_like_a_mark_is_none() {
        for tags in [
            "[White \"A\"]\n[Black \"B\"]",
            "[WhiteIsComp \"No\"]\n[BlackIsComp \"0\"]",
            "[WhiteIsComp \"\"]\n[BlackIsComp \"?\"]",
            "[WhiteIsComp \"false\"]\n[BlackIsComp \"yes?\"]",
            "[WhiteTitle \"GM\"]\n[BlackTitle \"BOTVINNIK\"]",
            "[WhiteType \"human\"]\n[BlackType \"programmer\"]",
            "[White \"Carl (CZE)\"]\n[Black \"(C) Carl\"]",
            "[White \"Carl(c)\"]\n[Black \"Carl(C\"]",
            "[White \"(C)\"]\n[Black \"C\"]",
            "[White \"BOT\"]\n[Black \"program\"]",
            "[IsComp \"Yes\"]\n[Title \"BOT\"]\n[Type \"program\"]",
        ] {
            assert_eq!(computers(tags), [false, false], "{tags}");
        }
    }
}

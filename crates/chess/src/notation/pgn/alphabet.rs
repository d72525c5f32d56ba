//! Letters of pieces in other languages than English.
//!
//! A game whose moves cannot be read in English is tried in each of these alphabets, in
//! this order; the first in which all of its moves are legal is its own. Start with
//! `ALPHABETS`.

/// The letters that a language has for the king, queen, rook, bishop and knight.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Alphabet {
    /// Languages that have these letters, in English.
    pub(super) language: &'static str,
    letters: [&'static str; 5],
}

/// English letters, in the order of an alphabet.
const ENGLISH: [char; 5] = ['K', 'Q', 'R', 'B', 'N'];

/// Alphabets of the languages that chess is written in most.
pub(super) const ALPHABETS: [Alphabet; 9] = [
    alphabet("German or Scandinavian", ["K", "D", "T", "L", "S"]),
    alphabet("French", ["R", "D", "T", "F", "C"]),
    alphabet("Spanish or Italian", ["R", "D", "T", "A", "C"]),
    alphabet("Portuguese", ["R", "D", "T", "B", "C"]),
    alphabet("Dutch", ["K", "D", "T", "L", "P"]),
    alphabet(
        "Russian",
        ["\u{41a}\u{440}", "\u{424}", "\u{41b}", "\u{421}", "\u{41a}"],
    ),
    alphabet("Hungarian", ["K", "V", "B", "F", "H"]),
    alphabet("Polish", ["K", "H", "W", "G", "S"]),
    alphabet("Czech or Slovak", ["K", "D", "V", "S", "J"]),
];

const fn alphabet(language: &'static str, letters: [&'static str; 5]) -> Alphabet {
    Alphabet { language, letters }
}

/// Cyrillic letters that look like those of squares, castling and captures.
const LOOK_ALIKE: [(char, char); 6] = [
    ('\u{430}', 'a'),
    ('\u{441}', 'c'),
    ('\u{435}', 'e'),
    ('\u{445}', 'x'),
    ('\u{41e}', 'O'),
    ('\u{43e}', 'O'),
];

impl Alphabet {
    /// A move with English letters, and whether it had one that English does not know;
    /// none where the piece's letter is none of this alphabet.
    pub(super) fn english(&self, token: &str) -> Option<(String, bool)> {
        let mut english = String::with_capacity(token.len());
        let mut is_foreign = false;
        let mut rest = token;
        if let Some((letter, piece)) = self.piece(|letter| token.starts_with(letter)) {
            english.push(piece);
            is_foreign |= is_not_english(letter);
            rest = &token[letter.len()..];
        } else if token.starts_with(|first: char| {
            let first = plain(first);
            first.is_alphabetic() && !first.is_ascii_lowercase() && first != 'O'
        }) {
            return None;
        }
        let bare = rest.trim_end_matches(['+', '#']);
        let marks = &rest[bare.len()..];
        let promoted = self.piece(|letter| {
            let before = bare.strip_suffix(letter);
            let square = before.map(|text| text.strip_suffix(['=', '/']).unwrap_or(text));
            square.is_some_and(|text| text.ends_with(['1', '8']))
        });
        let (moves, promoted) = match promoted {
            Some((letter, piece)) => {
                is_foreign |= is_not_english(letter);
                (&bare[..bare.len() - letter.len()], Some(piece))
            }
            None => (bare, None),
        };
        let moves = match promoted {
            Some(_) => moves.strip_suffix(['=', '/']).unwrap_or(moves),
            None => moves,
        };
        english.extend(moves.chars().map(plain));
        if let Some(piece) = promoted {
            english.extend(['=', piece]);
        }
        english.push_str(marks);
        Some((english, is_foreign))
    }

    /// The longest letter that fits, with the English one.
    fn piece(&self, fits: impl Fn(&str) -> bool) -> Option<(&'static str, char)> {
        let fitting = self.letters.into_iter().zip(ENGLISH);
        let fitting = fitting.filter(|(letter, _)| fits(letter));
        fitting.max_by_key(|(letter, _)| letter.len())
    }
}

fn is_not_english(letter: &str) -> bool {
    !letter.starts_with(ENGLISH)
}

fn plain(letter: char) -> char {
    let found = LOOK_ALIKE.iter().find(|(other, _)| *other == letter);
    found.map_or(letter, |(_, plain)| *plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn english(language: &str, token: &str) -> Option<(String, bool)> {
        let found = |alphabet: &&Alphabet| alphabet.language.contains(language);
        ALPHABETS.iter().find(found).unwrap().english(token)
    }

    #[test]
    fn pieces_and_promotions_get_english_letters() {
        for (language, token, san) in [
            ("German", "Sf3", "Nf3"),
            ("German", "e8=D+", "e8=Q+"),
            ("German", "exd1D#", "exd1=Q#"),
            ("German", "S1xd2", "N1xd2"),
            ("French", "Rg1", "Kg1"),
            ("Spanish", "Axc6", "Bxc6"),
            ("Russian", "\u{41a}\u{440}f1", "Kf1"),
            ("Russian", "\u{41a}f3", "Nf3"),
            ("Russian", "\u{424}\u{445}\u{435}5", "Qxe5"),
            ("Russian", "\u{41e}-\u{41e}", "O-O"),
            ("Hungarian", "Bd1", "Rd1"),
            ("Czech", "Sb5", "Bb5"),
            ("Dutch", "Pf3", "Nf3"),
        ] {
            let found = english(language, token).map(|(san, _)| san);
            assert_eq!(found.as_deref(), Some(san), "{language} {token}");
        }
        assert_eq!(english("German", "Nf3"), None);
        assert_eq!(english("German", "e4"), Some(("e4".to_owned(), false)));
        assert_eq!(english("French", "Rg1"), Some(("Kg1".to_owned(), false)));
    }
}

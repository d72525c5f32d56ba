//! Lines that need a closer look than the protocol's types give them: moves of
//! engines older than version 2, and thinking on the opponent's time.

use crate::protocol::ThinkingLine;

/// The move on a line as old engines print it: `My move is: e7e5`, which GNU
/// Chess still does, and `1. ... e7e5`, which only counts for engines of the
/// first version, as others print it besides the real one.
pub(super) fn old_move(line: &str, is_version_2: bool) -> Option<&str> {
    // Nearly all lines show thinking.
    if !line.trim_start().starts_with(['m', 'M']) && !line.contains("...") {
        return None;
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        [my, mv, "is:", text] | [my, mv, "is", ":", text]
            if my.eq_ignore_ascii_case("my") && mv.eq_ignore_ascii_case("move") =>
        {
            Some(text)
        }
        [number, "...", text] if !is_version_2 && is_number(number) => Some(text),
        _ => None,
    }
}

/// Whether a word could be a move at all: engines also print such things as
/// `Move ordering : 87 %`.
pub(super) fn could_be_move(word: &str) -> bool {
    let castles = word.starts_with(['O', 'o', '0']) && word.contains('-');
    castles || (word.len() <= 10 && word.bytes().any(|b| matches!(b, b'1'..=b'8')))
}

/// Takes away the expected move that stands in parentheses before a line of
/// pondering: `(Nf6) e5 Nd5`.
pub(super) fn take_pondered(thinking: &mut ThinkingLine) -> Option<String> {
    let first = thinking.pv.first()?;
    let expected = first.strip_prefix('(')?.strip_suffix(')')?.to_owned();
    thinking.pv.remove(0);
    Some(expected)
}

/// Whether a line surely shows thinking, which nobody has to see at once: it
/// begins with a depth and three whole numbers.
pub(super) fn is_thinking(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    let is_whole = |word: &str| {
        let digits = word.strip_prefix('-').unwrap_or(word);
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    words.next().is_some_and(is_number) && (0..3).all(|_| words.next().is_some_and(is_whole))
}

/// `12` or `12.`
fn is_number(word: &str) -> bool {
    let digits = word.strip_suffix('.').unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::CecpReply;

    #[test]
    fn each_old_form_is_read() {
        assert_eq!(old_move("My move is: e7e5", true), Some("e7e5"));
        assert_eq!(old_move("my move is : e7e5", true), Some("e7e5"));
        assert_eq!(old_move("1. ... e7e5", false), Some("e7e5"));
        assert_eq!(old_move("12 ... O-O", false), Some("O-O"));
    }

    #[test]
    fn the_expected_move_is_taken_off_a_line() {
        let pondered = |line: &str| match CecpReply::parse(line) {
            Ok(Some(CecpReply::Thinking(mut line))) => {
                (take_pondered(&mut line), line.pv.join(" "))
            }
            other => panic!("{other:?}"),
        };
        let nf6 = Some("Nf6".to_owned());
        assert_eq!(
            pondered("3 1 2 4\t(Nf6) e5 Nd5"),
            (nf6, "e5 Nd5".to_owned())
        );
        assert_eq!(pondered("3 1 2 4\te5 Nd5"), (None, "e5 Nd5".to_owned()));
        assert_eq!(pondered("3 1 2 4\t(e5 Nd5)"), (None, "(e5 Nd5)".to_owned()));
    }

    #[test]
    fn statistics_are_no_moves() {
        assert!(could_be_move("e7e8q") && could_be_move("O-O") && could_be_move("0-0-0"));
        assert!(could_be_move("e2e5") && could_be_move("Nf3+"));
        assert!(!could_be_move("ordering") && !could_be_move("made"));
        assert_eq!(old_move("1. ... e7e5", true), None);
    }

    #[test]
    fn thinking_is_told_from_what_is_awaited() {
        for line in ["9 156 1084 48000\tNf3", " 5.  -12  3 400  e4 e5", "1 0 0 0"] {
            assert!(is_thinking(line), "{line}");
            let reply = CecpReply::parse(line);
            assert!(matches!(reply, Ok(Some(CecpReply::Thinking(_)))), "{line}");
        }
        for line in [
            "1-0 {x}",
            "1. ... e7e5",
            "12 ... O-O",
            "move e2e4",
            "pong 3",
            "",
            "1 2",
        ] {
            assert!(!is_thinking(line), "{line}");
        }
    }

    #[test]
    fn other_lines_are_not_moves() {
        for line in [
            "",
            "1. e2e4",
            "... e7e5",
            "My move is",
            "1-0 {x}",
            "a. ... b",
        ] {
            assert_eq!(old_move(line, false), None, "{line}");
        }
    }
}

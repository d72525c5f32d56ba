//! Lines of engines older than version 2 of the protocol, which said their
//! moves in more words than one.

/// The move on a line as old engines print it: `My move is: e7e5`, `1. ... e7e5`.
pub(super) fn old_move(line: &str) -> Option<&str> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        [my, mv, "is:", text] | [my, mv, "is", ":", text]
            if my.eq_ignore_ascii_case("my") && mv.eq_ignore_ascii_case("move") =>
        {
            Some(text)
        }
        [number, "...", text] if is_number(number) => Some(text),
        _ => None,
    }
}

/// `12` or `12.`
fn is_number(word: &str) -> bool {
    let digits = word.strip_suffix('.').unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_old_form_is_read() {
        assert_eq!(old_move("My move is: e7e5"), Some("e7e5"));
        assert_eq!(old_move("my move is : e7e5"), Some("e7e5"));
        assert_eq!(old_move("1. ... e7e5"), Some("e7e5"));
        assert_eq!(old_move("12 ... O-O"), Some("O-O"));
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
            assert_eq!(old_move(line), None, "{line}");
        }
    }
}

//! From the bytes of one input line to clean text, and from text to words.
//!
//! Input may be anything: invalid UTF-8, NULs, CRLF, tabs, a byte-order mark,
//! megabytes without a blank. Everything here is one pass over the line.
//! Meaning is not decided here; start with [`clean_line`].

use std::fmt;

/// The text of one raw input line, without its line ending.
///
/// Invalid UTF-8 becomes replacement characters, NULs vanish, every other
/// control character but TAB becomes a blank, and trailing blanks go. Leading
/// blanks stay, because in CECP they mark the lines of a book reply.
pub fn clean_line(bytes: &[u8]) -> String {
    // Nearly every line is plain text already.
    let end = bytes.iter().rposition(|&b| b > b' ' && b != 0x7f);
    let visible = &bytes[..end.map_or(0, |last| last + 1)];
    if is_plain(visible) {
        return String::from_utf8_lossy(visible).into_owned();
    }
    let text = String::from_utf8_lossy(bytes);
    let mut clean = String::with_capacity(text.len());
    clean.extend(
        text.chars()
            .filter(|&c| c != '\0' && c != '\u{feff}')
            .map(one_line_char),
    );
    let length = clean.trim_end_matches(is_blank).len();
    clean.truncate(length);
    clean
}

/// Only printable ASCII and tabs. A plain loop, as this package is built without
/// optimisation and a line may be a whole game, sent with every move.
fn is_plain(bytes: &[u8]) -> bool {
    for &byte in bytes {
        if byte < b' ' && byte != b'\t' || byte >= 0x7f {
            return false;
        }
    }
    true
}

fn one_line_char(c: char) -> char {
    if c.is_control() && c != '\t' { ' ' } else { c }
}

/// Only blanks and tabs separate words: a no-break space may stand in a path.
fn is_blank(c: char) -> bool {
    c == ' ' || c == '\t'
}

/// Walks over the words of a line, and gives what is left as text on request.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    /// The words of `line`. Control characters separate words too, so text that
    /// did not come through [`clean_line`] is safe.
    pub(super) fn new(line: &'a str) -> Self {
        Words { rest: line }
    }

    /// What has not been read yet, blanks trimmed at both ends.
    pub(super) fn rest(&self) -> &'a str {
        self.rest.trim_matches(is_separator)
    }

    /// Whether no word is left.
    pub(super) fn is_empty(&self) -> bool {
        self.peek().is_none()
    }

    /// The next word, left where it is.
    pub(super) fn peek(&self) -> Option<&'a str> {
        self.clone().next()
    }

    /// The next word, taken if it is as asked.
    pub(super) fn next_if(&mut self, wanted: impl Fn(&str) -> bool) -> Option<&'a str> {
        let word = self.peek().filter(|word| wanted(word))?;
        self.next();
        Some(word)
    }

    /// The words left, separated by single blanks.
    pub(super) fn join(self) -> String {
        join(self)
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        // Separators are ASCII, so bytes will do: a GUI sends hundreds of moves a line.
        let bytes = self.rest.as_bytes();
        let mut start = 0;
        while start < bytes.len() && is_separator_byte(bytes[start]) {
            start += 1;
        }
        let mut end = start;
        while end < bytes.len() && !is_separator_byte(bytes[end]) {
            end += 1;
        }
        let word = &self.rest[start..end];
        self.rest = &self.rest[end..];
        (!word.is_empty()).then_some(word)
    }
}

fn is_separator(c: char) -> bool {
    u8::try_from(c).is_ok_and(is_separator_byte)
}

fn is_separator_byte(byte: u8) -> bool {
    byte <= b' ' || byte == 0x7f
}

/// Words separated by single blanks.
pub(super) fn join<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> String {
    let mut text = String::new();
    for word in words {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word.as_ref());
    }
    text
}

/// Displays text with its control characters but TAB blanked, so that a reply built
/// from somebody else's words is always one line, and is read as it was written.
pub(super) struct OneLine<'a>(pub(super) &'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        if !self.0.contains(char::is_control) {
            return f.write_str(self.0);
        }
        self.0
            .chars()
            .try_for_each(|c| f.write_char(one_line_char(c)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_endings_and_control_characters_go() {
        assert_eq!(clean_line(b"uci\r\n"), "uci");
        assert_eq!(clean_line(b"go\x07depth\x0b5 \t\r"), "go depth 5");
        assert_eq!(clean_line(b""), "");
    }

    #[test]
    fn nul_bytes_and_a_byte_order_mark_vanish() {
        assert_eq!(clean_line(b"u\0c\0i\0"), "uci");
        assert_eq!(clean_line(b"\xef\xbb\xbfuci"), "uci");
    }

    #[test]
    fn invalid_utf8_is_replaced_and_the_rest_kept() {
        assert_eq!(
            clean_line(b"go \xff\xfe depth"),
            "go \u{fffd}\u{fffd} depth"
        );
    }

    #[test]
    fn plain_text_is_what_the_long_way_makes_of_it() {
        for text in [
            "", " ", "\t a\tb ", "go\r\n", "a\x7f", "a\x00 \t", "\x0b", "a\x1bb",
        ] {
            // The letter is no ASCII, so the line goes the long way.
            let long = clean_line(format!("\u{e9}{text}").as_bytes());
            let clean = clean_line(format!("e{text}").as_bytes());
            assert_eq!(clean[1..], long[2..], "{text:?}");
        }
        assert_eq!(clean_line(b" \r\n"), "");
    }

    #[test]
    fn leading_blanks_and_tabs_stay_for_book_text() {
        assert_eq!(clean_line(b"\t e4 60%"), "\t e4 60%");
    }

    #[test]
    fn words_skip_any_run_of_blanks() {
        let words: Vec<_> = Words::new(" \t go  depth\t\t5 ").collect();
        assert_eq!(words, ["go", "depth", "5"]);
        assert!(Words::new(" \t ").is_empty());
    }

    #[test]
    fn rest_keeps_inner_blanks() {
        let mut words = Words::new("value  /a  b/c  ");
        words.next();
        assert_eq!(words.rest(), "/a  b/c");
        assert_eq!(words.join(), "/a b/c");
    }

    #[test]
    fn one_line_has_no_line_end() {
        assert_eq!(OneLine("a\nb\tc\r").to_string(), "a b\tc ");
    }
}

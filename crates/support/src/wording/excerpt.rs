//! Excerpts of input, short enough for a message.

/// The longest piece of input that a message repeats, in characters.
const LENGTH: usize = 200;

/// The beginning of a line of input, fit to stand in a message: one line, not
/// long, and marked with an ellipsis where it was cut. A blank line comes out empty.
pub fn excerpt(text: &str) -> String {
    let text = text.trim();
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut short: String = text.chars().take(LENGTH).map(clean).collect();
    if text.chars().nth(LENGTH).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_between_characters() {
        let short = excerpt(&"é".repeat(1000));
        assert_eq!(short.chars().count(), LENGTH + 1);
        assert!(short.ends_with("é…"));
        assert_eq!(excerpt(" a\tb\n"), "a b");
    }
}

//! A command line in one text, cut into words.

use plumb_support::wording::say;

/// The words between blanks; a part in quotes, `'` or `"`, is taken as it is.
pub(super) fn command_words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    match quote {
        Some(quote) => Err(say!(policy.open_quote, quote, command = text)),
        None => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_at_blanks_outside_quotes() {
        let words = |text| command_words(text).unwrap();
        assert_eq!(words("  python3 -u\tx.py "), ["python3", "-u", "x.py"]);
        assert_eq!(
            words("'/my files/a' \"it's\" ''"),
            ["/my files/a", "it's", ""]
        );
        assert_eq!(words("--dir=\"a b\"c"), ["--dir=a bc"]);
        assert_eq!(words(" "), [""; 0]);
        let error = command_words("a 'b").unwrap_err();
        assert_eq!(error, "a quote ' is not closed in the command a 'b");
    }
}

//! Rust's text as words: names and signs, without comments and without what
//! stands in quotation marks.

/// One word of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word<'t> {
    /// A name or a keyword.
    Name(&'t str),
    /// Any other sign.
    Sign(char),
}

/// The words of a text. Numbers come out as names: nobody asks for them.
pub fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(length) = quoted(rest) {
            length
        } else if first.is_alphanumeric() || first == '_' {
            let is_name = |c: char| c.is_alphanumeric() || c == '_';
            let length = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
            words.push(Word::Name(&rest[..length]));
            length
        } else {
            if !first.is_whitespace() {
                words.push(Word::Sign(first));
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    words
}

/// How many bytes the string or the character at the beginning of a text
/// takes; nothing when there is none.
fn quoted(text: &str) -> Option<usize> {
    let bare = text.strip_prefix('b').unwrap_or(text);
    let prefix = text.len() - bare.len();
    if let Some(raw) = bare.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let inside = &raw[hashes + 1..];
            let end = format!("\"{}", "#".repeat(hashes));
            let length = inside.find(&end).map_or(inside.len(), |at| at + end.len());
            return Some(prefix + 1 + hashes + 1 + length);
        }
    }
    let mark = bare.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut escaped = false;
    for (at, c) in bare.char_indices().skip(1) {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == mark {
            return Some(prefix + at + 1);
        } else if mark == '\'' && at > 1 && !bare[1..].starts_with('\\') {
            // A lifetime: no second mark after one character.
            return None;
        }
    }
    None
}

//! Lines that begin with `[`: tags as the standard has them, and as people and
//! programs write them.
//!
//! A tag with other quotation marks or none, with a colon or an equals sign, with
//! quotation marks inside its value or without its `]` is read where it can mean one
//! thing only, and written as the standard has it. Everything else is `Broken`. Start
//! with `read_tag_line`.

use std::borrow::Cow;

/// What a line that begins with `[` is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum TagLine<'l> {
    /// One tag in standard form: its name.
    Plain(&'l [u8]),
    /// Tags in another form.
    Mended {
        /// Name of the first one.
        name: Vec<u8>,
        /// All of them in standard form, without a line end.
        text: Vec<u8>,
        /// The movetext behind them, trimmed; empty for none.
        rest: &'l [u8],
    },
    /// A value that the line does not end: it may go on in the next one.
    Open(Vec<u8>),
    /// It begins like a tag of this name, and cannot be read as one.
    Broken(Vec<u8>),
    /// It does not begin like a tag.
    Other,
}

/// Longer names are none.
const LONGEST_NAME: usize = 255;

/// Tags that are read without quotation marks: no other word in brackets is taken for one.
const KNOWN: [&[u8]; 26] = [
    b"Annotator",
    b"Black",
    b"BlackElo",
    b"BlackTitle",
    b"Date",
    b"ECO",
    b"Event",
    b"EventDate",
    b"FEN",
    b"Mode",
    b"Opening",
    b"PlyCount",
    b"Result",
    b"Round",
    b"SetUp",
    b"Site",
    b"Termination",
    b"Time",
    b"TimeControl",
    b"UTCDate",
    b"UTCTime",
    b"Variant",
    b"Variation",
    b"White",
    b"WhiteElo",
    b"WhiteTitle",
];

/// Quotation marks of any language, as UTF-8.
const QUOTES: [&str; 16] = [
    "\"", "''", "'", "`", "\u{b4}", "\u{ab}", "\u{bb}", "\u{2018}", "\u{2019}", "\u{201a}",
    "\u{201c}", "\u{201d}", "\u{201e}", "\u{201f}", "\u{2033}", "\u{ff02}",
];

/// Reads a line that begins with `[`, without spaces around it.
pub(super) fn read_tag_line(line: &[u8]) -> TagLine<'_> {
    if let Some(name) = plain_name(line) {
        return TagLine::Plain(name);
    }
    if let Some((name, value)) = oddly_named(line) {
        let mut text = Vec::new();
        push_tag(&mut text, &name, Cow::Borrowed(value));
        let rest = b"";
        return TagLine::Mended { name, text, rest };
    }
    let Some(first) = Head::of(line) else {
        return TagLine::Other;
    };
    let name = first.name.to_vec();
    let mut text = Vec::new();
    let mut rest = line;
    while let Some(head) = Head::of(rest) {
        // A tag ends at the latest where another begins.
        let inside = rest.len() - head.rest.len();
        let end = next_tag(&rest[inside..]).map_or(rest.len(), |at| inside + at);
        let is_last = end == rest.len();
        match head.value(&rest[inside..end], is_last) {
            Value::Whole(value, behind) => {
                push_tag(&mut text, head.name, value);
                let is_empty = trimmed(behind).is_empty();
                // Moves have digits, and results that have none a star.
                let may_be_moves = |byte: &u8| byte.is_ascii_digit() || *byte == b'*';
                if !is_last && !is_empty && !behind.iter().any(may_be_moves) {
                    return TagLine::Broken(name);
                }
                rest = trimmed(&rest[end - behind.len()..]);
                if is_last || !is_empty {
                    break;
                }
            }
            Value::Open if text.is_empty() => return TagLine::Open(name),
            Value::Open | Value::Broken => return TagLine::Broken(name),
        }
    }
    TagLine::Mended { name, text, rest }
}

/// Where a tag begins in a text, if one does.
pub(super) fn next_tag(text: &[u8]) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text[from..].iter().position(|&byte| byte == b'[') {
        if begins_tag(&text[from + at..]) {
            return Some(from + at);
        }
        from += at + 1;
    }
    None
}

/// A `[`, a name, and a quotation mark; or one of the usual names and a space.
pub(super) fn begins_tag(text: &[u8]) -> bool {
    let head = Head::of(text);
    head.is_some_and(|head| head.has_quote() || head.is_known() && !head.rest.starts_with(b"]"))
}

/// The name of one tag in standard form that fills the line.
fn plain_name(line: &[u8]) -> Option<&[u8]> {
    let inside = line.strip_prefix(b"[")?.strip_suffix(b"\"]")?;
    let end = inside.iter().position(|byte| !is_of_name(*byte))?;
    let (name, rest) = inside.split_at(end);
    let value = rest.strip_prefix(b" ")?.trim_ascii_start();
    let value = value.strip_prefix(b"\"")?;
    let mut is_escaped = false;
    for &byte in value {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' | 0..b' ' => return None,
            _ => {}
        }
    }
    (!is_escaped && begins_name(name)).then_some(name)
}

/// The name, in letters that a name may have, and the value of a tag that fills the line and
/// is in standard form but for its name, such as `[My Key "x"]`. A tag that says where the
/// game begins has to be named as it should be.
fn oddly_named(line: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let inside = line.strip_prefix(b"[")?.strip_suffix(b"\"]")?;
    let end = inside.iter().position(|&byte| byte == b'"')?;
    let (before, value) = (&inside[..end], &inside[end + 1..]);
    let name = before.trim_ascii();
    let is_odd = name.len() < LONGEST_NAME
        && name.len() < before.len()
        && !value.iter().any(|byte| b"\"\\[]".contains(byte))
        && name
            .iter()
            .all(|&byte| is_of_name(byte) || b" -+/#&".contains(&byte))
        && name.first().is_some_and(u8::is_ascii_alphanumeric)
        && name.last().is_some_and(|&byte| is_of_name(byte))
        && !(begins_name(name) && name.iter().copied().all(is_of_name));
    let mut words = name.split(|&byte| !is_of_name(byte));
    let places: [&[u8]; 3] = [b"FEN", b"SetUp", b"Variant"];
    let is_place = |word: &[u8]| places.iter().any(|place| word.eq_ignore_ascii_case(place));
    if !is_odd || KNOWN.contains(&words.clone().next()?) || words.any(is_place) {
        return None;
    }
    let letters = name
        .iter()
        .map(|&byte| if is_of_name(byte) { byte } else { b'_' });
    let mended = match name[0].is_ascii_digit() {
        true => [b'X'].into_iter().chain(letters).collect(),
        false => letters.collect(),
    };
    Some((mended, value))
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn begins_name(name: &[u8]) -> bool {
    name.len() <= LONGEST_NAME && name.first().is_some_and(u8::is_ascii_alphabetic)
}

/// A `[`, a name and what parts it from the value.
struct Head<'t> {
    name: &'t [u8],
    /// What follows, from the value's quotation mark on.
    rest: &'t [u8],
}

enum Value<'t> {
    /// The value as it is written, and what stands behind the tag.
    Whole(Cow<'t, [u8]>, &'t [u8]),
    Open,
    Broken,
}

impl<'t> Head<'t> {
    fn of(text: &'t [u8]) -> Option<Head<'t>> {
        let text = trimmed_start(text.strip_prefix(b"[")?);
        let window = &text[..text.len().min(LONGEST_NAME + 1)];
        let end = window.iter().position(|byte| !is_of_name(*byte));
        let (name, rest) = text.split_at(end.unwrap_or(window.len()));
        if !begins_name(name) {
            return None;
        }
        let spaced = trimmed_start(rest);
        let parted = spaced.strip_prefix(b":").or(spaced.strip_prefix(b"="));
        let value = parted.map_or(spaced, trimmed_start);
        let head = Head { name, rest: value };
        let is_parted = value.len() < rest.len() || head.has_quote();
        (is_parted || head.is_known()).then_some(head)
    }

    fn has_quote(&self) -> bool {
        quote(self.rest).is_some()
    }

    fn is_known(&self) -> bool {
        KNOWN.contains(&self.name) || self.is_fen()
    }

    fn is_fen(&self) -> bool {
        self.name.eq_ignore_ascii_case(b"FEN")
    }

    /// Reads the value in this text, which the tag does not outlast.
    fn value(&self, text: &'t [u8], ends_line: bool) -> Value<'t> {
        let Some(opening) = quote(text) else {
            return self.bare_value(text);
        };
        let mut inside = &text[opening..];
        // `""…""`, but not the empty value.
        if let Some(again) = quote(inside)
            && !trimmed_start(&inside[again..]).starts_with(b"]")
        {
            inside = &inside[again..];
        }
        if let Some((value, behind)) = closed(inside, false) {
            // `"a "b"] c"]`: where nothing but the value can follow, all of it is the value.
            if behind.ends_with(b"\"]")
                && !behind.contains(&b'[')
                && let Some((value, behind)) = closed(inside, true)
            {
                return Value::Whole(Cow::Borrowed(value), behind);
            }
            return Value::Whole(Cow::Borrowed(value), behind);
        }
        let ended = trimmed_end(inside);
        if let Some(value) = without_quote(ended) {
            // Its `]` is missing.
            return Value::Whole(Cow::Borrowed(value), b"");
        }
        match ended.strip_suffix(b"]") {
            // Its last quotation mark is missing.
            Some(value) if !value.contains(&b'"') && !value.contains(&b'[') => {
                Value::Whole(Cow::Borrowed(value), b"")
            }
            _ if ends_line => Value::Open,
            _ => Value::Broken,
        }
    }

    /// Reads a value without quotation marks.
    fn bare_value(&self, text: &'t [u8]) -> Value<'t> {
        let ended = trimmed_end(text);
        let value = match ended.strip_suffix(b"]") {
            Some(value) if self.is_known() => value,
            None if self.is_fen() => ended,
            _ => return Value::Broken,
        };
        match value.iter().any(|byte| b"[]{}\"".contains(byte)) || value.is_empty() {
            true => Value::Broken,
            false => Value::Whole(Cow::Borrowed(value), b""),
        }
    }
}

/// The value up to the first quotation mark (or the last) that a `]` follows, and what
/// stands behind the `]`.
fn closed(text: &[u8], at_last: bool) -> Option<(&[u8], &[u8])> {
    let mut found = None;
    // Where the run of quotation marks began that may end the value.
    let mut run: Option<usize> = None;
    let mut at = 0;
    let mut escaped = None;
    while at < text.len() {
        if text[at] == b'\\' && at + 1 < text.len() {
            if text[at + 1] == b'"' && escaped.is_none() {
                let behind = trimmed_start(&text[at + 2..]);
                escaped = behind
                    .strip_prefix(b"]")
                    .map(|rest| (&text[..at + 1], rest));
            }
            run = None;
            at += 2;
        } else if let Some(length) = quote(&text[at..]) {
            run.get_or_insert(at);
            at += length;
        } else if let Some(length) = space(&text[at..]) {
            at += length;
        } else {
            if let (b']', Some(start)) = (text[at], run) {
                found = Some((&text[..start], &text[at + 1..]));
                if !at_last {
                    return found;
                }
            }
            run = None;
            at += 1;
        }
    }
    // A backslash before the last quotation mark is part of the name there.
    found.or(escaped)
}

/// The text before the quotation marks that end it, if any do.
fn without_quote(text: &[u8]) -> Option<&[u8]> {
    let ends = |text: &[u8]| {
        let quote = QUOTES.iter().find(|quote| text.ends_with(quote.as_bytes()));
        quote.map(|quote| text.len() - quote.len())
    };
    let mut end = ends(text)?;
    while let Some(shorter) = ends(&text[..end]) {
        end = shorter;
    }
    Some(&text[..end])
}

/// Bytes of the quotation mark that the text begins with.
fn quote(text: &[u8]) -> Option<usize> {
    match text.first()? {
        b'"' | b'`' => Some(1),
        b'\'' | 0xc2 | 0xe2 | 0xef => {
            let found = QUOTES
                .iter()
                .find(|quote| text.starts_with(quote.as_bytes()));
            found.map(|quote| quote.len())
        }
        _ => None,
    }
}

/// Bytes of the space that the text begins with, Unicode's among them.
pub(super) fn space(text: &[u8]) -> Option<usize> {
    match text {
        [b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c, ..] => Some(1),
        // No-break space, soft hyphen.
        [0xc2, 0xa0 | 0xad, ..] => Some(2),
        // From en quad to right-to-left mark; narrow no-break space; medium space, word joiner.
        [0xe2, 0x80, 0x80..=0x8f | 0xa8 | 0xa9 | 0xaa..=0xaf, ..] => Some(3),
        [0xe2, 0x81, 0x9f..=0xa4, ..] => Some(3),
        // Ideographic space; byte order mark.
        [0xe3, 0x80, 0x80, ..] | [0xef, 0xbb, 0xbf, ..] => Some(3),
        _ => None,
    }
}

/// The text without spaces of any kind before it.
pub(super) fn trimmed_start(mut text: &[u8]) -> &[u8] {
    while let Some(length) = space(text) {
        text = &text[length..];
    }
    text
}

/// The text without spaces of any kind behind it.
pub(super) fn trimmed_end(mut text: &[u8]) -> &[u8] {
    loop {
        text = text.trim_ascii_end();
        let lengths = [2, 3];
        let is_space = |length: &usize| {
            let at = text.len().checked_sub(*length);
            at.is_some_and(|at| space(&text[at..]) == Some(*length))
        };
        match lengths.iter().find(|length| is_space(length)) {
            Some(length) => text = &text[..text.len() - length],
            None => return text,
        }
    }
}

/// The text without spaces of any kind around it.
pub(super) fn trimmed(text: &[u8]) -> &[u8] {
    trimmed_end(trimmed_start(text))
}

/// Writes a tag in standard form; where a line or a block ended in the value is a space.
fn push_tag(text: &mut Vec<u8>, name: &[u8], value: Cow<'_, [u8]>) {
    text.push(b'[');
    text.extend_from_slice(name);
    text.extend_from_slice(b" \"");
    let mut bytes = trimmed(&value).iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        let byte = match byte {
            b'\\' if matches!(bytes.peek(), Some(b'"' | b'\\')) => bytes.next().unwrap_or(byte),
            byte => byte,
        };
        match byte {
            b'"' | b'\\' => text.extend([b'\\', byte]),
            0..b' ' if text.ends_with(b" ") => {}
            0..b' ' => text.push(b' '),
            _ => text.push(byte),
        }
    }
    text.extend_from_slice(b"\"]");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mended(line: &str) -> (String, String) {
        match read_tag_line(line.as_bytes()) {
            TagLine::Mended { text, rest, .. } => (
                String::from_utf8(text).unwrap(),
                String::from_utf8(rest.to_vec()).unwrap(),
            ),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn standard_tags_stay_as_they_are() {
        for line in [
            "[Event \"Test\"]",
            "[White  \"A \\\"x\\\" \\\\\"]",
            "[A_1 \"\"]",
            "[Site \"a [b] {c} 'd'\"]",
        ] {
            assert!(
                matches!(read_tag_line(line.as_bytes()), TagLine::Plain(_)),
                "{line}"
            );
        }
    }

    #[test]
    fn a_tag_that_can_mean_one_thing_is_read() {
        let fen = "8/8/8/8/8/4k3/8/4K2R w K - 0 1";
        for line in [
            format!("[FEN {fen}]"),
            format!("[FEN {fen}"),
            format!("[FEN '{fen}']"),
            format!("[FEN ''{fen}'']"),
            format!("[FEN \u{201c}{fen}\u{201d}]"),
            format!("[FEN \u{201e}{fen}\u{201c}]"),
            format!("[FEN \u{ab}{fen}\u{bb}]"),
            format!("[FEN: \"{fen}\"]"),
            format!("[FEN : \"{fen}\" ]"),
            format!("[FEN = \"{fen}\"]"),
            format!("[FEN=\"{fen}\"]"),
            format!("[ FEN \"{fen}\" ]"),
            format!("[FEN\t\"{fen}\"]"),
            format!("[FEN\u{a0}\"{fen}\"]"),
            format!("[FEN \"\"{fen}\"\"]"),
            format!("[FEN \"{fen}\r\"]"),
            format!("[FEN \"{fen}\""),
            format!("[FEN \"{fen}]"),
            format!("[FEN\"{fen}\"]"),
        ] {
            assert_eq!(mended(&line).0, format!("[FEN \"{fen}\"]"), "{line}");
        }
        for (line, text, rest) in [
            (
                "[Event \"5th \"Old Oak\" Open 2026\"]",
                "[Event \"5th \\\"Old Oak\\\" Open 2026\"]",
                "",
            ),
            ("[Event \"a \"b\"] c\"]", "[Event \"a \\\"b\\\"] c\"]", ""),
            ("[White \"A\\\"]", "[White \"A\\\\\"]", ""),
            ("[FEN \"\" ]", "[FEN \"\"]", ""),
            (
                "[Event \"a\"][Site \"b\"] [Round: '3'] 1. e4 {[%clk 1]}",
                "[Event \"a\"][Site \"b\"][Round \"3\"]",
                "1. e4 {[%clk 1]}",
            ),
            ("[Event \"a\" [Site \"b\"]", "[Event \"a\"][Site \"b\"]", ""),
        ] {
            assert_eq!(mended(line), (text.to_owned(), rest.to_owned()), "{line}");
        }
    }

    #[test]
    fn an_odd_name_is_written_with_underscores() {
        for (line, expected) in [
            ("[My Key \"x\"]", "[My_Key \"x\"]"),
            ("[1Under_score \"y\"]", "[X1Under_score \"y\"]"),
            ("[Board-No  \"\"]", "[Board_No \"\"]"),
        ] {
            let TagLine::Mended { text, rest, .. } = read_tag_line(line.as_bytes()) else {
                panic!("{line}");
            };
            assert_eq!(String::from_utf8(text).unwrap(), expected);
            assert!(rest.is_empty());
        }
        for line in [
            "[Start FEN \"8/8\"]",
            "[SetUp FEN \"1\"]",
            "[Event x \"y\"]",
            "[1. e4 \"x\"]",
        ] {
            let read = read_tag_line(line.as_bytes());
            assert!(!matches!(read, TagLine::Mended { .. }), "{line}: {read:?}");
        }
    }

    #[test]
    fn a_tag_that_can_mean_more_is_none() {
        for line in ["[Event \"Test", "[White \"A\" of B"] {
            assert!(
                matches!(read_tag_line(line.as_bytes()), TagLine::Open(_)),
                "{line}"
            );
        }
        for line in [
            "[FEN ]",
            "[FEN]",
            "[Words in brackets]",
            "[Event Test",
            "[Event \"a\"] x [Site \"b\"]",
            "[link text](to something)",
        ] {
            assert!(
                matches!(read_tag_line(line.as_bytes()), TagLine::Broken(_)),
                "{line}"
            );
        }
        for line in ["[%clk 0:01:00]", "[#]", "[", "[]", "[word]", "[+0.3]"] {
            assert_eq!(read_tag_line(line.as_bytes()), TagLine::Other, "{line}");
        }
    }
}

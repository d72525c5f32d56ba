//! Text in units of two or four bytes becomes UTF-8. Windows calls UTF-16 "Unicode", and
//! some of its programs write PGN so.
//!
//! Start with `decoded`.

use std::io::{self, Read};

use super::source::Source;
use crate::wording;

/// How letters are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Encoding {
    /// Bytes of a unit: 2 in UTF-16, 4 in UTF-32.
    unit: usize,
    /// The most significant byte comes first.
    is_big_endian: bool,
}

impl Encoding {
    /// The encoding of a text that begins so, and how long its mark is; none of one byte a
    /// unit.
    fn of(start: &[u8]) -> Option<(Encoding, usize)> {
        let encoding = |unit, is_big_endian| Encoding {
            unit,
            is_big_endian,
        };
        // The mark of UTF-32 begins with that of UTF-16.
        let marks: [(&[u8], Encoding); 4] = [
            (b"\xff\xfe\0\0", encoding(4, false)),
            (b"\0\0\xfe\xff", encoding(4, true)),
            (b"\xff\xfe", encoding(2, false)),
            (b"\xfe\xff", encoding(2, true)),
        ];
        let marked = marks.into_iter().find(|(mark, _)| start.starts_with(mark));
        if let Some((mark, encoding)) = marked {
            return Some((encoding, mark.len()));
        }
        let all = marks.into_iter().map(|(_, encoding)| encoding);
        let plain = all
            .into_iter()
            .find(|encoding| encoding.is_plainly_of(start));
        plain.map(|encoding| (encoding, 0))
    }

    /// Without a mark: its first letters are visible ones of ASCII, each with the zeros of
    /// a wider unit, which no other text has.
    fn is_plainly_of(self, start: &[u8]) -> bool {
        let is_plain = |unit: &[u8]| {
            let letter = u8::try_from(self.value(unit));
            letter.is_ok_and(|letter| matches!(letter, b' '..=b'~' | b'\t' | b'\n' | b'\r'))
        };
        let mut units = start.chunks_exact(self.unit).take(4);
        start.len() >= 2 * self.unit && units.all(is_plain)
    }

    fn value(self, unit: &[u8]) -> u32 {
        let add = |value: u32, &byte: &u8| value << 8 | u32::from(byte);
        match self.is_big_endian {
            true => unit.iter().fold(0, add),
            false => unit.iter().rev().fold(0, add),
        }
    }
}

/// The text of a source that begins so, in UTF-8; the source itself where it needs nothing.
pub(super) fn decoded(start: &[u8], mut source: Source) -> Result<Decoder, Source> {
    let Some((encoding, mark)) = Encoding::of(start) else {
        return Err(source);
    };
    source.consume(mark);
    Ok(Decoder {
        source,
        encoding,
        bytes: Vec::new(),
        first_half: None,
        text: Vec::new(),
        given: 0,
    })
}

/// Makes UTF-8 of wider units. What is no letter becomes U+FFFD.
pub(super) struct Decoder {
    source: Source,
    encoding: Encoding,
    /// The beginning of a unit whose end was not read yet.
    bytes: Vec<u8>,
    /// The first half of a letter of two units.
    first_half: Option<u16>,
    text: Vec<u8>,
    /// So much of the text was given out.
    given: usize,
}

impl Decoder {
    /// Decodes what comes next; false at the end.
    fn decode(&mut self) -> io::Result<bool> {
        let Encoding { unit, .. } = self.encoding;
        let found = self.source.fill_buf()?;
        let count = found.len();
        self.bytes.extend_from_slice(found);
        self.source.consume(count);
        self.text.clear();
        self.given = 0;
        if count == 0 {
            let is_whole = self.bytes.is_empty() && self.first_half.is_none();
            self.bytes.clear();
            self.first_half = None;
            return match is_whole {
                true => Ok(false),
                false => Err(io::Error::new(
                    io::ErrorKind::UnexpectedEof,
                    wording::text!(packed.within_letter),
                )),
            };
        }
        let bytes = std::mem::take(&mut self.bytes);
        let units = bytes.chunks_exact(unit);
        self.bytes.extend_from_slice(units.remainder());
        for unit in units {
            self.take(self.encoding.value(unit));
        }
        Ok(true)
    }

    fn take(&mut self, value: u32) {
        let letter = match (self.first_half.take(), value) {
            (Some(first), 0xdc00..=0xdfff) => {
                let high = u32::from(first) - 0xd800;
                char::from_u32(0x10000 + (high << 10) + (value - 0xdc00))
            }
            (Some(_), _) => {
                self.push(None);
                return self.take(value);
            }
            (None, 0xd800..=0xdbff) if self.encoding.unit == 2 => {
                self.first_half = Some(value as u16);
                return;
            }
            (None, _) => char::from_u32(value),
        };
        self.push(letter);
    }

    fn push(&mut self, letter: Option<char>) {
        let letter = letter.unwrap_or(char::REPLACEMENT_CHARACTER);
        let mut room = [0; 4];
        self.text
            .extend_from_slice(letter.encode_utf8(&mut room).as_bytes());
    }
}

impl Read for Decoder {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() {
            if buffer.is_empty() || !self.decode()? {
                return Ok(0);
            }
        }
        let left = &self.text[self.given..];
        let count = left.len().min(buffer.len());
        buffer[..count].copy_from_slice(&left[..count]);
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::super::text;
    use super::*;

    fn wide(text: &str, unit: usize, is_big_endian: bool) -> Vec<u8> {
        let bytes = |value: u32| {
            let bytes = value.to_be_bytes();
            let mut bytes = bytes[4 - unit..].to_vec();
            if !is_big_endian {
                bytes.reverse();
            }
            bytes
        };
        match unit {
            2 => text
                .encode_utf16()
                .flat_map(|half| bytes(half.into()))
                .collect(),
            _ => text
                .chars()
                .flat_map(|letter| bytes(letter.into()))
                .collect(),
        }
    }

    fn read(bytes: Vec<u8>) -> io::Result<String> {
        let mut found = String::new();
        text(Cursor::new(bytes))?.read_to_string(&mut found)?;
        Ok(found)
    }

    const GAME: &str = "[White \"M\u{fc}ller \u{1f600} \u{5c71}\"]\n\n1. e4 *\n";

    #[test]
    fn every_encoding_is_read_with_its_mark_and_without() {
        for unit in [2, 4] {
            for is_big_endian in [false, true] {
                for text in [format!("\u{feff}{GAME}"), GAME.to_owned()] {
                    let found = read(wide(&text, unit, is_big_endian)).unwrap();
                    assert_eq!(found, GAME, "{unit} {is_big_endian}");
                }
            }
        }
        // Longer than a buffer, with letters of two units across its end.
        let long = "x\u{1f600}".repeat(200_000);
        let text = format!("\u{feff}{long}");
        assert_eq!(read(wide(&text, 2, false)).unwrap(), long);
    }

    #[test]
    fn text_in_one_byte_a_letter_stays_as_it_is() {
        for plain in [GAME, "", "1", "1.", "\u{feff}1. e4", "1\0 e4", "[\0\0\0"] {
            assert_eq!(read(plain.as_bytes().to_vec()).unwrap(), plain);
        }
    }

    #[test]
    fn what_is_no_letter_is_shown_and_half_a_letter_is_an_error() {
        let mut bytes = wide("\u{feff}a", 2, false);
        bytes.extend([0x00, 0xdc, 0x00, 0xd8, b'b', 0]);
        assert_eq!(read(bytes.clone()).unwrap(), "a\u{fffd}\u{fffd}b");
        bytes.push(b'c');
        assert_eq!(
            read(bytes).unwrap_err().kind(),
            io::ErrorKind::UnexpectedEof
        );
    }
}
